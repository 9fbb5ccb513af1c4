// The books of problems, and how hard a problem is.

import { createResource } from "solid-js";
import { once } from "../net/api";
import type { ListedProblem } from "../net/protocol";
import type { Route } from "../route";
import { problemsApi } from "./api";
import { isSolved } from "./progress";

const loadBooks = once(problemsApi.books);
export const useBooks = () => createResource(loadBooks)[0];

export type Level = "easy" | "medium" | "hard" | "expert";
export const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

export function levelOf(difficulty: number): Level {
  if (difficulty < 3.5) return "easy";
  if (difficulty < 5.5) return "medium";
  return difficulty < 7.5 ? "hard" : "expert";
}

/** The next unsolved problem of the book, going round; null if all are solved. */
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
