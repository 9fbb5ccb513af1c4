// The books of problems, the problem of the day, and which problem comes next.

import { createResource } from "solid-js";
import { once } from "../net/api";
import type { BookView, ListedProblem } from "../net/protocol";
import { hashOf, type Route } from "../route";
import { problemsApi } from "./api";
import { isSolved, progressOf } from "./progress";
import { standing } from "./rating";

const loadBooks = once(problemsApi.books);
export const useBooks = () => createResource(loadBooks)[0];
export const useDaily = (game: string) => createResource(() => problemsApi.daily(game))[0];

export type GameName = BookView["game"];
/** The games that have problems. Their names are the same in every language. */
export const TITLES: Record<GameName, string> = {
  fragile: "Fragile",
  "shear-panic": "Shear Panic",
};
export const GAMES = Object.keys(TITLES) as GameName[];

export const GRADES: readonly number[] = [1, 2, 3, 4, 5];

/** The next unsolved problem of the book, going round; null if all are solved. */
export function nextUnsolved(
  problems: readonly ListedProblem[],
  number: number,
): ListedProblem | null {
  const here = problems.findIndex((listed) => listed.number === number);
  const round = [...problems.slice(here + 1), ...problems.slice(0, Math.max(0, here))];
  return round.find((listed) => !isSolved(listed.problem)) ?? null;
}

export interface Place {
  book: string;
  listed: ListedProblem;
}

export const places = (books: readonly BookView[]): Place[] =>
  books.flatMap(({ name, problems }) => problems.map((listed) => ({ book: name, listed })));

export const rating = ({ listed }: Place): number => listed.rating;

/** The problem nearest to the player's rating that was neither solved nor given up. */
export function nearMyStrength(books: readonly BookView[], not = ""): Place | null {
  const mine = standing().rating;
  const distance = (place: Place) => Math.abs(rating(place) - mine);
  const open = places(books).filter(({ listed: { problem } }) => {
    const { best, gaveUp } = progressOf(problem);
    return !best && !gaveUp && problem !== not;
  });
  return open.reduce<Place | null>(
    (best, place) => (best && distance(best) <= distance(place) ? best : place),
    null,
  );
}

export const placeOf = (book: string, listed: ListedProblem): Route => ({
  page: "problem",
  book,
  number: listed.number,
});

export const addressOf = (place: Place | null): string | null =>
  place && hashOf(placeOf(place.book, place.listed));
