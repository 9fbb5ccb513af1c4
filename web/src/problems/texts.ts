// The texts of the problem pages. The page loads them with these pages, not with the lobby.

import { speaker } from "../i18n";
import { Refused, troubleText } from "../net/api";
import de from "./texts/de.json";
import en from "./texts/en.json";
import fr from "./texts/fr.json";

export type ProblemKey = keyof typeof en;

export const tp = speaker<ProblemKey>({ en, fr, de });

/** A book has its name in the catalogue. */
export const bookName = (book: string): string => tp(`book-${book}` as ProblemKey);

export const gradeName = (grade: number): string => tp(`grade-${grade}` as ProblemKey);

/** What went wrong, for people. */
export const trouble = (error: unknown): string =>
  error instanceof Refused && error.refusal.code === "rate"
    ? tp("too-many-questions")
    : troubleText(error);
