// The flock, parsed from the server's text: `BRG/GKY/YBR N`.

import { fields, list, number, oneOf, orNull, type Reader, string } from "../../net/read";

export type Facing = "N" | "E" | "S" | "W";
export type Colour = "B" | "G" | "R" | "Y" | "K";

export interface Spot {
  x: number;
  y: number;
}

export interface Sheep extends Spot {
  colour: Colour;
}

export interface Flock {
  sheep: Sheep[];
  facing: Facing;
  width: number;
  height: number;
}

export const FACINGS: readonly Facing[] = ["N", "E", "S", "W"];
export const VECTORS: Record<string, Spot> = {
  N: { x: 0, y: -1 },
  NE: { x: 1, y: -1 },
  E: { x: 1, y: 0 },
  SE: { x: 1, y: 1 },
  S: { x: 0, y: 1 },
  SW: { x: -1, y: 1 },
  W: { x: -1, y: 0 },
  NW: { x: -1, y: -1 },
};

export const add = (a: Spot, b: Spot, times = 1): Spot => ({
  x: a.x + times * b.x,
  y: a.y + times * b.y,
});
export const same = (a: Spot, b: Spot): boolean => a.x === b.x && a.y === b.y;
export const spotKey = ({ x, y }: Spot): string => `${x},${y}`;

export function parseFlock(text: string): Flock {
  const [rows = "-", facing = "N"] = text.split(" ");
  const lines = rows === "-" ? [] : rows.split("/");
  const sheep = lines.flatMap((line, y) =>
    [...line].flatMap((colour, x) => (colour === "." ? [] : [{ colour: colour as Colour, x, y }])),
  );
  return { sheep, facing: facing as Facing, width: lines[0]?.length ?? 0, height: lines.length };
}

/** The sheep that are side to side with the one on `spot`, over others or not (S-5.1). */
export function groupOf(flock: Flock, spot: Spot): Spot[] {
  const found: Spot[] = flock.sheep.filter((sheep) => same(sheep, spot));
  for (const at of found)
    for (const way of FACINGS) {
      const beside = add(at, VECTORS[way] ?? at);
      const sheep = flock.sheep.find((other) => same(other, beside));
      if (sheep && !found.some((other) => same(other, sheep))) found.push(sheep);
    }
  return found;
}

/** `C2`: column letter, row number from the top. */
export const cellName = ({ x, y }: Spot): string => `${String.fromCharCode(65 + x)}${y + 1}`;
export const spotNamed = (cell: string): Spot => ({
  x: cell.charCodeAt(0) - 65,
  y: Number(cell.slice(1)) - 1,
});

/** Empty if the spot is outside the flock. */
export const nameIn = ({ width, height }: Flock, spot: Spot): string =>
  spot.x >= 0 && spot.y >= 0 && spot.x < width && spot.y < height ? cellName(spot) : "";

/** The direction of a side of the flock, named from where its sheep look. */
export function sideWay(side: string, facing: Facing): Facing {
  const turns: Record<string, number> = { front: 0, right: 1, back: 2, left: 3 };
  return FACINGS[(FACINGS.indexOf(facing) + (turns[side] ?? 0)) % 4] ?? "N";
}

const numbers = list(number);

export const readState = fields({
  flock: (text) => parseFlock(string(text)),
  used: list(list(string)),
  player: number,
  task: string,
  counter: number,
  face: string,
  group: string,
  die: string,
  /** By player, the extra steps that are left. Games of rules version 1 have none. */
  extras: (steps): number[][] => (steps === undefined ? [] : list(numbers)(steps)),
});

export interface MenuEntry {
  kind: string;
  number: number;
}

export type Scenery = ReturnType<typeof readScenery>;

export const readColours: Reader<Colour[]> = list(oneOf("B", "G", "R", "Y", "K"));

export const readScenery = fields({
  menu: list(fields({ kind: string, number })),
  fields: list(fields({ kind: string, first: number, last: number, gate: orNull(number) })),
  panic: numbers,
  /** By space, the figure before the flock. */
  figures: list(orNull(string)),
  colours: readColours,
  /** The extra steps each player begins with. Only two players have them. */
  extras: numbers,
});
