// What a player has: filled depots and the marker.

import { createMemo, For, Show } from "solid-js";
import { t } from "../../i18n";
import type { StateView } from "../../net/protocol";
import { STAR } from "./art";
import { readState } from "./position";

export function FragileHoldings(props: { player: number; state: StateView }) {
  const state = createMemo(() => readState(props.state.position));
  const depots = () => Object.entries(state().depots).filter(([, owner]) => owner === props.player);
  const full = () => depots().filter(([cell]) => state().position.crates.has(cell)).length;
  return (
    <span class="holdings">
      <span
        class="boxes"
        role="img"
        aria-label={t("depots-full", { full: full(), all: depots().length })}
      >
        <For each={depots()}>{(_, index) => <i classList={{ full: index() < full() }} />}</For>
      </span>
      <Show when={props.state.phase === "playing" && state().full_player !== null}>
        <span class="tag">{t("last-turn")}</span>
      </Show>
      <Show when={state().marker === props.player}>
        <svg class="star" viewBox="-14 -14 28 28" role="img" aria-label={t("has-marker")}>
          <title>{t("has-marker")}</title>
          <path d={STAR} />
        </svg>
      </Show>
    </span>
  );
}
