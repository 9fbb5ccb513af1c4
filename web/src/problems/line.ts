// A line of play with a place in it: what was undone stays behind the place, to be done again.

export interface Placed<M> {
  moves: readonly M[];
  at: number;
}

export const played = <M>({ moves, at }: Placed<M>): M[] => moves.slice(0, at);

/**
 * The line after something was played at its place; `now` are all moves up to there. What was
 * undone is kept if it is what was played.
 */
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
