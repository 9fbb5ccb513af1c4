// The moves of Shear Panic, parsed. The server says which are legal.

import type { MenuEntry } from "./flock";

/** A move on the meadow. */
export type Deed = { text: string } & (
  | { kind: "command"; command: string; number: number; cell: string | null; way: string }
  | { kind: "push"; cell: string; way: string }
  | { kind: "turn"; way: string }
  | { kind: "group"; cell: string }
  | { kind: "move"; dx: number; dy: number }
);
/** The answer to a question: which extra step, who begins. */
export type Reply = { text: string } & (
  | { kind: "extra"; number: number }
  | { kind: "first"; player: number }
);
export type Choice = Deed | Reply;

export const isReply = (choice: Choice): choice is Reply =>
  choice.kind === "extra" || choice.kind === "first";

const COMMAND = /^([a-z]+ [a-z]+|leapfrog) (\d)(?: ([A-Z]\d+))? (\S+)$/;
const MOVE = /^move (?:(\d+)([NS]))?(?:(\d+)([EW]))?$/;

/** Null for rolls, which nobody chooses. */
export function parseMove(text: string): Choice | null {
  const words = text.split(" ");
  if (words[0] === "push" && words[1] && words[2])
    return { text, kind: "push", cell: words[1], way: words[2] };
  if (words[0] === "turn" && words[1]) return { text, kind: "turn", way: words[1] };
  if (words[0] === "group" && words[1]) return { text, kind: "group", cell: words[1] };
  if (text === "no extra") return { text, kind: "extra", number: 0 };
  if (words[0] === "extra" && words[1]) return { text, kind: "extra", number: Number(words[1]) };
  if (words[0] === "first" && words[1])
    return { text, kind: "first", player: Number(words[1]) - 1 };
  const move = MOVE.exec(text);
  if (move) {
    const dy = Number(move[1] ?? 0) * (move[2] === "N" ? -1 : 1);
    const dx = Number(move[3] ?? 0) * (move[4] === "W" ? -1 : 1);
    return { text, kind: "move", dx, dy };
  }
  const command = COMMAND.exec(text);
  if (!command?.[1] || !command[4]) return null;
  return {
    text,
    kind: "command",
    command: command[1],
    number: Number(command[2]),
    cell: command[3] ?? null,
    way: command[4],
  };
}

export const parseMoves = (moves: readonly string[]): Choice[] =>
  moves.flatMap((move) => parseMove(move) ?? []);

export const isFor = (choice: Choice, entry: MenuEntry): boolean =>
  choice.kind === "command" && choice.command === entry.kind && choice.number === entry.number;
