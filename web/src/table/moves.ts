// Questions about the log of a table.

import type { AnyEntry, Drawn, GameEvent, Played } from "../net/protocol";

export type MoveEntry = Played | Drawn;

const isMove = (entry: AnyEntry): entry is MoveEntry =>
  entry.kind === "played" || entry.kind === "drawn";

export const eventsOf = (entries: readonly AnyEntry[]): GameEvent[] =>
  entries.filter(isMove).flatMap((entry) => entry.events);

/** The moves that nobody has undone. */
export function standing(entries: readonly AnyEntry[]): MoveEntry[] {
  const stack: MoveEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "undone") stack.pop();
    else if (entry.kind === "rewound") stack.splice(-entry.moves);
    else if (isMove(entry)) stack.push(entry);
  }
  return stack;
}

/** The log in groups of one; moves that were undone are in one group with their undoing. */
export function folded<E extends AnyEntry>(entries: readonly E[]): E[][] {
  const undone = new Set<E>();
  const stack: E[] = [];
  for (const entry of entries) {
    const move = entry.kind === "undone" ? stack.pop() : undefined;
    if (move) undone.add(move).add(entry);
    else if (entry.kind === "rewound") stack.splice(-entry.moves);
    else if (isMove(entry)) stack.push(entry);
  }
  const groups: E[][] = [];
  let before: E | undefined;
  for (const entry of entries) {
    if (undone.has(entry) && before && undone.has(before)) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    before = entry;
  }
  return groups;
}

/** The log with the new entries at its end, each entry once. */
export function joined(known: readonly AnyEntry[], fresh: readonly AnyEntry[]): AnyEntry[] {
  const last = known.at(-1)?.number ?? -1;
  return [...known, ...fresh.filter((entry) => entry.number > last)];
}

/** True if entries are missing between the last known one and the new ones. */
export function hasGap(last: number | null, fresh: readonly AnyEntry[]): boolean {
  const first = fresh[0];
  return last !== null && first !== undefined && first.number > last + 1;
}
