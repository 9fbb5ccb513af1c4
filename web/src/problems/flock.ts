// A problem of Shear Panic as a line of text: flock;colour;space;commands;goal (docs/notation.md).

import { type Flock, parseFlock } from "../games/shear_panic/flock";
import { colourName, commandName } from "../games/shear_panic/words";
import type { GameName } from "./books";

/** The game of these problems. */
export const FLOCKS = "shear-panic";

export interface FlockProblem {
  flock: Flock;
  colour: string;
  space: number;
  commands: string[];
}

/** Fragile's problems have four parts. */
export const isFlock = (problem: string): boolean => problem.split(";").length === 5;

export const gameOf = (problem: string): GameName => (isFlock(problem) ? FLOCKS : "fragile");

export function parseFlockProblem(problem: string): FlockProblem {
  const [flock = "", colour = "", space = "", commands = ""] = problem.split(";");
  return { flock: parseFlock(flock), colour, space: Number(space), commands: commands.split(",") };
}

/** The commands in words. */
export const commandsText = (problem: string): string =>
  parseFlockProblem(problem).commands.map(commandText).join(", ");

/** `lamb push 2` in the player's language. */
export const commandText = (command: string): string =>
  `${commandName(command.slice(0, -2))} ${command.slice(-1)}`;

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The players are called by their colours, in the order of the seats. */
export const colourNames = (): string[] =>
  ["B", "G", "R", "Y"].map((letter) => capitalised(colourName(letter)));
