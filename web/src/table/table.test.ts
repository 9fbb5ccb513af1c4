import { describe, expect, test } from "vitest";
import type { AnyEntry } from "../net/protocol";
import { hashOf, parseRoute } from "../route";
import { hasGap, joined, movesSince, standing } from "./moves";
import { Pace } from "./pace";
import { sources } from "./sources";

const played = (number: number, move: string, events: object[] = []): AnyEntry =>
  ({ kind: "played", number, at: 0, seat: 0, move, events }) as AnyEntry;
const undone = (number: number): AnyEntry => ({ kind: "undone", number, at: 0, seat: 0, move: "" });

describe("the log", () => {
  test("an undone move does not stand", () => {
    const left = standing([played(1, "a"), played(2, "b"), undone(3), played(4, "c")]);
    expect(left.map((entry) => entry.move)).toEqual(["a", "c"]);
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

describe("since my last move", () => {
  const by = (number: number, seat: number) => ({ ...played(number, "m"), seat }) as AnyEntry;
  const log = [by(1, 0), by(2, 1), by(3, 1), by(4, 0), by(5, 1), by(6, 1), by(7, 1)];

  test("I am told what the others played before I came", () => {
    expect(movesSince(log, [0], 6)).toEqual({ from: 4, count: 2 });
  });

  test("a player who has just played, never played or only watches is told nothing", () => {
    expect(movesSince(log, [1], 7)).toBe(null);
    expect(movesSince(log, [0], 3)).toBe(null);
    expect(movesSince(log, [2], 7)).toBe(null);
    expect(movesSince(log, [], 7)).toBe(null);
  });
});

describe("the pace", () => {
  test("steps are shown one after the other", () => {
    const shown: string[] = [];
    let later = () => {};
    const pace = new Pace((run) => {
      later = run;
    });
    for (const name of ["a", "b"]) pace.add({ duration: 500, show: () => shown.push(name) });
    expect(shown).toEqual(["a"]);
    later();
    expect(shown).toEqual(["a", "b"]);
  });

  test("too many steps are shown at once", () => {
    let count = 0;
    const pace = new Pace(() => {});
    for (let step = 0; step < 20; step++) pace.add({ duration: 500, show: () => count++ });
    expect(count).toBeGreaterThan(12);
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
});
