// A problem of Shear Panic as a line of text: flock;colour;space;commands;goal (docs/notation.md).

import { type Flock, parseFlock } from "../games/shear_panic/flock";
import { colourName, commandName } from "../games/shear_panic/words";

export interface FlockProblem {
  flock: Flock;
  colour: string;
  space: number;
  commands: string[];
}

/** Fragile's problems have four parts. */
export const isFlock = (problem: string): boolean => problem.split(";").length === 5;

export function parseFlockProblem(problem: string): FlockProblem {
  const [flock = "", colour = "", space = "", commands = ""] = problem.split(";");
  return { flock: parseFlock(flock), colour, space: Number(space), commands: commands.split(",") };
}

/** The commands in words. */
export const commandsText = (problem: string): string =>
  parseFlockProblem(problem)
    .commands.map((text) => `${commandName(text.slice(0, -2))} ${text.slice(-1)}`)
    .join(", ");

/** The players are called by their colours, in the order of the seats. */
export const colourNames = (): string[] =>
  ["B", "G", "R", "Y"].map((letter) => {
    const name = colourName(letter);
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
