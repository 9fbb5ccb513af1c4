import { describe, expect, test } from "vitest";
import { setLanguage } from "../../i18n";
import type { Preview } from "../../net/protocol";
import { event } from "../event";
import { cast, waysOf } from "./cast";
import { covering, spending } from "./covering";
import { parseFlock, readScenery, readState } from "./flock";
import { mayBeLast } from "./goal";
import { parseMove, parseMoves } from "./notation";
import { rowPoints } from "./rows";
import { marksOf } from "./Track";
import { playable, targets } from "./targets";
import { gainsText } from "./words";

const flock = parseFlock("BRG/GKY/YBR N");
const push = { kind: "lamb push", number: 2 };
const line = { kind: "line push", number: 1 };

describe("notation", () => {
  test.each([
    ["lamb push 3 C2 W", { command: "lamb push", number: 3, cell: "C2", way: "W" }],
    ["leapfrog 3 C2 N", { command: "leapfrog", cell: "C2", way: "N" }],
    ["line up 2 front", { command: "line up", cell: null, way: "front" }],
    ["push C1 NW", { kind: "push", cell: "C1", way: "NW" }],
    ["move 2S1E", { kind: "move", dx: 1, dy: 2 }],
    ["move 3N", { kind: "move", dx: 0, dy: -3 }],
    ["group A1", { kind: "group", cell: "A1" }],
    ["extra 3", { kind: "extra", number: 3 }],
    ["no extra", { kind: "extra", number: 0 }],
    ["first 2", { kind: "first", player: 1 }],
  ])("%s", (text, parts) => {
    expect(parseMove(text)).toMatchObject(parts);
  });

  test("rolls are nobody's choice", () => {
    expect(parseMoves(["panic R", "regroup +"])).toEqual([]);
  });
});

describe("targets", () => {
  const choices = parseMoves([
    "lamb push 2 C2 W",
    "lamb push 2 A3 E",
    "line push 1 A2 E",
    "line up 2 left",
  ]);

  test("a command for one sheep asks for the sheep first, then for its way", () => {
    const first = targets(choices, { command: push, sheep: null }, flock, "");
    expect([...first.values()].map((target) => target.kind)).toEqual(["sheep", "sheep"]);
    const then = targets(choices, { command: push, sheep: "C2" }, flock, "");
    expect(then.get("1,1")).toMatchObject({ kind: "act", choices: [{ text: "lamb push 2 C2 W" }] });
  });

  test("a line is pushed from outside", () => {
    expect(targets(choices, { command: line, sheep: null }, flock, "").get("-1,1")?.kind).toBe(
      "act",
    );
  });

  test("a question with buttons lights no spot on the meadow", () => {
    const replies = parseMoves(["extra 1", "no extra", "first 2"]);
    expect(replies).toHaveLength(3);
    expect(targets(replies, { command: null, sheep: null }, flock, "")).toEqual(new Map());
  });

  test("a command without a legal move cannot be chosen", () => {
    expect(playable(choices, [push, line, { kind: "leapfrog", number: 3 }])).toEqual([push, line]);
  });
});

test("a sheep that moves is the same sheep, also when the corner of the flock shifts", () => {
  const before = cast(flock, [], []);
  const moved = event("command-played", {
    shifts: [{ colour: "B", start: [0, 0], end: [-1, 0] }],
    origin: [-1, 0],
  });
  const after = cast(parseFlock("B.RG/.GKY/.YBR N"), before, [moved]);
  const corner = before.find((sheep) => sheep.x === 0 && sheep.y === 0);
  expect(after.find((sheep) => sheep.x === 0 && sheep.y === 0)?.id).toBe(corner?.id);
  expect(new Set(after.map((sheep) => sheep.id))).toEqual(new Set(before.map((sheep) => sheep.id)));
});

test("of two equal commands, playing one covers one", () => {
  const menu = [push, push, line];
  expect(covering(menu, ["lamb push 2"]).map(({ covered }) => covered)).toEqual([
    true,
    false,
    false,
  ]);
});

describe("the last turn", () => {
  const moved = (start: number[], end: number[], origin: number[]) =>
    event("command-played", { shifts: [{ colour: "B", start, end }], origin });

  test("is drawn from where it began to where it ended, seen from the new corner", () => {
    expect(waysOf([moved([0, 0], [-1, 0], [-1, 0])])).toEqual([
      { colour: "B", from: { x: 1, y: 0 }, to: { x: 0, y: 0 } },
    ]);
  });

  test("has one way for a sheep that moved twice, and none for one that came back", () => {
    const out = moved([0, 0], [-1, 0], [-1, 0]);
    expect(waysOf([out, moved([0, 0], [0, 1], [0, 0])])).toEqual([
      { colour: "B", from: { x: 1, y: 0 }, to: { x: 0, y: 1 } },
    ]);
    expect(waysOf([out, moved([0, 0], [1, 0], [1, 0])])).toEqual([]);
  });

  test("shows the sheep that were shorn", () => {
    const shorn = event("sheep-shorn", { sheep: [["R", [0, 0]]], origin: [0, 1] });
    expect(waysOf([shorn])).toEqual([{ colour: "R", from: { x: 0, y: -1 }, to: null }]);
  });
});

describe("extra steps", () => {
  test("of two equal steps, spending one covers one", () => {
    const spent = spending([1, 1, 2, 2, 3], [1, 2, 2]).map((step) => step.spent);
    expect(spent).toEqual([true, false, false, false, true]);
  });

  test("a game of rules version 1 has none", () => {
    const told = { flock: "BRG N", used: [[]], player: 0, task: "command", counter: 0 };
    expect(readState({ ...told, face: "", group: "", die: "" }).extras).toEqual([]);
  });

  test("come with the gain of each player", () => {
    setLanguage("en");
    expect(gainsText([3, 4, 0], [5, 4, 1], ["B", "G", "Y"])).toBe("blue +2, yellow +1");
    expect(gainsText([3, 4], [2, 4], ["B", "G"])).toBe("blue -1");
    expect(gainsText([3, 4], [3, 4], ["B", "G"])).toBe("");
  });

  test("are marked where each takes the counter, one mark for each space", () => {
    const way = (move: string, end: number): Preview => ({
      move,
      events: [event("counter-advanced", { start: 24, end })],
      scores: [],
    });
    const ways = [way("no extra", 26), way("extra 2", 28), way("extra 3", 28)];
    expect(marksOf(ways, 24)).toEqual([
      { space: 26, label: "" },
      { space: 28, label: "+2 +3" },
    ]);
    expect(marksOf([way("line up 2 left", 24)], 24)).toEqual([]);
  });
});

describe("the points at a gate", () => {
  const scored = (player: number, points: number, field: string) =>
    event("points-scored", { player, points, field });
  const small = parseFlock("BG/B. N");

  test("are those of each row, from the front for Roger and from the back for the Shearer", () => {
    const roger = [scored(0, 7, "roger"), scored(1, 4, "roger")];
    expect(rowPoints(roger, small, ["B", "G"]).map(({ points }) => points)).toEqual([4, 4, 3]);
    const shearer = [scored(0, 7, "shearer"), scored(1, 3, "shearer")];
    expect(rowPoints(shearer, small, ["B", "G"]).map(({ points }) => points)).toEqual([3, 3, 4]);
  });

  test("are not shown on a flock that has moved on", () => {
    expect(rowPoints([scored(0, 5, "roger")], small, ["B", "G"])).toEqual([]);
    expect(rowPoints([scored(0, 2, "team")], small, ["B", "G"])).toEqual([]);
  });
});

test("a turn may be the last if a command that is left reaches the last space", () => {
  const scenery = readScenery({
    menu: [push, { kind: "line up", number: 3 }],
    fields: [{ kind: "shearer", first: 1, last: 20, gate: 15 }],
    panic: [],
    figures: [],
    colours: ["B", "G"],
    extras: [],
  });
  const at = (counter: number, used: string[]) =>
    mayBeLast(
      readState({
        flock: "BRG/GKY/YBR N",
        used: [used, []],
        player: 0,
        task: "command",
        counter,
        face: "",
        group: "",
        die: "",
      }),
      scenery,
    );
  expect([at(16, []), at(17, []), at(17, ["line up 3"]), at(18, ["line up 3"])]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
