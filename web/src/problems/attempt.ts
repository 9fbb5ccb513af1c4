// An attempt at a problem, or the replay of a solution.

import type { AttemptView, Played } from "../net/protocol";
import { besideRolls } from "../table/line";
import { openLine } from "../table/lineStore";
import { problemsApi } from "./api";

export type AttemptStore = ReturnType<typeof openAttempt>;

/** Begins after `moves`; before them if `rewound`. */
export function openAttempt(problem: string, moves: readonly string[] = [], rewound = false) {
  const store = openLine<Played, AttemptView>(
    (list, typed = "") => problemsApi.attempt({ problem, moves: [...list], typed }),
    async (fetched) => {
      // Moves of an older version may be illegal now. Then the problem begins anew.
      const whole = await fetched(moves).catch(() => fetched([]));
      const first = rewound ? await fetched([]) : whole;
      return [first, { moves: whole.entries, at: rewound ? 0 : whole.entries.length }];
    },
    besideRolls,
  );
  return { problem, ...store, ready: () => store.ready() && !store.answer()?.over };
}
