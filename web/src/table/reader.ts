// Shows a table after any of its moves. The server has the states; the page keeps those it has seen.

import { createEffect, createSignal } from "solid-js";
import { api } from "../net/api";
import type { Replay } from "../net/protocol";
import type { MoveEntry } from "./moves";
import type { Shown } from "./store";

/** `at` counts moves; while it is null, nothing is shown. */
export function createReader(
  id: string,
  key: string,
  moves: () => readonly MoveEntry[],
  at: () => number | null,
): () => Shown | null {
  const [shown, setShown] = createSignal<Shown | null>(null);
  // By entry: a move that was undone is not the one that came in its place.
  const cache = new Map<number, Promise<Replay>>();
  const keyOf = (move: number) => moves()[move - 1]?.number ?? 0;
  const fetched = (move: number) => {
    const found = cache.get(keyOf(move)) ?? api.atMove(id, move, key);
    cache.set(keyOf(move), found);
    return found;
  };
  let last = -1;
  createEffect(() => {
    const wanted = at();
    if (wanted === null) {
      last = -1;
      setShown(null);
      return;
    }
    fetched(wanted).then(
      ({ state, entry }) => {
        if (at() !== wanted) return;
        const events = entry && "events" in entry ? entry.events : [];
        // Pieces slide for a step forward, not for a jump.
        setShown({ state, events: wanted === last + 1 ? events : [] });
        last = wanted;
        const next = wanted + 1;
        if (next <= moves().length) fetched(next).catch(() => cache.delete(keyOf(next)));
      },
      () => cache.delete(keyOf(wanted)),
    );
  });
  return shown;
}
