// Texts of the problem pages: loaded with them, not with the lobby.

import { language, speaker, t } from "../i18n";
import { Refused } from "../net/api";
import de from "./texts/de.json";
import en from "./texts/en.json";
import fr from "./texts/fr.json";

export type ProblemKey = keyof typeof en;

export const tp = speaker<ProblemKey>({ en, fr, de });

/** What went wrong, for people. */
export function trouble(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  const { code, text } = error.refusal;
  if (code === "rate") return tp("too-many-questions");
  return text[language()] ?? text.en ?? t("offline");
}
