// The board in words, for screen readers. It is closed until somebody opens it.

import { For } from "solid-js";
import { t } from "../i18n";

export function TextBoard(props: { lines: string[] }) {
  return (
    <details class="text-board">
      <summary>{t("text-board")}</summary>
      <ul>
        <For each={props.lines}>{(line) => <li>{line}</li>}</For>
      </ul>
    </details>
  );
}
