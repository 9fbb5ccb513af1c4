// A turn as the steps that are drawn.

import type { GameEvent } from "../../net/protocol";
import type { FragileEvent, Link } from "./events";
import { type Motion, motions } from "./motions";

export interface Step {
  kind: FragileEvent["kind"];
  motions: Motion[];
  /** The dockers of a chain, and where each set the crate. */
  links: Link[];
}

/** The events that move or turn a piece, one after the other. */
export const stepsOf = (events: readonly GameEvent[]): Step[] =>
  (events as readonly FragileEvent[]).flatMap((event) => {
    const found = motions([event]);
    const links = event.kind === "crate-handed-over" ? event.links : [];
    return found.length ? [{ kind: event.kind, motions: found, links }] : [];
  });
