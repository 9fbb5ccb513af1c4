// The tables of this browser: whose turn it is at each of them, wherever the player is.

import { createSignal } from "solid-js";
import { forgetTable, knownTables } from "../memory";
import { api, Refused } from "../net/api";
import type { Brief } from "../net/protocol";

/** Milliseconds between two looks. */
const EVERY = 30_000;

const [briefs, setBriefs] = createSignal<ReadonlyMap<string, Brief>>(new Map());

/** How a table stood when it was last looked at. */
export const briefOf = (id: string): Brief | undefined => briefs().get(id);

export const isMyTurn = ({ phase, actor, yours, seats }: Brief): boolean =>
  phase === "playing" && actor !== null && yours.includes(actor) && !seats[actor]?.stand_in;

/** The tables at which the others wait for this player. */
export const myTurns = (): Brief[] =>
  knownTables().flatMap(({ id }) => {
    const brief = briefs().get(id);
    return brief && isMyTurn(brief) ? [brief] : [];
  });

/** Looks at all tables that are not over. */
export async function lookAtMine(): Promise<void> {
  for (const { id, key } of knownTables()) {
    if (briefs().get(id)?.phase === "over") continue;
    try {
      const brief = await api.brief(id, key);
      setBriefs((known) => new Map(known).set(id, brief));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.refusal.code === "no-table") forgetTable(id);
      else return; // the server is away or busy: the next look comes soon
    }
  }
}

/** Looks now and then, also while the tab is in the background. */
export function watchMine(): void {
  const look = () => void lookAtMine().catch(() => {});
  look();
  setInterval(look, EVERY);
  window.addEventListener("hashchange", look);
}
