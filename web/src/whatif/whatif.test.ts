import { expect, test } from "vitest";
import type { AnyEntry } from "../net/protocol";
import { parseRoute } from "../route";
import { standing } from "../table/moves";
import { bareRecord, common, packed, type SharedBranch, unpacked } from "./branch";
import { percent } from "./chances";

const branch: SharedBranch = {
  start: { type: "record", text: `tablee record 1\n${"P1 C6>B6\n".repeat(200)}` },
  move: 12,
  moves: ["D6: C6>B6", "end"],
  seats: [{ name: "Anna", colour: "blue" }],
};

test("a link holds the whole branch, and little more", async () => {
  const text = await packed(branch);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(300);
  expect(parseRoute(`#/what-if/${text}`)).toEqual({ page: "whatif", branch: text });
  expect(await unpacked(text)).toEqual(branch);
});

test.each(["", "%%%", "abc", btoa("not packed")])("%j is no branch", async (text) => {
  expect(await unpacked(text)).toBeNull();
});

test("data of another shape is not a branch", async () => {
  const odd = { ...branch, moves: "end" } as unknown as SharedBranch;
  expect(await unpacked(await packed(odd))).toBeNull();
});

test("a bomb does not unpack", async () => {
  const large = { ...branch, moves: ["x".repeat(1_000_000)] };
  expect(await unpacked(await packed(large))).toBeNull();
});

test("comments of a record are left out of a link", () => {
  expect(bareRecord("tablee record 1\n# secret: 5\ngame: fragile\n")).toBe(
    "tablee record 1\ngame: fragile\n",
  );
});

test("two lines part at the first move that differs", () => {
  expect(common(["a", "b", "c"], ["a", "x"])).toBe(1);
  expect(common(["a"], ["a", "b"])).toBe(1);
  expect(common([], ["a"])).toBe(0);
});

test("moves taken back across turns do not stand", () => {
  const played = (number: number): AnyEntry => ({
    kind: "played",
    number,
    at: 0,
    seat: 0,
    move: `${number}`,
    events: [],
  });
  const rewound: AnyEntry = {
    kind: "rewound",
    number: 4,
    at: 0,
    seat: 0,
    moves: 2,
    draws: 0,
    state: {},
  };
  const log = [played(1), played(2), played(3), rewound, played(5)];
  expect(standing(log).map(({ move }) => move)).toEqual(["1", "5"]);
});

test("chances are shown in percent", () => {
  expect([0, 32_768, 65_536].map(percent)).toEqual([0, 50, 100]);
});
