import { expect, test } from "vitest";
import type { Rulebook, Spoken } from "../net/protocol";
import { found } from "./rulebook";

const rule = (id: string, fr: string) => ({
  id,
  title: { fr: id },
  text: { fr },
  figure: "",
  sources: [],
});
const book: Rulebook = {
  about: {},
  chapters: [
    { ...rule("F-1", "le quai"), rules: [rule("F-1.1", "Dépôt ouvert"), rule("F-1.2", "caisse")] },
    { ...rule("F-2", "le tour"), rules: [] },
  ],
  marks: {},
};
const french = (spoken: Spoken) => spoken.fr ?? "";
const ids = (search: string) =>
  found(book, search, french).flatMap((chapter) => [chapter.id, ...chapter.rules.map((r) => r.id)]);

test("without a search all rules are there", () => {
  expect(ids(" ")).toEqual(["F-1", "F-1.1", "F-1.2", "F-2"]);
});

test("a search finds every word, whatever its accents and capitals", () => {
  expect(ids("depot OUVERT")).toEqual(["F-1", "F-1.1"]);
  expect(ids("depot caisse")).toEqual([]);
});

test("a search finds a rule by its id, and a whole chapter by its own words", () => {
  expect(ids("f-1.2")).toEqual(["F-1", "F-1.2"]);
  expect(ids("quai")).toEqual(["F-1", "F-1.1", "F-1.2"]);
});
