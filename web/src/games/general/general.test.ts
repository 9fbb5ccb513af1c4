import { describe, expect, test } from "vitest";
import { elsewhere, naming, neighbour, open, picked, type Spot, touched } from "./cells";
import { isHarmless, isShape } from "./picture";

const CELLS = ["a1", "a10", "b2", "c3"];

describe("a move belongs to the cells its text names", () => {
  test("as words, not as parts of words", () => {
    expect(naming(["a1-b2", "a10-b2", "a1: c3"], ["a1"])).toEqual(["a1-b2", "a1: c3"]);
    expect(naming(["xa1", "a1x"], ["a1"])).toEqual([]);
  });

  test("whatever signs a name has", () => {
    expect(naming(["take (1.2)", "take (1x2)"], ["(1.2)"])).toEqual(["take (1.2)"]);
  });

  test("and some moves name no cell", () => {
    expect(elsewhere(["a1", "pass"], CELLS)).toEqual(["pass"]);
  });
});

describe("cells are chosen one after the other", () => {
  const moves = ["a1-b2", "a1-c3", "b2-c3"];

  test("first all that a move names are open, then those that go with the chosen ones", () => {
    expect([...open(moves, CELLS, [])]).toEqual(["a1", "b2", "c3"]);
    expect([...open(moves, CELLS, ["a1"])]).toEqual(["b2", "c3"]);
  });

  test("until they name one move", () => {
    expect(picked(moves, [], "a1")).toEqual(["a1"]);
    expect(naming(moves, picked(moves, ["a1"], "c3") ?? [])).toEqual(["a1-c3"]);
  });

  test("a cell that does not go with them begins anew, a chosen one is put down", () => {
    expect(picked(["a1-b2", "c3-d4"], ["a1"], "c3")).toEqual(["c3"]);
    expect(picked(moves, ["a1"], "a1")).toEqual([]);
  });

  test("a cell that no move names is no choice", () => {
    expect(picked(moves, ["a1"], "a10")).toBeNull();
  });
});

test("cells that events speak of are where something happened", () => {
  const event = { kind: "placed", rule: "R-1", text: {}, cell: "a1", turned: ["b2"], player: 0 };
  expect([...touched([event], CELLS)]).toEqual(["a1", "b2"]);
});

test("arrows lead to the nearest cell straight ahead, also where rows are shifted", () => {
  const spot = (cell: string, x: number, y: number): Spot => ({ cell, x, y });
  const hexes = [spot("a", 0, 0), spot("b", 20, 0), spot("c", 10, 17), spot("d", 30, 17)];
  const from = (cell: number, dx: number, dy: number) =>
    neighbour(hexes[cell] as Spot, hexes, dx, dy)?.cell ?? null;
  expect(from(0, 1, 0)).toBe("b");
  expect(from(1, 0, 1)).toBe("c");
  expect(from(2, 0, -1)).toBe("a");
  expect(from(0, -1, 0)).toBeNull();
});

describe("a drawing brings shapes", () => {
  test.each([
    "script",
    "foreignObject",
    "style",
    "a",
    "animate",
    "set",
    "image",
    "iframe",
  ])("and no %s", (element) => expect(isShape(element)).toBe(false));

  test.each([
    ["onclick", "alert(1)"],
    ["ONLOAD", "alert(1)"],
    ["style", "fill: red"],
    ["href", "javascript:alert(1)"],
    ["xlink:href", "https://elsewhere.example/a.svg#b"],
    ["fill", "url(https://elsewhere.example/a.svg#b)"],
    ["fill", "URL( 'https://elsewhere.example' )"],
  ])("and no %s=%s", (name, value) => expect(isHarmless(name, value)).toBe(false));

  test.each([
    ["href", "#disc"],
    ["fill", "url(#wood)"],
    ["fill", "url('#wood')"],
    ["data-cell", "a1"],
  ])("with %s=%s", (name, value) => expect(isHarmless(name, value)).toBe(true));
});
