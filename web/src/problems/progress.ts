// What the browser remembers of each problem: the moves, the hints, the best solution; and the days
// whose problem was solved.

import { untrack } from "solid-js";
import { remembered } from "../memory";
import type { Best, First } from "../net/protocol";

export interface Progress {
  moves: string[];
  hints: number;
  best?: Best;
  gaveUp?: boolean;
  /** The fewest turns. It is known once the problem is solved. */
  minimum?: number;
  /** The first attempt. Only this one counts for the ratings. */
  first?: First;
}

const MOST = 3000;
const EMPTY: Progress = { moves: [], hints: 0 };
const [all, setAll] = remembered<Record<string, Progress>>("problems", {});
const [days, setDays] = remembered<string[]>("problem-days", []);

export { all as allProgress, days as daysSolved, setAll as setProgress, setDays as setDaysSolved };

export const progressOf = (problem: string): Progress => ({ ...EMPTY, ...all()[problem] });
export const isSolved = (problem: string) => progressOf(problem).best !== undefined;

export function note(problem: string, change: Partial<Progress>): void {
  const { [problem]: old, ...others } = untrack(all);
  const kept = Object.entries(others).slice(-(MOST - 1));
  setAll({ ...Object.fromEntries(kept), [problem]: { ...EMPTY, ...old, ...change } });
}

/** Keeps a solution if it is the first, or takes fewer turns. */
export function noteSolved(problem: string, turns: number, moves: string[]): void {
  const { best, hints } = untrack(() => progressOf(problem));
  if (!best || turns < best.turns) note(problem, { best: { turns, moves, hints } });
}

export type Mark = "clean" | "helped" | "minimum";

/** How a problem was solved: with or without help, and whether in the fewest turns. */
export function marksOf({ best, gaveUp, minimum }: Progress): Mark[] {
  if (!best) return [];
  const marks: Mark[] = [best.hints > 0 || gaveUp ? "helped" : "clean"];
  return best.turns === minimum ? [...marks, "minimum"] : marks;
}

/** Each game has its own problem of the day. A day of Fragile stands alone, as it always did. */
const dayText = (date: string, game: string) => (game === "fragile" ? date : `${date} ${game}`);

/** The days whose problem of this game was solved. */
export const daysOf = (game: string): string[] =>
  days().flatMap((day) => {
    const date = day.slice(0, 10);
    return dayText(date, game) === day ? [date] : [];
  });

export function noteDay(date: string, game: string): void {
  const day = dayText(date, game);
  const known = untrack(days);
  if (!known.includes(day)) setDays([...known, day].sort().slice(-MOST));
}

const DAY = 86_400_000;

/** The days in a row with their problem solved, up to today, or to yesterday. */
export function streak(solved: readonly string[], today: string): number {
  const before = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let day = solved.includes(today) ? today : before(today);
  let count = 0;
  for (; solved.includes(day); day = before(day)) count++;
  return count;
}
