// The points of the active docker, and the flips left in the game.

import { createMemo, For, Show } from "solid-js";
import { t } from "../../i18n";
import type { StateView } from "../../net/protocol";
import type { Setting } from "../scene";
import { readScenery, readState } from "./position";

export function FragileTurnBar(props: { state: StateView; table: Setting }) {
  const state = createMemo(() => readState(props.state.position));
  const scenery = createMemo(() => readScenery(props.table.scenery));
  const pips = () => Array.from({ length: scenery().points }, (_, index) => index);
  return (
    <div class="turn-bar">
      <Show when={state().active !== null}>
        <span class="pips" role="img" aria-label={t("points-left", { count: state().points })}>
          <For each={pips()}>{(index) => <i classList={{ left: index < state().points }} />}</For>
        </span>
        <span aria-hidden="true">{t("points-left", { count: state().points })}</span>
      </Show>
      <Show when={scenery().flips > 0 && props.state.phase !== "waiting"}>
        <span class="flips">{t("flips-left", { count: scenery().flips - state().flips })}</span>
      </Show>
    </div>
  );
}
