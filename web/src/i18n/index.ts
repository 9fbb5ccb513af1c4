// The texts of the page in three languages. The sentences of the games come from the server.

import { remembered } from "../memory";
import type { Hello, Spoken } from "../net/protocol";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";
import { named, unaddressed } from "./names";

export type Language = NonNullable<Hello["language"]>;
export type Key = keyof typeof en;
export const LANGUAGES: readonly Language[] = ["en", "fr", "de"];
export const NAMES: Record<Language, string> = { en: "English", fr: "Français", de: "Deutsch" };

/** The first of the wishes that the page speaks; else English. */
export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

export const [language, setLanguage] = remembered<Language>(
  "language",
  preferred(typeof navigator === "undefined" ? [] : (navigator.languages ?? [])),
);

/** In French a space stands before some marks; no line may break there. */
const unbroken = (text: string): string =>
  language() === "fr" ? text.replace(/ (?=[?!:;»])|(?<=«) /g, "\u00a0") : text;

/** Returns the texts of a catalogue, by key, in the language of the page. */
export const speaker =
  <K extends string>(catalogues: Record<Language, Record<K, string>>) =>
  (key: K, values: Record<string, string | number> = {}): string =>
    unbroken(
      catalogues[language()][key].replace(/\{(\w+)\}/g, (_, name: string) =>
        String(values[name] ?? `{${name}}`),
      ),
    );

export const t = speaker<Key>({ en, fr, de });

const inLanguage = (spoken: Spoken | undefined): string =>
  spoken?.[language()] ?? Object.values(spoken ?? {})[0] ?? "";

/** A sentence of the server, in the language of the page if it has it. */
export const said = (spoken: Spoken | undefined): string => unbroken(named(inLanguage(spoken)));

/** What there is to do, said to the player who is to do it. */
export const saidToActor = (spoken: Spoken | undefined): string =>
  unbroken(named(unaddressed(inLanguage(spoken))));

/** What happened, in sentences. */
export const told = (events: readonly { text: Spoken }[]): string =>
  events.map((event) => said(event.text)).join(" ");
