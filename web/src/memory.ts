// What the browser remembers: the name, the looks, the tables, the editions.

import { createSignal, untrack } from "solid-js";
import type { Speed } from "./table/pace";

function read<T>(key: string, otherwise: T): T {
  try {
    const found = localStorage.getItem(`tablee.${key}`);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tablee.${key}`, JSON.stringify(value));
  } catch {
    // A private window may refuse. The game goes on.
  }
}

export function remembered<T>(key: string, otherwise: T): [() => T, (value: T) => void] {
  const [value, setValue] = createSignal<T>(read(key, otherwise));
  return [
    value,
    (next: T) => {
      setValue(() => next);
      write(key, next);
    },
  ];
}

export type Theme = "auto" | "light" | "dark";

export const [playerName, setPlayerName] = remembered("name", "");
export const [theme, setTheme] = remembered<Theme>("theme", "auto");
export const [sound, setSound] = remembered("sound", false);
export const [notify, setNotify] = remembered("notify", false);
/** A move that cannot be undone is clicked twice. */
export const [confirms, setConfirms] = remembered("confirms", true);
/** How fast the moves of the others are shown. */
export const [speed, setSpeed] = remembered<Speed>("speed", "normal");

/** Letters and numbers round the boards. */
export const [coordinates, setCoordinates] = remembered("coordinates", true);
/** Quarter turns of the boards, clockwise. */
const [quarters, setQuarters] = remembered("quarters", 0);
export const boardTurn = () => quarters() % 4;
export const turnBoard = () => setQuarters((boardTurn() + 1) % 4);

/** A step on the screen, `x` right and `y` down, as a step on the turned board. */
export function onBoard(x: number, y: number): { x: number; y: number } {
  let [right, down] = [x, y];
  for (let turn = 0; turn < boardTurn(); turn++) [right, down] = [down, -right];
  return { x: right, y: down };
}

/** Seats whose chat is hidden, as "table seat". */
export const [muted, setMuted] = remembered<string[]>("muted", []);

/** Games whose lesson is finished. */
export const [learned, setLearned] = remembered<string[]>("learned", []);

interface KnownTable {
  id: string;
  key: string;
  game: string;
  at: number;
}

const [known, setKnown] = remembered<KnownTable[]>("tables", []);
export const knownTables = known;

export function rememberTable(table: KnownTable): void {
  const others = untrack(known).filter((other) => other.id !== table.id);
  setKnown([table, ...others].slice(0, 30));
}

export function forgetTable(id: string): void {
  setKnown(known().filter((table) => table.id !== id));
}

export interface OwnEdition {
  /** The name of its file. */
  name: string;
  text: string;
}

const EDITIONS_KEPT = 4;
const [editions, setEditions] = remembered<Record<string, OwnEdition[]>>("editions", {});
/** The last few editions of a game, the newest first. */
export const ownEditions = (game: string): OwnEdition[] => editions()[game] ?? [];

const othersThan = (game: string, name: string): OwnEdition[] =>
  untrack(() => ownEditions(game)).filter((edition) => edition.name !== name);

const setOwnEditions = (game: string, list: OwnEdition[]): void =>
  setEditions({ ...untrack(editions), [game]: list.slice(0, EDITIONS_KEPT) });

/** Replaces an edition of the same name: its file was corrected. */
export const keepEdition = (game: string, edition: OwnEdition): void =>
  setOwnEditions(game, [edition, ...othersThan(game, edition.name)]);

export const forgetEdition = (game: string, name: string): void =>
  setOwnEditions(game, othersThan(game, name));

/** False if the system asks for less motion. */
export const motionAllowed = () =>
  typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
