// Events of Fragile as ways that pieces go: for animation, and for the ghost of a preview.

import type { GameEvent } from "../../net/protocol";

export interface Motion {
  piece: "docker" | "crate";
  from: string;
  /** Every cell it passes, the last where it ends. Empty if it only turns over. */
  way: string[];
}

export function motions(events: readonly GameEvent[]): Motion[] {
  return events.flatMap(motionsOf);
}

function motionsOf(event: GameEvent): Motion[] {
  const at = (field: string) => String(event[field]);
  switch (event.kind) {
    case "docker-went":
      return [{ piece: "docker", from: at("docker"), way: event.path as string[] }];
    case "crate-pushed":
    case "crate-stacked":
      return [
        { piece: "crate", from: at("crate"), way: [at("target")] },
        { piece: "docker", from: at("docker"), way: [at("docker_target")] },
      ];
    case "crate-unstacked":
      return [{ piece: "crate", from: at("crate"), way: [at("target")] }];
    case "crate-handed-over": {
      const links = event.links as { docker: string; target: string }[];
      return [{ piece: "crate", from: at("crate"), way: links.map((link) => link.target) }];
    }
    case "crate-flipped":
      return [{ piece: "crate", from: at("crate"), way: [] }];
    default:
      return [];
  }
}

/** Action points that events cost. */
export const cost = (events: readonly GameEvent[]): number =>
  events.reduce((sum, event) => sum + (typeof event.cost === "number" ? event.cost : 0), 0);
