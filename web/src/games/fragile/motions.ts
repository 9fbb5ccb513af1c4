// The ways of pieces in events: for animations, for the last move, and for previews.

import type { GameEvent } from "../../net/protocol";
import type { FragileEvent } from "./events";

export interface Motion {
  piece: "docker" | "crate";
  from: string;
  /** Every cell it enters, the target last. Empty if it only turns over. */
  way: string[];
}

const read = (events: readonly GameEvent[]) => events as readonly FragileEvent[];

export function motions(events: readonly GameEvent[]): Motion[] {
  return read(events).flatMap(motionsOf);
}

function motionsOf(event: FragileEvent): Motion[] {
  switch (event.kind) {
    case "docker-went":
      return [{ piece: "docker", from: event.docker, way: event.path }];
    case "crate-pushed":
    case "crate-stacked":
      return [
        { piece: "crate", from: event.crate, way: [event.target] },
        { piece: "docker", from: event.docker, way: [event.docker_target] },
      ];
    case "crate-unstacked":
      return [{ piece: "crate", from: event.crate, way: [event.target] }];
    case "crate-handed-over":
      return [{ piece: "crate", from: event.crate, way: event.links.map((link) => link.target) }];
    case "crate-flipped":
      return [{ piece: "crate", from: event.crate, way: [] }];
    default:
      return [];
  }
}

/** The action points that events cost. */
export const cost = (events: readonly GameEvent[]): number =>
  read(events).reduce((sum, event) => sum + ("cost" in event ? event.cost : 0), 0);
