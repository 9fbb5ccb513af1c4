import { describe, expect, test } from "vitest";
import problemsDe from "../problems/texts/de.json";
import problemsEn from "../problems/texts/en.json";
import problemsFr from "../problems/texts/fr.json";
import whatIfDe from "../whatif/texts/de.json";
import whatIfEn from "../whatif/texts/en.json";
import whatIfFr from "../whatif/texts/fr.json";
import { preferred, setLanguage, t } from ".";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";

const placeholders = (text: string) => new Set(text.match(/\{\w+/g));
const sources = Object.values(
  import.meta.glob("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
).join("\n");

const CATALOGUES: [string, Record<string, string>, Record<string, string>][] = [
  ["fr", en, fr],
  ["de", en, de],
  ["fr, problems", problemsEn, problemsFr],
  ["de, problems", problemsEn, problemsDe],
  ["fr, what if", whatIfEn, whatIfFr],
  ["de, what if", whatIfEn, whatIfDe],
];

describe.each(CATALOGUES)("the catalogue in %s", (_, english, catalogue) => {
  test("has the same texts as the English one", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
  });

  test("keeps the words in braces, and has no empty text", () => {
    for (const [key, text] of Object.entries(english)) {
      const other = catalogue[key] ?? "";
      expect(other.trim(), key).not.toBe("");
      expect(placeholders(other), key).toEqual(placeholders(text));
    }
  });
});

test("every text is used somewhere", () => {
  const made = [...sources.matchAll(/`([a-z]+-)\$\{/g)].map((match) => match[1] ?? "");
  const unused = Object.keys({ ...en, ...problemsEn, ...whatIfEn }).filter(
    (key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("the language is the first of the browser's that is spoken here", () => {
  expect(preferred(["it-IT", "de-AT", "en"])).toBe("de");
  expect(preferred(["ja"])).toBe("en");
});

const NARROW = "\u202f";
const WIDE = "\u00a0";

test("French sets its marks off by a space that does not break", () => {
  const wrong = new RegExp(`[^${NARROW}][;!?»](?=\\s|$)|[^${WIDE}]:(?=\\s|$)|«(?!${NARROW})`);
  const texts = Object.values({ ...fr, ...problemsFr, ...whatIfFr });
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
  expect(sources).not.toMatch(/t\("[\w-]+"\)\}:/); // a mark outside the catalogue has no language
});

test("words go with their number", () => {
  const scores = () => [0, 1, 2].map((count) => t("score", { count }));
  expect(scores()).toEqual(["0 points", "1 point", "2 points"]);
  setLanguage("fr");
  expect(scores()).toEqual(["0 point", "1 point", "2 points"]);
  setLanguage("en");
});

test("no number has a bare plural after it", () => {
  const bare = /\} (points|days|seconds|jours|secondes|Punkten?|Tage|Sekunden)\b/;
  const more = [problemsEn, problemsFr, problemsDe, whatIfEn, whatIfFr, whatIfDe];
  for (const catalogue of [en, fr, de, ...more])
    expect(Object.values(catalogue).filter((text) => bare.test(text))).toEqual([]);
});

test("French elides before a name", () => {
  setLanguage("fr");
  expect(t("turn-again", { name: "Ada" })).toBe("Revoir le tour d'Ada");
  expect(t("turn-again", { name: "Ben" })).toBe("Revoir le tour de Ben");
  setLanguage("en");
});
