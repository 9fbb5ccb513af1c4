import { describe, expect, test } from "vitest";
import problemsDe from "../problems/texts/de.json";
import problemsEn from "../problems/texts/en.json";
import problemsFr from "../problems/texts/fr.json";
import { preferred, said, setLanguage } from ".";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const sources = Object.values(
  import.meta.glob("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
).join("\n");

const CATALOGUES: [string, Record<string, string>, Record<string, string>][] = [
  ["fr", en, fr],
  ["de", en, de],
  ["fr, problems", problemsEn, problemsFr],
  ["de, problems", problemsEn, problemsDe],
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
  const unused = Object.keys({ ...en, ...problemsEn }).filter(
    (key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("the language is the first of the browser's that is spoken here", () => {
  expect(preferred(["it-IT", "de-AT", "en"])).toBe("de");
  expect(preferred(["ja"])).toBe("en");
});

test("French sets its marks off by a space", () => {
  const texts = Object.values({ ...fr, ...problemsFr });
  expect(texts.filter((text) => /[^ ][:;!?»](?= |$)|«(?! )/.test(text))).toEqual([]);
  expect(sources).not.toMatch(/t\("[\w-]+"\)\}:/); // a mark outside the catalogue has no language
});

test("no line breaks before a French mark that is set off", () => {
  setLanguage("fr");
  expect(said({ fr: "Qui ? « Roger » : lui" })).toBe("Qui\u00a0? «\u00a0Roger\u00a0»\u00a0: lui");
  setLanguage("en");
  expect(said({ en: "Who ?" })).toBe("Who ?");
});
