// The player's rating (docs/decisions.md). Each first attempt is a game between player and problem:
// solved without help the player wins, else the problem does. The server does the arithmetic, for
// players whom it does not know as well.

import { untrack } from "solid-js";
import { remembered } from "../memory";
import type { ResultView, Standing } from "../net/protocol";
import { problemsApi } from "./api";
import { note, progressOf } from "./progress";

const NEWCOMER: Standing = { rating: 1200, rd: 350, vol: 0.06, curve: [] };
const CURVE = 200;
const [standing, setStanding] = remembered<Standing>("problem-rating", NEWCOMER);
const underway = new Set<string>();

export { setStanding, standing };

/** Counts the first attempt. Later ones do not count, nor one that the server did not hear of. */
export async function noteAttempt(problem: string, won: boolean, moves: string[]): Promise<void> {
  const { first, best } = untrack(() => progressOf(problem));
  if (first || best || underway.has(problem)) return;
  underway.add(problem);
  const { rating, rd, vol } = untrack(standing);
  const answer = await problemsApi
    .result({ problem, won, moves, rating, rd, vol })
    .catch(() => null);
  underway.delete(problem);
  if (answer) count(problem, answer);
}

function count(problem: string, { kept, first, standing: now }: ResultView): void {
  note(problem, { first });
  const curve = [...untrack(standing).curve, Math.round(now.rating)].slice(-CURVE);
  setStanding(kept ? now : { ...now, curve });
}
