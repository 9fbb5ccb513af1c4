// What was played and still stands: the log without what was taken back.

import type { AnyEntry, Drawn, Played } from "../net/protocol";

export type MoveEntry = Played | Drawn;

export function standing(entries: readonly AnyEntry[]): MoveEntry[] {
  const stack: MoveEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "undone") stack.pop();
    else if (entry.kind === "played" || entry.kind === "drawn") stack.push(entry);
  }
  return stack;
}

/** The log with new entries behind; those known already are not doubled. */
export function joined(known: readonly AnyEntry[], fresh: readonly AnyEntry[]): AnyEntry[] {
  const last = known.at(-1)?.number ?? -1;
  return [...known, ...fresh.filter((entry) => entry.number > last)];
}

/** Whether entries are missing between what is known and what came. */
export function hasGap(last: number | null, fresh: readonly AnyEntry[]): boolean {
  const first = fresh[0];
  return last !== null && first !== undefined && first.number > last + 1;
}

/** What was played since one's own last move, seen from entry `until`; null if one was in it. */
export function movesSince(
  entries: readonly AnyEntry[],
  seats: readonly number[],
  until: number,
): { from: number; count: number } | null {
  const moves = standing(entries);
  const from =
    moves.findLastIndex((move) => move.kind === "played" && seats.includes(move.seat)) + 1;
  const mine = moves[from - 1];
  if (!seats.length || !mine || mine.number > until) return null;
  const count = moves.filter((move, index) => index >= from && move.number <= until).length;
  return count ? { from, count } : null;
}
