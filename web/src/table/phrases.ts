// Ready-made phrases of the chat, asked for once.

import { createSignal } from "solid-js";
import { said } from "../i18n";
import { api } from "../net/api";
import type { Spoken } from "../net/protocol";

const [texts, setTexts] = createSignal<ReadonlyMap<string, Spoken>>(new Map());
let asked = false;

export function phrases(): ReadonlyMap<string, Spoken> {
  if (!asked) {
    asked = true;
    api.phrases().then(
      (list) => setTexts(new Map(list.map(({ phrase, text }) => [phrase, text]))),
      () => {
        asked = false;
      },
    );
  }
  return texts();
}

export const phraseText = (phrase: string): string => said(phrases().get(phrase)) || "…";
