// The texts of the page in three languages. The sentences of the games come from the server.

import { remembered } from "../memory";
import type { Hello, Spoken } from "../net/protocol";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";
import { named, ofName, unaddressed } from "./names";

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

type Values = Record<string, string | number>;

/** `{count|point|points}` stands for the word that goes with the number. */
const filled = (text: string, values: Values): string =>
  text.replace(/(\bde )?\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, of = "", name, one, more) => {
    const value = values[name];
    if (one === undefined) return name === "name" && of ? ofName(`${value}`) : `${of}${value}`;
    return of + (value === 1 || (value === 0 && language() === "fr") ? one : more);
  });

/** Returns the texts of a catalogue, by key, in the language of the page. */
export const speaker =
  <K extends string>(catalogues: Record<Language, Record<K, string>>) =>
  (key: K, values: Values = {}): string =>
    filled(catalogues[language()][key], values);

export const t = speaker<Key>({ en, fr, de });

const inLanguage = (spoken: Spoken | undefined): string =>
  spoken?.[language()] ?? Object.values(spoken ?? {})[0] ?? "";

/** A sentence of the server, in the language of the page if it has it. */
export const said = (spoken: Spoken | undefined): string => named(inLanguage(spoken));

/** What there is to do, said to the player who is to do it. */
export const saidToActor = (spoken: Spoken | undefined): string =>
  named(unaddressed(inLanguage(spoken)));

/** What happened, in sentences. */
export const told = (events: readonly { text: Spoken }[]): string =>
  events.map((event) => said(event.text)).join(" ");
