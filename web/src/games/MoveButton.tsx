// One legal move as a button: pointing at it shows what it leads to.

import { Show } from "solid-js";
import { t } from "../i18n";

export function MoveButton(props: {
  text: string;
  notation?: string;
  cost?: number | undefined;
  strong?: boolean;
  onPlay(): void;
  onPoint(on: boolean): void;
}) {
  return (
    <button
      type="button"
      class="move"
      classList={{ strong: props.strong ?? false }}
      onClick={() => props.onPlay()}
      onPointerEnter={() => props.onPoint(true)}
      onPointerLeave={() => props.onPoint(false)}
      onFocus={() => props.onPoint(true)}
      onBlur={() => props.onPoint(false)}
    >
      {props.text}
      <Show when={props.cost}>
        {(points) => <span class="move-cost">{t("points", { count: points() })}</span>}
      </Show>
      <Show when={props.notation}>{(text) => <code>{text()}</code>}</Show>
    </button>
  );
}
