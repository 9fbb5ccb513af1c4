import { expect, test } from "vitest";
import { event as happened } from "../games/event";
import type { Analysis, GameEvent, JudgedTurn } from "../net/protocol";
import type { MoveEntry } from "../table/moves";
import { chainsOf, chainTo } from "./causes";
import { lineOf, placeOf } from "./line";
import { moverOf } from "./pieces";

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

test("the chain to one event ends with it", () => {
  const events = [event("pushed", 0), event("split", 1), event("rolled", 1)];
  expect(chainTo(events, 1).map(({ kind }) => kind)).toEqual(["pushed", "split"]);
  expect(chainTo(events, -1)).toEqual([]);
});

test("a sheep was brought to its place by the last event that moved it, wherever the flock's corner is", () => {
  const moved = (origin: number[], ...ways: number[][]) =>
    happened("command-played", {
      origin,
      shifts: ways.map(([x, y, toX, toY]) => ({ colour: "B", start: [x, y], end: [toX, toY] })),
    });
  const events = [
    moved([0, 0], [0, 0, 0, 1]),
    moved([-1, 0], [2, 2, -1, 2]),
    happened("points-scored", {}),
    happened("sheep-shorn", { origin: [0, 1], sheep: [["B", [3, 0]]] }),
  ];
  const mover = (cell: string) => moverOf("shear-panic", events, cell);
  expect(mover("1,0")).toBe(0);
  expect(mover("0,1")).toBe(1);
  expect(mover("3,1")).toBe(-1); // it has gone from there
  expect(mover("2,0")).toBe(-1); // it has not moved
});

test("a crate was brought to its place by whoever set it there, also under one that has left", () => {
  const events = [
    happened("crate-pushed", { docker: "A1", crate: "B1", target: "C1", docker_target: "B1" }),
    happened("crate-stacked", { docker: "D2", crate: "C2", target: "C1", docker_target: "C2" }),
    happened("crate-unstacked", { docker: "B1", crate: "C1", target: "D1" }),
    happened("docker-went", { docker: "B1", target: "A1", path: ["A1"] }),
  ];
  const mover = (cell: string) => moverOf("fragile", events, cell);
  expect(["C1", "D1", "A1", "C2"].map(mover)).toEqual([0, 2, 3, 1]);
  expect(["B1", "D2", "F6"].map(mover)).toEqual([-1, -1, -1]);
});
