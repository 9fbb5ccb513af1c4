import { expect, test } from "vitest";
import type { Analysis, GameEvent, JudgedTurn } from "../net/protocol";
import type { MoveEntry } from "../table/moves";
import { chainsOf } from "./causes";
import { lineOf, placeOf } from "./line";

const FRAME = { width: 120, height: 70, edge: 10 };
const turn = (number: number, first: number, last: number, after: number[]): JudgedTurn => ({
  number,
  player: (number - 1) % 2,
  first,
  last,
  played: [],
  before: [],
  best: [],
  after,
  loss: 0,
  word: "fine",
  better: [],
  at: first,
  dice: [],
  line: "",
  better_line: "",
});
const analysis: Analysis = {
  game: "fragile",
  rules: 2,
  players: 2,
  method: "weights",
  finished: true,
  start: [32_768, 32_768],
  end: [65_536, 0],
  turns: [turn(1, 0, 3, [16_384, 49_152]), turn(2, 4, 5, [65_536, 0])],
  turning_points: [],
  chances: [],
  points: null,
};

test("a line begins at the start of the game and ends with its end", () => {
  expect(lineOf(analysis, 0, FRAME)).toEqual([
    { x: 10, y: 35 },
    { x: 60, y: 47.5 },
    { x: 110, y: 10 },
  ]);
});

test("the board has a place in the graph, also within a turn", () => {
  expect([0, 2, 4, 6].map((at) => placeOf(analysis, at, FRAME))).toEqual([10, 35, 60, 110]);
});

const event = (kind: string, cause?: number): GameEvent => ({
  kind,
  rule: "",
  text: {},
  ...(cause === undefined ? {} : { cause }),
});
const move = (...events: GameEvent[]): MoveEntry => ({
  kind: "played",
  number: 1,
  at: 0,
  seat: 0,
  move: "",
  events,
});
const kinds = (moves: MoveEntry[]) => chainsOf(moves).map((chain) => chain.map(({ kind }) => kind));

test("a chain leads from the move over earlier moves to what it caused", () => {
  const push = move(event("pushed", 0), event("split", 1));
  const roll = move(event("rolled", 1));
  const back = move(event("regrouped", 1), event("scored", 4));
  expect(kinds([push, roll, back])).toEqual([
    ["pushed", "split", "rolled", "regrouped"],
    ["pushed", "scored"],
  ]);
});

test("games of old versions have no chains", () => {
  expect(kinds([move(event("pushed"), event("split"))])).toEqual([]);
});
