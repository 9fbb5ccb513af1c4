// What a player has: sheep, extra steps, and uncovered commands.

import { createMemo, For, Show } from "solid-js";
import { t } from "../../i18n";
import type { StateView } from "../../net/protocol";
import type { Setting } from "../scene";
import { covering } from "./covering";
import { Steps } from "./Extras";
import { readScenery, readState } from "./flock";
import { mayBeLast } from "./goal";
import { CommandSign } from "./Menu";
import { entryText } from "./words";

export function SheepHoldings(props: { player: number; state: StateView; table: Setting }) {
  const state = createMemo(() => readState(props.state.position));
  const scenery = createMemo(() => readScenery(props.table.scenery));
  const sheep = () =>
    state().flock.sheep.filter(({ colour }) => colour === scenery().colours[props.player]).length;
  const menu = () => covering(scenery().menu, state().used[props.player] ?? []);
  const lastText = () => {
    if (state().player === props.player && mayBeLast(state(), scenery()))
      return t("last-turn-maybe");
    return free().length === 1 ? t("last-command") : "";
  };
  const free = () => menu().filter(({ covered }) => !covered);
  return (
    <span class="holdings sheep-holdings">
      <span class="small">{t("sheep-left", { count: sheep() })}</span>
      <Show when={scenery().extras.length}>
        <Steps extras={scenery().extras} left={state().extras[props.player] ?? []} />
      </Show>
      <Show when={props.state.phase === "playing" && lastText()}>
        {(text) => <span class="tag">{text()}</span>}
      </Show>
      <details>
        <summary class="small">{t("commands-left", { count: free().length })}</summary>
        <span class="mini-menu">
          <For each={menu()}>
            {({ entry, covered }) => (
              <span class="mini" classList={{ covered }} title={entryText(entry)}>
                <CommandSign kind={entry.kind} />
                {entry.number}
                <span class="unseen">
                  {entryText(entry)} {covered ? t("covered") : ""}
                </span>
              </span>
            )}
          </For>
        </span>
      </details>
    </span>
  );
}
