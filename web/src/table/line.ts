// A line of moves with a place in it. Undone moves stay behind the place, to be played again.

export interface Placed<M> {
  moves: readonly M[];
  at: number;
}

export const played = <M>({ moves, at }: Placed<M>): M[] => moves.slice(0, at);

/** The line after a move: `now` are all moves up to it. Undone moves stay if they begin with it. */
export function extended<M>(
  line: Placed<M>,
  now: readonly M[],
  same: (one: M, other: M) => boolean,
): Placed<M> {
  const repeats = now.every((move, index) => {
    const known = line.moves[index];
    return known !== undefined && same(known, move);
  });
  return { moves: repeats ? line.moves : now, at: now.length };
}

export const clamped = (line: Placed<unknown>, at: number): number =>
  Math.max(0, Math.min(line.moves.length, at));

/** The seat of a roll. */
const NOBODY = -1;

/** A roll belongs to the choice before it, so the line never stops between the two. */
export function besideRolls(line: Placed<{ seat: number }>, to: number): number {
  const by = to < line.at ? -1 : 1;
  let at = to;
  while (at > 0 && line.moves[at]?.seat === NOBODY) at += by;
  return at;
}
