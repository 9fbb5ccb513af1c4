// The cells of the quay, A1 to J10, and their places in the picture.

import type { Point } from "../slide";

export const COLUMNS = "ABCDEFGHIJ";
export const SIZE = 10;
export const CELL = 64;
export const MARGIN = 44;
export const WIDTH = SIZE * CELL + 2 * MARGIN;

export const CELLS: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, index) => `${COLUMNS[index % SIZE]}${Math.floor(index / SIZE) + 1}`,
);

export const spot = (cell: string): { column: number; row: number } => ({
  column: COLUMNS.indexOf(cell[0] ?? ""),
  row: Number(cell.slice(1)) - 1,
});

/** Top left corner in the picture. */
export function corner(cell: string): Point {
  const { column, row } = spot(cell);
  return { x: MARGIN + column * CELL, y: MARGIN + row * CELL };
}

export function centre(cell: string): Point {
  const { x, y } = corner(cell);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

/** The cell on the other side of `cell`, seen from its neighbour `from`; empty if there is none. */
export function beyond(from: string, cell: string): string {
  const [a, b] = [spot(from), spot(cell)];
  const [right, down] = [b.column - a.column, b.row - a.row];
  if (Math.abs(right) + Math.abs(down) !== 1) return "";
  const name = `${COLUMNS[b.column + right] ?? ""}${b.row + down + 1}`;
  return CELLS.includes(name) ? name : "";
}

/** A line through the centres of cells. */
export const lineThrough = (cells: readonly string[]): string =>
  `M${cells.map((cell) => `${centre(cell).x} ${centre(cell).y}`).join("L")}`;
