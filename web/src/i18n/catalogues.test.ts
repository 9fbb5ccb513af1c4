import { describe, expect, test } from "vitest";
import { preferred } from ".";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const sources = Object.values(
  import.meta.glob("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
).join("\n");

describe.each(Object.entries({ fr, de }))("the catalogue in %s", (_, catalogue) => {
  test("has every text, none missing and none too many", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  test("keeps what stands in braces, and is nowhere empty", () => {
    for (const [key, text] of Object.entries(en)) {
      const other = (catalogue as Record<string, string>)[key] ?? "";
      expect(other.trim(), key).not.toBe("");
      expect(placeholders(other), key).toEqual(placeholders(text));
    }
  });
});

test("every text is used somewhere", () => {
  const made = [...sources.matchAll(/`([a-z]+-)\$\{/g)].map((match) => match[1] ?? "");
  const unused = Object.keys(en).filter(
    (key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("the language is the first of the browser's that is spoken here", () => {
  expect(preferred(["it-IT", "de-AT", "en"])).toBe("de");
  expect(preferred(["ja"])).toBe("en");
});
