import { describe, expect, test, vi } from "vitest";
import type { BookView, CheckView } from "../net/protocol";
import { hashOf, parseRoute } from "../route";
import { besideRolls, clamped, extended, played } from "../table/line";
import { problemsApi } from "./api";
import { nearMyStrength, nextUnsolved } from "./books";
import { cleared, draftText, EMPTY, moved, parseDraft, put, stateOf, withGoal } from "./draft";
import { findings } from "./findings";
import { commandText, gameOf, isFlock, parseFlockProblem } from "./flock";
import {
  EMPTY_FLOCK,
  flockDraftText,
  flockOf,
  moveSheep,
  parseFlockDraft,
  putSheep,
  toggleCommand,
  withoutSheep,
} from "./flockDraft";
import {
  daysOf,
  daysSolved,
  isSolved,
  marksOf,
  note,
  noteDay,
  noteSolved,
  progressOf,
  setDaysSolved,
  setProgress,
  streak,
} from "./progress";
import { noteAttempt, setStanding, standing } from "./rating";
import { clockText, noteRush, rushBest, rushOrder } from "./rush";
import { syncProgress } from "./sync";
import { exported, importProgress } from "./transfer";

const FIRST = "2;C6gC3;D6,B9;C2";
const FLOCK = "GRB./KYR./G.BY N;Y;32;diagonal push 1,line up 3;back";
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
      grade: 2,
      themes: [],
      rating: 1200,
      task: {},
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

  test("a solution has marks: with or without help, in the fewest turns or not", () => {
    const best = { turns: 2, moves: [], hints: 0 };
    const open = { moves: [], hints: 0 };
    expect(marksOf({ ...open, hints: 3 })).toEqual([]);
    expect(marksOf({ ...open, best })).toEqual(["clean"]);
    expect(marksOf({ ...open, best, minimum: 2 })).toEqual(["clean", "minimum"]);
    expect(marksOf({ ...open, best: { ...best, hints: 1 }, minimum: 1 })).toEqual(["helped"]);
    expect(marksOf({ ...open, best, gaveUp: true })).toEqual(["helped"]);
  });

  test("a streak goes up to today or yesterday, over the end of a month, and breaks", () => {
    const days = ["2026-10-28", "2026-10-30", "2026-10-31", "2026-11-01"];
    expect(streak(days, "2026-11-01")).toBe(3);
    expect(streak(days, "2026-11-02")).toBe(3);
    expect(streak(days, "2026-11-03")).toBe(0);
    expect(streak([], "2026-11-03")).toBe(0);
  });
});

describe("the rush", () => {
  test("draws problems from easy to hard, one of each slice", () => {
    const problems = Array.from({ length: 100 }, (_, number) => ({
      number,
      problem: `rush${number}`,
      turns: 2,
      difficulty: 10 - number / 11,
      grade: 1,
      themes: [],
      rating: 2600 - 20 * number,
      task: {},
    }));
    const books: BookView[] = [{ name: "composed", problems, themes: {}, game: "fragile" }];
    const drawn = rushOrder(books, "fragile", () => 0.999);
    const hard = drawn.map(({ listed }) => listed.difficulty ?? 0);
    expect(drawn).toHaveLength(40);
    expect(hard).toEqual([...hard].sort((one, other) => one - other));
    expect(new Set(drawn).size).toBe(40);
    expect(rushOrder([], "fragile")).toEqual([]);
    expect(rushOrder(books, "shear-panic")).toEqual([]);
  });

  test("its clock counts down in minutes and seconds", () => {
    expect([300_000, 65_001, 400, -1].map(clockText)).toEqual(["5:00", "1:06", "0:01", "0:00"]);
  });
});

describe("progress as a file", () => {
  test("comes back as it was, and the shorter of two solutions stays", () => {
    noteSolved("t1", 3, ["long"]);
    noteDay("2026-11-17", "fragile");
    noteDay("2026-11-17", "shear-panic");
    noteRush("fragile", 4);
    noteRush("shear-panic", 3);
    const file = exported();
    note("t1", { best: { turns: 2, moves: ["short"], hints: 0 } });
    setDaysSolved(["2026-11-18"]);
    expect(importProgress(file)).toBe(true);
    expect(progressOf("t1").best?.turns).toBe(2);
    expect(daysOf("fragile")).toEqual(["2026-11-17", "2026-11-18"]);
    expect(daysOf("shear-panic")).toEqual(["2026-11-17"]);
    const better = file.replace('"rush":4', '"rush":6').replace('"flockRush":3', '"flockRush":8');
    expect(importProgress(better)).toBe(true);
    expect(importProgress(file)).toBe(true);
    expect([rushBest("fragile"), rushBest("shear-panic")]).toEqual([6, 8]);
    setProgress({});
    expect(importProgress(file)).toBe(true);
    expect(progressOf("t1").best).toEqual({ turns: 3, moves: ["long"], hints: 0 });
  });

  test.each([
    "",
    "{}",
    "[]",
    '{"kind":"tablee problems 1","problems":{"p":{"moves":3}}}',
  ])("%s is none", (text) => {
    const before = exported();
    expect(importProgress(text)).toBe(false);
    expect(exported()).toBe(before);
  });
});

describe("ratings", () => {
  const problem = (number: number, difficulty: number) => ({
    number,
    problem: `r${number}`,
    turns: 2,
    difficulty,
    grade: 1,
    themes: [],
    rating: 600 + 200 * difficulty,
    task: {},
  });

  test("a first attempt counts once, as the server reckons", async () => {
    const first = { at: 1, won: true, rating: 1400, rd: 120 };
    const now = { rating: 1300.4, rd: 300, vol: 0.06, curve: [1300] };
    const asked = vi
      .spyOn(problemsApi, "result")
      .mockResolvedValue({ kept: false, first, standing: now });
    await Promise.all([noteAttempt("r1", true, []), noteAttempt("r1", false, [])]);
    await noteAttempt("r1", false, []);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(standing()).toEqual({ ...now, curve: [1300] });
    expect(progressOf("r1").first).toEqual(first);
    asked.mockRejectedValue(new Error("away"));
    await noteAttempt("r2", true, []);
    expect(progressOf("r2").first).toBeUndefined();
  });

  test("progress is put together with the server's, and only what it lacks is sent", async () => {
    const best = { turns: 2, hints: 0, moves: ["a"] };
    note("s1", { best, moves: ["x"] });
    note("s2", { hints: 1 });
    note("own", { hints: 1 });
    const theirs = { s2: { hints: 1 }, s3: { best, gave_up: true } };
    const standing = { rating: 1500, rd: 90, vol: 0.06, curve: [1500] };
    const days = ["2026-01-01"];
    const view = { kept: true, problems: theirs, days, rush: 7, flock_rush: 9, standing };
    const sent = vi
      .spyOn(problemsApi, "progress")
      .mockImplementation(async (wish) => ({ ...view, problems: { ...theirs, ...wish.problems } }));
    await syncProgress(["s1", "s2", "s3"]);
    expect(sent.mock.calls.map(([wish]) => Object.keys(wish.problems))).toEqual([[], ["s1"]]);
    expect(progressOf("s1").moves).toEqual(["x"]);
    expect(progressOf("s3")).toMatchObject({ best, gaveUp: true });
    expect(daysSolved()).toContain("2026-01-01");
    expect([rushBest("fragile"), rushBest("shear-panic")]).toEqual([7, 9]);
    const nothing = { kept: false, problems: {}, days: [], rush: 0, flock_rush: 0, standing: null };
    sent.mockResolvedValue(nothing);
    sent.mockClear();
    await syncProgress(["s1"]);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test("the next problem is the one nearest to the player's strength that is open", () => {
    setStanding({ rating: 1450, rd: 100, vol: 0.06, curve: [] });
    const problems = [problem(3, 1), problem(4, 4), problem(5, 5), problem(6, 9)];
    const books: BookView[] = [{ name: "composed", problems, themes: {}, game: "fragile" }];
    expect(nearMyStrength(books)?.listed.number).toBe(4); // rated 1400, the next one 1600
    expect(nearMyStrength(books, "r4")?.listed.number).toBe(5);
    noteSolved("r4", 2, []);
    note("r5", { gaveUp: true });
    expect(nearMyStrength(books)?.listed.number).toBe(3); // 650 away, the other 950
  });
});

test("problem pages have links of their own, also as mail programs write them", () => {
  const places = [
    { page: "problems" },
    { page: "daily", game: "shear-panic" },
    { page: "rush", game: "fragile" },
    { page: "sheets", book: "composed" },
    { page: "problem", book: "published", number: 3 },
    { page: "own", text: FIRST },
    { page: "editor", text: FIRST },
    { page: "editor", text: "" },
    { page: "own", text: FLOCK },
    { page: "editor", text: FLOCK },
  ] as const;
  for (const place of places) expect(parseRoute(hashOf(place))).toEqual(place);
  expect(parseRoute(`#/problem/${encodeURIComponent(FIRST)}`)).toEqual(places[5]);
  expect(hashOf({ page: "own", text: FLOCK })).not.toContain(" ");
  expect(parseRoute("#/problems/daily")).toEqual({ page: "daily", game: "fragile" });
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
    lines: [],
    spare: null,
    themes: [],
    out_of_time: false,
    out_of_memory: false,
    seconds: 1,
    chance: null,
    for_a_book: true,
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

  test("themes, and pieces that are all needed", () => {
    const found = told({ themes: [{ en: "relay" }, { en: "return" }], spare: [] });
    expect(found.Motif).toBe("relay, return");
    expect(found.Pieces).toBe("each one is needed");
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

describe("problems of Shear Panic", () => {
  test("a line of five parts is a flock", () => {
    expect([isFlock(FLOCK), isFlock(FIRST)]).toEqual([true, false]);
    expect([gameOf(FLOCK), gameOf(FIRST)]).toEqual(["shear-panic", "fragile"]);
    expect(commandText("lamb push 2")).toBe("Lamb push 2");
    const found = parseFlockProblem(FLOCK);
    expect([found.colour, found.space, found.flock.sheep.length]).toEqual(["Y", 32, 9]);
    expect(found.commands).toEqual(["diagonal push 1", "line up 3"]);
  });

  test("the solver tells the best chance, and whether a command is needed", () => {
    const check: CheckView = {
      problem: FLOCK,
      turns: 2,
      minimum: null,
      refuted: 0,
      proved: true,
      certified: true,
      solutions: 1,
      difficulty: 4.2,
      lines: [],
      spare: [],
      themes: [],
      out_of_time: false,
      out_of_memory: false,
      seconds: 1,
      chance: "3/4",
      for_a_book: true,
    };
    const told = (change: Partial<CheckView>) =>
      Object.fromEntries(findings({ ...check, ...change }));
    expect(told({})).toEqual({
      "Best chance": "3/4",
      "Best first commands": "exactly one",
      Proved: "yes, and an independent checker agrees",
      Difficulty: "4.2",
      Commands: "each one is needed",
    });
    expect(told({ chance: "1" })["Best chance"]).toContain("no die can spoil it");
    expect(told({ chance: "0", solutions: 0 })["Best chance"]).toContain("cannot be solved");
    const late = told({ chance: null, solutions: null, proved: false, out_of_time: true });
    expect(late["Best chance"]).toBe("not known");
    expect(late.Limits).toContain("time");
  });

  test("a line never stops between a choice and its roll", () => {
    const moves = [{ seat: 0 }, { seat: -1 }, { seat: -1 }, { seat: 0 }];
    expect(besideRolls({ moves, at: 0 }, 1)).toBe(3);
    expect(besideRolls({ moves, at: 3 }, 2)).toBe(0);
    expect(besideRolls({ moves, at: 4 }, 3)).toBe(3);
    expect(besideRolls({ moves: moves.slice(0, 2), at: 0 }, 1)).toBe(2);
  });
});

describe("setting up a flock", () => {
  const draft = (text: string) => parseFlockDraft(text) ?? EMPTY_FLOCK;

  test.each([
    FLOCK,
    "- N;B;1;;front",
    "K E;R;0;leapfrog 3;points 12",
    "BRG/GKY/YBR W;G;40;ewe turn 1,lamb roll 2,line push 1;shorn B",
  ])("%s is read and written back", (text) => {
    expect(parseFlockDraft(text)).not.toBeNull();
    expect(flockDraftText(draft(text))).toBe(text);
  });

  test.each([
    "",
    FIRST,
    "BRG/GK N;B;1;;front",
    "BX N;B;1;;front",
    "B Q;B;1;;front",
    "B N;K;1;;front",
    "B N;B;one;;front",
    "B N;B;1;lamb push 9;front",
    "B N;B;1;;points",
    "B N;B;1;;front 3",
    "BBBBBBBBBB N;B;1;;front",
  ])("%j is none", (text) => {
    expect(parseFlockDraft(text)).toBeNull();
  });

  test("the same click takes a sheep away, and the third of a colour replaces the first", () => {
    const one = putSheep(EMPTY_FLOCK, "B", "4,4");
    expect(putSheep(one, "B", "4,4").sheep).toEqual({});
    const two = putSheep(one, "B", "5,4");
    expect(putSheep(two, "B", "6,4").sheep).toEqual({ "5,4": "B", "6,4": "B" });
    expect(putSheep(one, "R", "4,4").sheep).toEqual({ "4,4": "R" });
    const black = putSheep(putSheep(EMPTY_FLOCK, "K", "1,1"), "K", "2,2");
    expect(black.sheep).toEqual({ "2,2": "K" });
  });

  test("a sheep moves, and takes the place of another", () => {
    const two = draft("BR N;B;1;;front");
    const [blue = "", red = ""] = Object.keys(two.sheep);
    expect(moveSheep(two, blue, red).sheep).toEqual({ [red]: "B" });
    expect(moveSheep(two, "0,0", red)).toBe(two);
    expect(withoutSheep(two, red).sheep).toEqual({ [blue]: "B" });
  });

  test("the frame stays where it is while the flock grows to the left", () => {
    const one = putSheep(EMPTY_FLOCK, "B", "4,4");
    const wider = putSheep(one, "R", "3,4");
    expect(flockOf(one).corner).toEqual({ x: 4, y: 4 });
    expect(flockOf(wider).corner).toEqual({ x: 3, y: 4 });
    expect(flockDraftText(wider)).toBe("RB N;B;1;;front");
  });

  test("a fourth command takes the place of the first", () => {
    const commands = ["lamb push 2", "line up 3", "leapfrog 3", "ewe turn 1"];
    const all = commands.reduce(toggleCommand, EMPTY_FLOCK);
    expect(all.commands).toEqual(commands.slice(1));
    expect(toggleCommand(all, "ewe turn 1").commands).toEqual(commands.slice(1, 3));
  });
});
