// Cells of the quay by name, A1 to J10; places in the picture.

export const COLUMNS = "ABCDEFGHIJ";
export const SIZE = 10;
export const CELL = 64;
export const MARGIN = 44;
export const WIDTH = SIZE * CELL + 2 * MARGIN;

export interface Spot {
  column: number;
  row: number;
}

export const CELLS: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, index) => `${COLUMNS[index % SIZE]}${Math.floor(index / SIZE) + 1}`,
);

export function spot(cell: string): Spot {
  return { column: COLUMNS.indexOf(cell[0] ?? ""), row: Number(cell.slice(1)) - 1 };
}

export function cellAt(column: number, row: number): string | null {
  const inside = column >= 0 && row >= 0 && column < SIZE && row < SIZE;
  return inside ? `${COLUMNS[column]}${row + 1}` : null;
}

/** Top left corner in the picture. */
export function corner(cell: string): { x: number; y: number } {
  const { column, row } = spot(cell);
  return { x: MARGIN + column * CELL, y: MARGIN + row * CELL };
}

export function centre(cell: string): { x: number; y: number } {
  const { x, y } = corner(cell);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}
