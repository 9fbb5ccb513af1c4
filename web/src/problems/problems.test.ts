import { describe, expect, test } from "vitest";
import type { CheckView } from "../net/protocol";
import { hashOf, parseRoute } from "../route";
import { levelOf, nextUnsolved } from "./books";
import { cleared, draftText, EMPTY, moved, parseDraft, put, stateOf, withGoal } from "./draft";
import { findings } from "./findings";
import { clamped, extended, played } from "./line";
import { isSolved, note, noteSolved, progressOf } from "./progress";

const FIRST = "2;C6gC3;D6,B9;C2";
const draft = (text: string) => parseDraft(text) ?? EMPTY;

describe("a problem as a line of text", () => {
  test.each([
    FIRST,
    "3;D2c,B9gC3;A9,B8,E5;D3,D5",
    "2;J2cgJ1,I3gH3c;J5,J6;-",
    "1;-;-;-",
  ])("%s is read and written back", (text) => {
    expect(parseDraft(text)).not.toBeNull();
    expect(draftText(draft(text))).toBe(text);
  });

  test.each([
    "",
    "2;C6gC3;D6,B9",
    "0;C6gC3;D6;-",
    "10;C6gC3;D6;-",
    "2;C6x;D6;-",
    "2;C6f;D6;-",
    "2;C6ccc;D6;-",
    "2;K6c;D6;-",
    "2;C11c;D6;-",
    "2;C6gC3;D6,D6;-",
    "2;C6gC3;C6;-",
    "2;C6c,C6c;D6;-",
    " 2;C6gC3;D6;-",
    "2;C6gC3;D6;-;",
    "2;C6gC3;D6;;-",
    "2;C6gC3,;D6;-",
  ])("%j is none", (text) => {
    expect(parseDraft(text)).toBeNull();
  });

  test("crates are written in the order of the board, whatever came first", () => {
    expect(draftText(put(put(EMPTY, "crate", "J10"), "crate", "A1"))).toBe("2;A1c,J10c;-;-");
  });
});

describe("setting up", () => {
  test("a second crate is stacked, a third takes the stack away", () => {
    const one = put(EMPTY, "crate", "D4");
    expect(draftText(put(one, "crate", "D4"))).toBe("2;D4cc;-;-");
    expect(put(put(one, "crate", "D4"), "crate", "D4")).toEqual(EMPTY);
  });

  test("a docker takes the place of a crate, and the same click takes it away", () => {
    const docker = put(put(EMPTY, "crate", "D4"), "docker", "D4");
    expect(draftText(docker)).toBe("2;-;D4;-");
    expect(draftText(put(docker, "helper", "D4"))).toBe("2;-;-;D4");
    expect(put(docker, "docker", "D4")).toEqual(EMPTY);
  });

  test("a goal moves from crate to crate, and the same again takes it away", () => {
    const two = draft("2;C6cc,E5c;D6;-");
    const goal = withGoal(two, "C6", 1, "C3");
    expect(draftText(goal)).toBe("2;E5c,C6cgC3;D6;-");
    expect(draftText(withGoal(goal, "E5", 0, "C3"))).toBe("2;E5gC3,C6cc;D6;-");
    expect(withGoal(goal, "C6", 1, "C3")).toEqual(two);
  });

  test("a moved stack keeps its goals and its order, and clears its target", () => {
    expect(draftText(moved(draft(FIRST), "C6", "B9"))).toBe("2;B9gC3;D6;C2");
    expect(draftText(moved(draft(FIRST), "D6", "E5"))).toBe("2;C6gC3;E5,B9;C2");
    expect(moved(draft(FIRST), "D6", "D6")).toEqual(draft(FIRST));
  });

  test("erasing leaves the others alone", () => {
    expect(draftText(cleared(draft(FIRST), "C2"))).toBe("2;C6gC3;D6,B9;-");
  });

  test("the board shows own dockers as the first player's, helpers as another's", () => {
    const state = stateOf(draft(FIRST), ["C3"]);
    expect(state.position.dockers.map(({ player }) => player)).toEqual([0, 0, 1]);
    expect(state.position.crates.get("C6")?.[0]?.goal).toBe("C3");
    expect(state.depots).toEqual({ C3: null });
  });
});

describe("a line with a place in it", () => {
  const same = (one: string, other: string) => one === other;

  test("undone moves stay if the player repeats them, else they go", () => {
    const line = { moves: ["a", "b", "c"], at: 1 };
    expect(played(line)).toEqual(["a"]);
    expect(extended(line, ["a", "b"], same)).toEqual({ moves: ["a", "b", "c"], at: 2 });
    expect(extended(line, ["a", "x"], same)).toEqual({ moves: ["a", "x"], at: 2 });
  });

  test("its place stays within it", () => {
    expect(clamped({ moves: ["a"], at: 0 }, 5)).toBe(1);
    expect(clamped({ moves: ["a"], at: 0 }, -1)).toBe(0);
  });
});

describe("progress", () => {
  test("the solution with fewer turns is kept", () => {
    noteSolved("p", 3, ["long"]);
    noteSolved("p", 2, ["short"]);
    noteSolved("p", 3, ["long again"]);
    expect(progressOf("p").best).toEqual({ turns: 2, moves: ["short"], hints: 0 });
    note("p", { moves: ["a"] });
    expect(progressOf("p").best?.turns).toBe(2);
    expect(isSolved("q")).toBe(false);
  });

  test("the next problem is the next unsolved one, going round", () => {
    const listed = (number: number) => ({
      number,
      problem: `n${number}`,
      turns: 2,
      difficulty: 3,
    });
    const all = [listed(1), listed(2), listed(3)];
    expect(nextUnsolved(all, 1)?.number).toBe(2);
    noteSolved("n2", 2, []);
    expect(nextUnsolved(all, 1)?.number).toBe(3);
    noteSolved("n3", 2, []);
    expect(nextUnsolved(all, 3)?.number).toBe(1);
    noteSolved("n1", 2, []);
    expect(nextUnsolved(all, 3)).toBeNull();
  });

  test("difficulties from 1 to 10 have four names", () => {
    expect([1, 3.5, 5.5, 7.5, 10].map(levelOf)).toEqual([
      "easy",
      "medium",
      "hard",
      "expert",
      "expert",
    ]);
  });
});

test("problem pages have links of their own, also as mail programs write them", () => {
  const places = [
    { page: "problems" },
    { page: "problem", book: "published", number: 3 },
    { page: "own", text: FIRST },
    { page: "editor", text: FIRST },
    { page: "editor", text: "" },
  ] as const;
  for (const place of places) expect(parseRoute(hashOf(place))).toEqual(place);
  expect(parseRoute(`#/problem/${encodeURIComponent(FIRST)}`)).toEqual(places[2]);
  expect(parseRoute("#/problem/%E0%A4%A")).toEqual({ page: "own", text: "%E0%A4%A" });
});

describe("the findings of the solver, in words", () => {
  const check: CheckView = {
    problem: FIRST,
    turns: 2,
    minimum: 2,
    refuted: 1,
    proved: true,
    certified: true,
    solutions: 1,
    difficulty: 3.1,
    out_of_time: false,
    out_of_memory: false,
    seconds: 1,
  };
  const told = (change: Partial<CheckView>) =>
    Object.fromEntries(findings({ ...check, ...change }));

  test("solvable, unique and proved", () => {
    expect(told({})).toEqual({
      "Solvable in the turns allowed": "yes",
      "Fewest turns": "2",
      "Shortest solutions": "exactly one",
      Proved: "yes, and an independent checker agrees",
      Difficulty: "3.1",
    });
  });

  test("too few turns allowed, or more than needed", () => {
    expect(told({ turns: 1 })["Solvable in the turns allowed"]).toBe("no, not within 1");
    expect(told({ turns: 3 }).Target).toBe("allows 3, more than needed");
  });

  test("unknown findings are not claimed", () => {
    const unknown = { minimum: null, proved: false, certified: null, solutions: null };
    const found = told({ ...unknown, turns: 4, refuted: 2, difficulty: null, out_of_time: true });
    expect(found["Solvable in the turns allowed"]).toBe("not known");
    expect(found["Fewest turns"]).toBe("more than 2");
    expect(found.Proved).toBe("no");
    expect(found.Limits).toContain("time");
  });
});
