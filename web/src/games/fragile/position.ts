// A position as the server writes it, `D4c,E3cf 1D6,2C2`, taken apart (docs/notation.md).

import { boolean, fields, number, orNull, record, string } from "../../net/read";

export interface Crate {
  fragile: boolean;
  /** Flipped this turn. */
  fresh: boolean;
  /** The depot it belongs into, in a problem. */
  goal: string | null;
}

export interface Docker {
  player: number;
  cell: string;
}

export interface Position {
  /** By cell, the lower crate first. */
  crates: Map<string, Crate[]>;
  dockers: Docker[];
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

function parseDockers(text: string): Docker[] {
  if (text === "-") return [];
  return text.split(",").map((item) => ({ player: Number(item[0]) - 1, cell: item.slice(1) }));
}

/** The server's state of Fragile, as far as a picture needs it. */
export interface FragileState {
  position: Position;
  depots: Record<string, number | null>;
  turn: number;
  activations: number;
  active: number | null;
  points: number;
  flips: number;
  marker: number | null;
}

export const readState = fields<FragileState>({
  position: (text) => parsePosition(string(text)),
  depots: record(orNull(number)),
  turn: number,
  activations: number,
  active: orNull(number),
  points: number,
  flips: number,
  marker: orNull(number),
});

export interface Scenery {
  /** Each slot for a depot, with the cell it opens to. */
  slots: Record<string, string>;
  points: number;
  flips: number;
  /** A problem: one plays alone. */
  alone: boolean;
}

export const readScenery = fields<Scenery>({
  slots: record(string),
  points: number,
  flips: number,
  alone: boolean,
});

/** Letters of the goals in a problem, in the order of the board. */
export function goalLetters(position: Position, cells: readonly string[]): Map<string, string> {
  const wanted = new Set([...position.crates.values()].flat().map((crate) => crate.goal));
  const goals = cells.filter((cell) => wanted.has(cell));
  return new Map(goals.map((cell, index) => [cell, "abcdefghijkl"[index] ?? "?"]));
}
