// For a player who comes back: a link to a replay of what the others played.

import { createEffect, createSignal, on, Show } from "solid-js";
import { t } from "../i18n";
import { hashOf } from "../route";
import { movesSince } from "../table/moves";
import type { TableStore } from "../table/store";

export function SinceLastTurn(props: { store: TableStore }) {
  const store = props.store;
  /** The number of the last entry when the page opened. */
  const [cameAt, setCameAt] = createSignal<number | null>(null);
  createEffect(
    on(store.state, (state) => {
      if (state && cameAt() === null) setCameAt(state.number);
    }),
  );
  const missed = () => {
    const until = cameAt();
    if (until === null || store.state()?.phase !== "playing") return null;
    return movesSince(store.entries(), store.yours(), until);
  };
  return (
    <Show when={missed()}>
      {(found) => (
        <p class="notice">
          <a
            href={hashOf({
              page: "replay",
              id: store.id,
              key: store.key,
              move: found().from,
              play: true,
            })}
          >
            {t("since-last-turn", { count: found().count })}
          </a>
        </p>
      )}
    </Show>
  );
}
