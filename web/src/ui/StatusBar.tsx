// The bar above the board: what there is to do, what it is for, and what the game counts. Its height
// stays the same, or the board would jump.

import { type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { partsOf } from "../games/parts";
import type { Setting } from "../games/scene";
import { said } from "../i18n";
import type { StateView } from "../net/protocol";

export function StatusBar(props: {
  table: Setting;
  state: StateView;
  mine?: boolean;
  /** The player who looks; null for a watcher. Without it no goal is named. */
  me?: number | null | undefined;
  /** Instead of what there is to do. */
  text?: string | undefined;
  /** Stands before the sentence. */
  lead?: JSX.Element;
  /** Stands before what the game counts. */
  meter?: JSX.Element;
  children?: JSX.Element;
}) {
  return (
    <div class="status" classList={{ mine: props.mine ?? false }}>
      <p class="status-text">
        <Show when={props.lead}>{props.lead} </Show>
        {props.text ?? said(props.state.status)}
        <Show when={props.me !== undefined && partsOf(props.table.game).goal}>
          {(goal) => <span class="goal">{goal()(props.state, props.table, props.me ?? null)}</span>}
        </Show>
      </p>
      {props.meter}
      <Dynamic
        component={partsOf(props.table.game).TurnBar}
        state={props.state}
        table={props.table}
      />
      {props.children}
    </div>
  );
}
