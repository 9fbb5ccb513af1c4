// The player's progress as a file: written, read, and put together with what is here already.

import type { First, Strength } from "../net/protocol";
import { fields, list, number, type Reader, record, string } from "../net/read";
import { allProgress, daysSolved, type Progress } from "./progress";
import { setStanding, standing } from "./rating";
import { noteRush, rushBest } from "./rush";
import { addDays, addProgress } from "./sync";

const KIND = "tablee problems 1";

export const exported = (): string =>
  JSON.stringify({
    kind: KIND,
    problems: allProgress(),
    days: daysSolved(),
    standing: standing(),
    rush: rushBest("fragile"),
    flockRush: rushBest("shear-panic"),
  });

const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, name) =>
    value === undefined ? undefined : read(value, name);

const readStrength = fields<Strength>({ rating: number, rd: number, vol: number });
const moves = list(string);
const flag: Reader<boolean> = (value) => value === true;
const readProgress: Reader<Progress> = (value) => {
  const found = fields({
    moves,
    hints: number,
    best: optional(fields({ turns: number, moves, hints: number })),
    gaveUp: optional(flag),
    minimum: optional(number),
    first: optional(fields<First>({ at: number, won: flag, rating: number, rd: number })),
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
  flockRush: optional(number),
});

/** Adds the progress of a file to what is here. Of two solutions the shorter one stays. */
export function importProgress(text: string): boolean {
  let found: ReturnType<typeof readFile>;
  try {
    found = readFile(JSON.parse(text));
  } catch {
    return false;
  }
  addProgress(found.problems);
  addDays(found.days);
  if (found.standing.curve.length > standing().curve.length) setStanding(found.standing);
  noteRush("fragile", found.rush);
  noteRush("shear-panic", found.flockRush ?? 0);
  return true;
}
