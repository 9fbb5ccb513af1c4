// Puts the progress of this browser together with the one that the server keeps of players who have
// a seat there. Nothing is lost on either side: see `together`.

import type { Best, Kept } from "../net/protocol";
import { problemsApi } from "./api";
import { allProgress, daysSolved, type Progress, setDaysSolved, setProgress } from "./progress";
import { setStanding } from "./rating";
import { noteRush, rushBest } from "./rush";

/** Problems and days to send at once: the server refuses more. */
const AT_ONCE = 60;
const DAYS = 4000;

/** Of two solutions the shorter one stays, of two first attempts the earlier one. */
export function together(mine: Progress, theirs: Progress): Progress {
  const best = shorter(mine.best, theirs.best);
  const first =
    mine.first && theirs.first
      ? [mine.first, theirs.first].sort((one, other) => one.at - other.at)[0]
      : (mine.first ?? theirs.first);
  return {
    ...theirs,
    ...mine,
    ...(best ? { best } : {}),
    ...(first ? { first } : {}),
    ...(mine.gaveUp || theirs.gaveUp ? { gaveUp: true } : {}),
    hints: Math.max(mine.hints, theirs.hints),
  };
}

const shorter = (mine: Best | undefined, theirs: Best | undefined): Best | undefined =>
  theirs && (!mine || theirs.turns < mine.turns) ? theirs : mine;

export function addProgress(found: Record<string, Progress>): void {
  const mine = allProgress();
  const both = { ...found, ...mine };
  for (const [problem, theirs] of Object.entries(found)) {
    const own = mine[problem];
    if (own) both[problem] = together(own, theirs);
  }
  setProgress(both);
}

export const addDays = (days: readonly string[]): void =>
  setDaysSolved([...new Set([...daysSolved(), ...days])].sort());

const kept = ({ hints, best, gaveUp, minimum, first }: Progress): Kept => ({
  ...(hints ? { hints } : {}),
  ...(best ? { best } : {}),
  ...(gaveUp ? { gave_up: true } : {}),
  ...(minimum ? { minimum } : {}),
  ...(first ? { first } : {}),
});

const progress = ({ hints, best, gave_up, minimum, first }: Kept): Progress => ({
  moves: [],
  hints: hints ?? 0,
  ...(best ? { best } : {}),
  ...(gave_up ? { gaveUp: true } : {}),
  ...(minimum ? { minimum } : {}),
  ...(first ? { first } : {}),
});

const isSame = (one: Kept, other: Kept | undefined) =>
  other !== undefined && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: Kept) =>
  Object.entries(kept(progress(value))).map(([key, part]) => [
    key,
    typeof part === "object" ? Object.entries(part).sort() : part,
  ]);

/** Asks what the server keeps, adds it, and sends what the server lacks of these problems. */
export async function syncProgress(problems: readonly string[]): Promise<void> {
  const all = allProgress();
  const mine = problems.flatMap((problem) => {
    const own = all[problem] && kept(all[problem]);
    return own && Object.keys(own).length > 0 ? [[problem, own] as const] : [];
  });
  let answer = await problemsApi.progress({
    problems: {},
    days: daysSolved().slice(-DAYS),
    rush: rushBest("fragile"),
    flock_rush: rushBest("shear-panic"),
  });
  if (!answer.kept) return;
  const theirs = answer.problems;
  const lacking = mine.filter(([problem, own]) => !isSame(own, theirs[problem]));
  for (let from = 0; from < lacking.length; from += AT_ONCE) {
    const lot = Object.fromEntries(lacking.slice(from, from + AT_ONCE));
    answer = await problemsApi.progress({ problems: lot });
  }
  addProgress(
    Object.fromEntries(
      Object.entries(answer.problems).map(([problem, found]) => [problem, progress(found)]),
    ),
  );
  addDays(answer.days);
  noteRush("fragile", answer.rush);
  noteRush("shear-panic", answer.flock_rush);
  if (answer.standing) setStanding(answer.standing);
}
