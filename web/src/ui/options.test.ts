import { describe, expect, test } from "vitest";
import type { OptionView } from "../net/protocol";
import { fitted, leftOver, offered, swapped, wishes } from "./options";

const option = (told: Partial<OptionView>): OptionView => ({
  name: "first",
  kind: "choice",
  question: {},
  choices: {},
  default: "",
  players: [],
  least: 1,
  most: 999,
  ...told,
});

const first = option({ kind: "seat", choices: { draw: {} }, default: "1" });
const order = option({
  name: "order",
  choices: { clockwise: {}, straws: {} },
  default: "clockwise",
  players: [3, 4],
});
const idle = option({ name: "idle", kind: "number", choices: { off: {} }, default: "40" });
const colours = option({
  name: "colours",
  kind: "one-each",
  choices: { B: {}, G: {}, R: {}, Y: {} },
});

test("an option is offered to the numbers of players it is for", () => {
  expect(offered([first, order], 2)).toEqual([first]);
  expect(offered([first, order], 3)).toEqual([first, order]);
});

describe("a value that was chosen", () => {
  test("is usual if nothing was", () => {
    expect(fitted(order, 3)).toBe("clockwise");
    expect(fitted(idle, 2)).toBe("40");
    expect(fitted(colours, 3)).toBe("BGR");
  });

  test("stays while it suits the number of players", () => {
    expect(fitted(first, 4, "4")).toBe("4");
    expect(fitted(first, 3, "4")).toBe("1");
    expect(fitted(first, 3, "draw")).toBe("draw");
    expect(fitted(idle, 2, "off")).toBe("off");
    expect(fitted(order, 3, "backwards")).toBe("clockwise");
  });

  test("of one each is cut or filled up without doubles", () => {
    expect(fitted(colours, 2, "YRG")).toBe("YR");
    expect(fitted(colours, 4, "YR")).toBe("YRBG");
    expect(fitted(colours, 3, "YYx")).toBe("YBG");
  });
});

test("two seats swap their choices", () => {
  expect(swapped("BGR", 0, "R")).toBe("RGB");
  expect(swapped("BGR", 1, "Y")).toBe("BYR");
  expect(swapped("BGR", 1, "G")).toBe("BGR");
});

test("a choice that no seat has is left over", () => {
  expect(leftOver(colours, "BY")).toEqual(["G", "R"]);
  expect(leftOver(colours, "BYGR")).toEqual([]);
});

test("the server gets a value for each offered option and for no other", () => {
  expect(wishes([first, order, idle], 2, { first: "draw", order: "straws" })).toEqual({
    players: "2",
    first: "draw",
    idle: "40",
  });
});
