import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyEntry } from "../net/protocol";
import { hashOf, parseRoute } from "../route";
import { folded, hasGap, joined, type MoveEntry, standing } from "./moves";
import { Pace } from "./pace";
import { sources } from "./sources";
import { drawnPart, lastTurns, reasonsOf, turnsOf } from "./turns";
import { titleOf, whyOf } from "./verdict";

const played = (number: number, move: string, events: object[] = []): AnyEntry =>
  ({ kind: "played", number, at: 0, seat: 0, move, events }) as AnyEntry;
const undone = (number: number): AnyEntry => ({ kind: "undone", number, at: 0, seat: 0, move: "" });

describe("the log", () => {
  test("an undone move does not stand", () => {
    const left = standing([played(1, "a"), played(2, "b"), undone(3), played(4, "c")]);
    expect(left.map((entry) => entry.move)).toEqual(["a", "c"]);
  });

  test("moves that were undone fold away with their undoing", () => {
    const log = [played(1, "a"), played(2, "b"), played(3, "c"), undone(4), undone(5)];
    const groups = folded([...log, played(6, "d")]).map((group) => group.map((e) => e.number));
    expect(groups).toEqual([[1], [2, 3, 4, 5], [6]]);
  });

  test("an entry that comes twice is kept once", () => {
    const log = joined([played(1, "a")], [played(1, "a"), played(2, "b")]);
    expect(log.map((entry) => entry.number)).toEqual([1, 2]);
  });

  test("a hole between entries is noticed", () => {
    expect(hasGap(4, [played(6, "x")])).toBe(true);
    expect(hasGap(4, [played(5, "x")])).toBe(false);
    expect(hasGap(4, [])).toBe(false);
  });

  test("points are summed by their source", () => {
    const stored = (points: number) => ({ kind: "crate-stored", depot: "A1", player: 0, points });
    const found = sources([played(1, "x", [stored(1)]), played(2, "y", [stored(2), stored(1)])], 2);
    expect([...found]).toEqual([
      ["crates", [2, 0]],
      ["fragile", [2, 0]],
    ]);
    const cost = { kind: "extras-cost", player: 1, points: -2 };
    expect([...sources([played(1, "x", [cost])], 2)]).toEqual([["extras", [0, -2]]]);
  });
});

describe("turns", () => {
  const by = (number: number, seat: number, kinds: string[] = []) =>
    ({
      ...played(
        number,
        "m",
        kinds.map((kind) => ({ kind })),
      ),
      seat,
    }) as MoveEntry;
  const drawn = (number: number) => ({ ...by(number, 0), kind: "drawn" }) as MoveEntry;
  const parts = (moves: MoveEntry[]) =>
    turnsOf(moves).map(({ from, moves }) => [from, moves.length]);

  test("a turn is all moves of a player in a row, with the draws among them", () => {
    expect(parts([by(1, 0), drawn(2), by(3, 0), by(4, 1)])).toEqual([
      [0, 3],
      [3, 1],
    ]);
  });

  test("a player whose turn comes again at once has two turns", () => {
    expect(parts([by(1, 0), by(2, 0, ["turn-began"]), by(3, 0)])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  const log = [by(1, 0), by(2, 0), by(3, 1), by(4, 2), by(5, 2, ["turn-began"])];

  test("the last turns are those of the others since mine", () => {
    expect(lastTurns(turnsOf(log), [0]).map(({ from }) => from)).toEqual([2, 3]);
    const begun = [...log, by(6, 0)];
    expect(lastTurns(turnsOf(begun), [0]).map(({ from }) => from)).toEqual([2, 3]);
    expect(lastTurns(turnsOf(log), []).map(({ from }) => from)).toEqual([3]);
  });

  test("the whole turn of another is drawn, and only the last move of my own", () => {
    expect(drawnPart(turnsOf(log), [0])?.moves).toHaveLength(2);
    expect(drawnPart(turnsOf([...log, by(6, 0), by(7, 0)]), [0])?.moves).toHaveLength(1);
    expect(drawnPart([], [0])).toBe(null);
  });

  test("a bot gives each reason once", () => {
    const because = (number: number, en: string) => ({ ...by(number, 1), reason: { en } });
    const [turn] = turnsOf([because(1, "a"), because(2, "a"), because(3, "b")] as MoveEntry[]);
    expect(turn && reasonsOf(turn)).toEqual([{ en: "a" }, { en: "b" }]);
  });
});

describe("the pace", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    shown.splice(0);
  });
  afterEach(() => void vi.useRealTimers());

  const shown: string[] = [];
  const step = (name: string, duration = 500, own = false) => ({
    own,
    duration: () => duration,
    show: () => void shown.push(name),
  });

  test("steps are shown one after the other, however many wait", () => {
    const pace = new Pace();
    for (let place = 0; place < 60; place++) pace.add(step(String(place)));
    expect(shown).toEqual(["0"]);
    vi.advanceTimersByTime(500);
    expect(shown).toEqual(["0", "1"]);
    vi.advanceTimersByTime(500 * 20);
    expect(shown).toHaveLength(22);
  });

  test("a step that moves nothing does not stop the line", () => {
    const pace = new Pace();
    for (const name of ["a", "b", "c"]) pace.add(step(name, name === "c" ? 500 : 0));
    expect(shown).toEqual(["a", "b", "c"]);
  });

  test("a step may wait for a key", () => {
    const waiting: number[] = [];
    const pace = new Pace((count) => waiting.push(count));
    for (const name of ["a", "b"]) pace.add(step(name, Number.POSITIVE_INFINITY));
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual(["a"]);
    expect(waiting.at(-1)).toBe(1);
    pace.next();
    expect(shown).toEqual(["a", "b"]);
    expect(waiting.at(-1)).toBe(0);
  });

  test("the player's own step is shown at once", () => {
    const pace = new Pace();
    pace.add(step("theirs"));
    pace.add(step("mine", 500, true));
    expect(shown).toEqual(["theirs", "mine"]);
    pace.add(step("next"));
    expect(shown).toHaveLength(2);
    pace.flush();
    expect(shown).toHaveLength(3);
  });
});

test.each([
  { page: "lobby" },
  { page: "learn", game: "shear-panic", step: 2 },
  { page: "table", id: "0123456789ab", key: "a_-b" },
  { page: "replay", id: "0123456789ab", key: "", move: 7 },
  { page: "replay", id: "0123456789ab", key: "k", move: 0, play: true },
] as const)("a link leads back to where it was made: $page", (route) => {
  expect(parseRoute(hashOf(route))).toEqual(route);
  expect(parseRoute("#/")).toEqual({ page: "lobby" });
  for (const wrong of ["#/tabel/abc", "#/learn", "#/replay", "#/table/"])
    expect(parseRoute(wrong)).toEqual({ page: "lost" });
});

describe("the end", () => {
  const end = { game: "fragile", winners: [1], names: ["Ada", "Ben"], scores: [4, 5] };

  test("I won if a seat of mine did; at one screen the winner is named", () => {
    expect(titleOf({ ...end, yours: [1] })).toBe("You won!");
    expect(titleOf({ ...end, yours: [0] })).toBe("Ben wins");
    expect(titleOf({ ...end, yours: [0, 1] })).toBe("Ben wins");
    expect(titleOf({ ...end, yours: [0], winners: [] })).toBe("Nobody wins");
  });

  test("Fragile says that the marker decides, also where points are equal", () => {
    expect(whyOf({ ...end, yours: [] })).toBe("Ben holds the winner marker, with 5 points.");
    expect(whyOf({ ...end, yours: [], scores: [5, 5] })).toMatch(/Others also have 5 points/);
  });

  test("Shear Panic says which tie-break decides", () => {
    const sheep = { ...end, game: "shear-panic", yours: [], winners: [0] };
    expect(whyOf({ ...sheep, decidedBy: "points" })).toMatch(/Ada has the most points: 4/);
    expect(whyOf({ ...sheep, decidedBy: "sheep" })).toMatch(/Ada has more sheep left/);
    expect(whyOf({ ...sheep, decidedBy: "turn" })).toMatch(/last turn of Ada/);
  });
});
