// The rush: as many problems as possible in five minutes, from easy to hard.

import { remembered } from "../memory";
import type { BookView } from "../net/protocol";
import { type GameName, type Place, places, rating } from "./books";

export const RUSH = 5 * 60_000;
const MOST = 40;

const BESTS: Record<GameName, [() => number, (count: number) => void]> = {
  fragile: remembered("problem-rush", 0),
  "shear-panic": remembered("problem-rush-shear-panic", 0),
};
/** The most problems of a game solved in one rush. */
export const rushBest = (game: GameName): number => BESTS[game][0]();
export const noteRush = (game: GameName, count: number): void =>
  BESTS[game][1](Math.max(rushBest(game), count));

/** Problems from easy to hard, drawn anew for each rush: one of each slice of all of them. */
export function rushOrder(
  books: readonly BookView[],
  game: GameName,
  chance = Math.random,
): Place[] {
  const own = books.filter((book) => book.game === game);
  const all = places(own).sort((one, other) => rating(one) - rating(other));
  const slices = Math.min(MOST, all.length);
  const begin = (slice: number) => Math.floor((slice * all.length) / slices);
  return Array.from({ length: slices }, (_, slice) => {
    const from = begin(slice);
    return all[from + Math.floor(chance() * (begin(slice + 1) - from))];
  }).filter((place) => place !== undefined);
}

/** Time that is left, as 4:05. */
export function clockText(left: number): string {
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
