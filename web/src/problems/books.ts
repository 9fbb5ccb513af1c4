// The books, asked for once; what is next in them; how hard is hard.

import { createResource } from "solid-js";
import type { BookView, ListedProblem } from "../net/protocol";
import type { Route } from "../route";
import { problemsApi } from "./api";
import { isSolved } from "./progress";

let asked: Promise<BookView[]> | null = null;

function fetched(): Promise<BookView[]> {
  asked ??= problemsApi.books().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export const useBooks = () => createResource(fetched)[0];

export type Level = "easy" | "medium" | "hard" | "expert";
export const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

export function levelOf(difficulty: number): Level {
  if (difficulty < 3.5) return "easy";
  if (difficulty < 5.5) return "medium";
  return difficulty < 7.5 ? "hard" : "expert";
}

/** The next problem of the book that is not solved yet, going round; null if all are. */
export function nextUnsolved(
  problems: readonly ListedProblem[],
  number: number,
): ListedProblem | null {
  const here = problems.findIndex((listed) => listed.number === number);
  const round = [...problems.slice(here + 1), ...problems.slice(0, Math.max(0, here))];
  return round.find((listed) => !isSolved(listed.problem)) ?? null;
}

export const placeOf = (book: string, listed: ListedProblem): Route => ({
  page: "problem",
  book,
  number: listed.number,
});
