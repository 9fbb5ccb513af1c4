// The state of Fragile, parsed from the server's JSON. A position is text: `D4c,E3cf 1D6,2C2`.

import { boolean, fields, number, orNull, record, string } from "../../net/read";

export interface Crate {
  fragile: boolean;
  /** Flipped this turn. */
  fresh: boolean;
  /** In a problem, the depot it belongs into. */
  goal: string | null;
}

export interface Position {
  /** By cell, the lower crate first. */
  crates: Map<string, Crate[]>;
  dockers: { player: number; cell: string }[];
}

const CELL = /^[A-J](?:10|[1-9])/;

export function parsePosition(text: string): Position {
  const [crates = "-", dockers = "-"] = text.split(" ");
  return { crates: parseCrates(crates), dockers: parseDockers(dockers) };
}

function parseCrates(text: string): Map<string, Crate[]> {
  const found = new Map<string, Crate[]>();
  if (text === "-") return found;
  for (const item of text.split(",")) {
    const cell = CELL.exec(item)?.[0] ?? "";
    const faces = item.slice(cell.length).match(/g[A-J](?:10|[1-9])|[cfn]/g) ?? [];
    found.set(
      cell,
      faces.map((face) => ({
        fragile: face === "f" || face === "n",
        fresh: face === "n",
        goal: face.startsWith("g") ? face.slice(1) : null,
      })),
    );
  }
  return found;
}

function parseDockers(text: string): Position["dockers"] {
  if (text === "-") return [];
  return text.split(",").map((item) => ({ player: Number(item[0]) - 1, cell: item.slice(1) }));
}

export type FragileState = ReturnType<typeof readState>;

export const readState = fields({
  position: (text) => parsePosition(string(text)),
  /** By slot, the owner. */
  depots: record(orNull(number)),
  active: orNull(number),
  points: number,
  flips: number,
  marker: orNull(number),
  /** The first player whose depots are all full. */
  full_player: orNull(number),
  /** Each player plays one last turn. */
  last_turns: boolean,
});

export type Scenery = ReturnType<typeof readScenery>;

export const readScenery = fields({
  /** By slot for a depot, the cell it opens to. */
  slots: record(string),
  points: number,
  flips: number,
  /** True in a problem, which has one player. */
  alone: boolean,
  /** How many each player has. */
  depots: number,
  dockers: number,
});

/** The letter of each goal of a problem, in the order of the board. */
export function goalLetters(position: Position, cells: readonly string[]): Map<string, string> {
  const wanted = new Set([...position.crates.values()].flat().map((crate) => crate.goal));
  const goals = cells.filter((cell) => wanted.has(cell));
  return new Map(goals.map((cell, index) => [cell, "abcdefghijkl"[index] ?? "?"]));
}
