// What the browser remembers of each problem: the moves, the hints, the best solution.

import { untrack } from "solid-js";
import { remembered } from "../memory";

interface Progress {
  moves: string[];
  hints: number;
  best?: { turns: number; moves: string[]; hints: number };
  gaveUp?: boolean;
}

const MOST = 300;
const EMPTY: Progress = { moves: [], hints: 0 };
const [all, setAll] = remembered<Record<string, Progress>>("problems", {});

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
