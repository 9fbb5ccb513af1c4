// Cells and moves of a game that the page does not know. A move belongs to the cells that its text
// names.

import type { GameEvent } from "../../net/protocol";

const SIGNS = /[.*+?^${}()|[\]\\]/g;

/** True if a move names the cell as a word: "a1-b2" names a1, "a10" does not. */
export const names = (move: string, cell: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${cell.replace(SIGNS, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(move);

/** The moves that name all of these cells. */
export const naming = (moves: readonly string[], cells: readonly string[]): string[] =>
  moves.filter((move) => cells.every((cell) => names(move, cell)));

/** The moves that name no cell, such as "pass". */
export const elsewhere = (moves: readonly string[], cells: readonly string[]): string[] =>
  moves.filter((move) => !cells.some((cell) => names(move, cell)));

/** The cells that may be chosen next. */
export function open(
  moves: readonly string[],
  cells: readonly string[],
  chosen: readonly string[],
): Set<string> {
  const left = naming(moves, chosen);
  return new Set(
    cells.filter((cell) => !chosen.includes(cell) && left.some((move) => names(move, cell))),
  );
}

/** The chosen cells after a click; null if no move names the cell. */
export function picked(
  moves: readonly string[],
  chosen: readonly string[],
  cell: string,
): string[] | null {
  if (chosen.includes(cell)) return chosen.filter((other) => other !== cell);
  const further = [...chosen, cell];
  if (naming(moves, further).length) return further;
  return naming(moves, [cell]).length ? [cell] : null;
}

/** The cells that events name. */
export function touched(events: readonly GameEvent[], cells: readonly string[]): Set<string> {
  const words = new Set(events.flatMap((event) => Object.values(event).flat()));
  return new Set(cells.filter((cell) => words.has(cell)));
}

export interface Spot {
  cell: string;
  x: number;
  y: number;
}

/** The nearest spot in a direction, straight ahead if possible; null if there is none. */
export function neighbour(from: Spot, spots: readonly Spot[], dx: number, dy: number): Spot | null {
  let best: Spot | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead < 1 || aside > 2 * ahead || ahead + 3 * aside >= nearest) continue;
    best = spot;
    nearest = ahead + 3 * aside;
  }
  return best;
}
