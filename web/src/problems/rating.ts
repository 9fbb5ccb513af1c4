// The player's rating and those of the problems (docs/decisions.md): Glicko-2, each first attempt a
// game between the two. Solved without help the player wins, else the problem does.

import { Glicko2 } from "glicko2";
import { untrack } from "solid-js";
import { remembered } from "../memory";
import { note, progressOf, type Strength } from "./progress";

interface Standing extends Strength {
  /** The ratings after the last attempts. */
  curve: number[];
}

const NEWCOMER: Standing = { rating: 1200, rd: 350, vol: 0.06, curve: [] };
const SETTINGS = { tau: 0.5, rating: 1500, rd: 350, vol: 0.06 };
const CURVE = 200;
const [standing, setStanding] = remembered<Standing>("problem-rating", NEWCOMER);

export { setStanding, standing };

/** The rating of a problem that nobody tried: its difficulty from 1 to 10, as 800 to 2600. */
export const prior = (difficulty: number): Strength => ({
  rating: 600 + 200 * difficulty,
  rd: 120,
  vol: 0.06,
});

export const ratingOf = (problem: string, difficulty: number): number =>
  (progressOf(problem).strength ?? prior(difficulty)).rating;

/** Both strengths after an attempt, the player's first. */
export function rated(player: Strength, problem: Strength, won: boolean): [Strength, Strength] {
  const glicko = new Glicko2(SETTINGS);
  const [one, other] = [player, problem].map(({ rating, rd, vol }) =>
    glicko.makePlayer(rating, rd, vol),
  );
  if (!one || !other) return [player, problem];
  glicko.updateRatings([[one, other, won ? 1 : 0]]);
  const after = (found: typeof one) => ({
    rating: found.getRating(),
    rd: found.getRd(),
    vol: found.getVol(),
  });
  return [after(one), after(other)];
}

/** Notes the outcome of the first attempt. Later ones do not count. */
export function noteAttempt(problem: string, difficulty: number, won: boolean): void {
  untrack(() => {
    const { strength, best } = progressOf(problem);
    if (strength || best) return;
    const [me, it] = rated(standing(), prior(difficulty), won);
    note(problem, { strength: it });
    setStanding({ ...me, curve: [...standing().curve, me.rating].slice(-CURVE) });
  });
}
