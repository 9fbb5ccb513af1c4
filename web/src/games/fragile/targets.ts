// Legal moves turned into what can be clicked, given what is in hand. Pure; knows no rule.

import type { Action } from "./notation";

export interface Hand {
  docker: string | null;
  crate: string | null;
}

export const EMPTY_HAND: Hand = { docker: null, crate: null };

export type Target =
  /** Takes a docker or a crate into the hand. */
  | { kind: "docker" | "crate"; cell: string }
  /** Plays; several actions may end on the same cell. */
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
    if (action.crate === hand.crate) addAction(found, action);
  }
  return found;
}

function pick(found: Map<string, Target>, kind: "docker" | "crate", cell: string): void {
  if (!found.has(cell)) found.set(cell, { kind, cell });
}

/** Where a move ends counts more than what could be taken up there. */
function addAction(found: Map<string, Target>, action: Action): void {
  const there = found.get(action.target);
  if (there?.kind === "act") there.actions.push(action);
  else found.set(action.target, { kind: "act", cell: action.target, actions: [action] });
}

/** What the hand may do, for a list. */
export function choices(actions: readonly Action[], hand: Hand): Action[] {
  return actions.filter(
    (action) =>
      action.docker === hand.docker && (hand.crate === null || action.crate === hand.crate),
  );
}

/** What a click on a cell without a target would mean: sent, so that the server says why not. */
export function attempt(hand: Hand, cell: string): string | null {
  if (!hand.docker) return null;
  return `${hand.docker}: ${hand.crate ? `${hand.crate}>` : ""}${cell}`;
}
