// The moves of a table, by turn.

import type { Spoken } from "../net/protocol";
import type { MoveEntry } from "./moves";

export interface PlayedTurn {
  /** Null for what chance decided before anybody played. */
  seat: number | null;
  /** How many moves were played before it. */
  from: number;
  moves: MoveEntry[];
  /** The next turn has begun. */
  over: boolean;
}

const ENDS = ["turn-began", "game-ended"];

/** A turn ends when another player moves, or when an event says so. Draws belong to it. */
export function turnsOf(moves: readonly MoveEntry[]): PlayedTurn[] {
  const turns: PlayedTurn[] = [];
  moves.forEach((move, from) => {
    const seat = move.kind === "played" ? move.seat : null;
    const last = turns.at(-1);
    const over = move.events.some(({ kind }) => ENDS.includes(kind));
    if (last && !last.over && (seat === null || seat === last.seat)) {
      last.moves.push(move);
      last.over = over;
      return;
    }
    if (last) last.over = true;
    turns.push({ seat, from, moves: [move], over });
  });
  return turns;
}

const isOf = (seats: readonly number[], turn: PlayedTurn): boolean =>
  turn.seat !== null && seats.includes(turn.seat);

/** What the others played since the last turn of `seats`; else the last turn. A begun one is left out. */
export function lastTurns(turns: readonly PlayedTurn[], seats: readonly number[]): PlayedTurn[] {
  const last = turns.at(-1);
  const done = last && isOf(seats, last) && !last.over ? turns.slice(0, -1) : turns;
  const mine = done.findLastIndex((turn) => isOf(seats, turn));
  const theirs = mine < 0 ? [] : done.slice(mine + 1);
  return theirs.length ? theirs : done.slice(-1);
}

/** The part of the last turn to draw: all of it, but only the last move of a turn that `seats` play. */
export function drawnPart(
  turns: readonly PlayedTurn[],
  seats: readonly number[],
): PlayedTurn | null {
  const last = turns.at(-1);
  if (!last || last.over || !isOf(seats, last)) return last ?? null;
  const move = last.moves.findLastIndex(({ kind }) => kind === "played");
  return { ...last, moves: last.moves.slice(move) };
}

/** Why a bot played the turn: each reason once. */
export function reasonsOf(turn: PlayedTurn): Spoken[] {
  const found = new Map<string, Spoken>();
  for (const move of turn.moves) {
    const reason = move.kind === "played" ? move.reason : undefined;
    if (reason && Object.keys(reason).length) found.set(JSON.stringify(reason), reason);
  }
  return [...found.values()];
}
