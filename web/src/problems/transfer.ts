// The player's progress as a file: written, read, and put together with what is here already.

import { fields, list, number, type Reader, record, string } from "../net/read";
import {
  allProgress,
  daysSolved,
  type Progress,
  type Strength,
  setDaysSolved,
  setProgress,
} from "./progress";
import { setStanding, standing } from "./rating";
import { rushBest, setRushBest } from "./rush";

const KIND = "tablee problems 1";

export const exported = (): string =>
  JSON.stringify({
    kind: KIND,
    problems: allProgress(),
    days: daysSolved(),
    standing: standing(),
    rush: rushBest(),
  });

const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, name) =>
    value === undefined ? undefined : read(value, name);

const readStrength = fields<Strength>({ rating: number, rd: number, vol: number });
const moves = list(string);
const readProgress: Reader<Progress> = (value) => {
  const found = fields({
    moves,
    hints: number,
    best: optional(fields({ turns: number, moves, hints: number })),
    gaveUp: optional((flag) => flag === true),
    minimum: optional(number),
    strength: optional(readStrength),
  })(value);
  return JSON.parse(JSON.stringify(found)) as Progress; // without what is undefined
};

const readFile = fields({
  kind: (value) => {
    if (value !== KIND) throw new TypeError("another kind of file");
  },
  problems: record(readProgress),
  days: list(string),
  standing: (value) => ({
    ...readStrength(value),
    curve: fields({ curve: list(number) })(value).curve,
  }),
  rush: number,
});

/** Adds the progress of a file to what is here. Of two solutions the shorter one stays. */
export function importProgress(text: string): boolean {
  let found: ReturnType<typeof readFile>;
  try {
    found = readFile(JSON.parse(text));
  } catch {
    return false;
  }
  const mine = allProgress();
  const both = { ...found.problems, ...mine };
  for (const [problem, theirs] of Object.entries(found.problems)) {
    const own = mine[problem];
    if (own) both[problem] = together(own, theirs);
  }
  setProgress(both);
  setDaysSolved([...new Set([...daysSolved(), ...found.days])].sort());
  if (found.standing.curve.length > standing().curve.length) setStanding(found.standing);
  setRushBest(Math.max(rushBest(), found.rush));
  return true;
}

function together(mine: Progress, theirs: Progress): Progress {
  const shorter =
    theirs.best && (!mine.best || theirs.best.turns < mine.best.turns) ? { best: theirs.best } : {};
  return { ...theirs, ...mine, ...shorter, hints: Math.max(mine.hints, theirs.hints) };
}
