// The cells that can be clicked, from the legal moves and the hand. There are no rules in here.

import { beyond } from "./cells";
import type { Action } from "./notation";

export interface Hand {
  docker: string | null;
  crate: string | null;
}

export const EMPTY_HAND: Hand = { docker: null, crate: null };

export type Target =
  /** A click takes the docker or the crate into the hand. */
  | { kind: "docker" | "crate"; cell: string }
  /** A click plays. Several actions may end on the same cell. */
  | { kind: "act"; cell: string; actions: Action[] };

export function targets(actions: readonly Action[], hand: Hand): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const action of actions) {
    if (!action.docker) addAction(found, action);
    else if (action.docker !== hand.docker) pick(found, "docker", action.docker);
  }
  const own = actions.filter((action) => action.docker && action.docker === hand.docker);
  for (const action of own) {
    if (action.crate && action.crate !== hand.crate) pick(found, "crate", action.crate);
  }
  for (const action of own) {
    // A flip has a button of its own: a click on a crate must not turn it over.
    if (action.crate === hand.crate && action.kind !== "flip") addAction(found, action);
  }
  return found;
}

function pick(found: Map<string, Target>, kind: "docker" | "crate", cell: string): void {
  if (!found.has(cell)) found.set(cell, { kind, cell });
}

/** A cell where an action ends is no longer there to pick up. */
function addAction(found: Map<string, Target>, action: Action): void {
  const there = found.get(action.target);
  if (there?.kind === "act") there.actions.push(action);
  else found.set(action.target, { kind: "act", cell: action.target, actions: [action] });
}

/** What the hand may do. */
export function choices(actions: readonly Action[], hand: Hand): Action[] {
  return actions.filter(
    (action) =>
      action.docker === hand.docker && (hand.crate === null || action.crate === hand.crate),
  );
}

/**
 * The moves that a click beside the targets would mean: the docker walks to where it can push the
 * crate there, and pushes. If they are illegal, the server plays none of them and says why.
 */
export function attempt(actions: readonly Action[], hand: Hand, cell: string): string | null {
  const { docker, crate } = hand;
  if (!docker) return null;
  if (!crate) return `${docker}: ${cell}`;
  const behind = beyond(cell, crate);
  const walks = actions.some(
    (action) => action.kind === "go" && action.docker === docker && action.target === behind,
  );
  return `${docker}: ${walks ? `${behind} ` : ""}${crate}>${cell}`;
}
