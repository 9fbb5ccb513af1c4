// Ready-made phrases of the chat.

import { createSignal } from "solid-js";
import { said } from "../i18n";
import { api, once } from "../net/api";
import type { Spoken } from "../net/protocol";

const [texts, setTexts] = createSignal<ReadonlyMap<string, Spoken>>(new Map());
const load = once(() =>
  api.phrases().then((list) => setTexts(new Map(list.map(({ phrase, text }) => [phrase, text])))),
);

export function phrases(): ReadonlyMap<string, Spoken> {
  load().catch(() => {});
  return texts();
}

export const phraseText = (phrase: string): string => said(phrases().get(phrase)) || "…";
