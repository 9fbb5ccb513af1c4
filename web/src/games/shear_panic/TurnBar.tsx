// The dice in words.

import { createMemo, Show } from "solid-js";
import { t } from "../../i18n";
import type { StateView } from "../../net/protocol";
import { readState } from "./flock";
import { colourName } from "./words";

export function SheepTurnBar(props: { state: StateView }) {
  const state = createMemo(() => readState(props.state.position));
  return (
    <div class="turn-bar">
      <Show when={state().face}>
        {(face) => <span>{t("panic-die", { face: colourName(face()) })}</span>}
      </Show>
      <Show when={state().die}>
        {(die) => <span>{t("regroup-die", { face: die() === "x" ? "×" : die() })}</span>}
      </Show>
    </div>
  );
}
