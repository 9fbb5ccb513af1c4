import { expect, test } from "vitest";
import { fields, list, number, oneOf, orNull, record, string } from "./read";

const read = fields({
  task: oneOf("push", "turn"),
  steps: list(number),
  by: record(orNull(string)),
});

test("a reader takes the fields of its shape and leaves the others out", () => {
  const told = { task: "push", steps: [1, 2], by: { a: null, b: "x" } };
  expect(read({ ...told, more: 1 })).toEqual(told);
});

test.each([
  [{ task: "walk", steps: [], by: {} }, "task"],
  [{ task: "push", steps: ["1"], by: {} }, "steps"],
  [{ task: "push", steps: [], by: { a: 3 } }, "a"],
  [{ task: "push", steps: [] }, "by"],
])("%j is refused by the name of its field", (json, field) => {
  expect(() => read(json)).toThrow(`the server's ${field} is no`);
});
