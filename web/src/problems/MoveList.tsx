// The line so far in words and notation; what was undone stands behind, paler. A click goes there.

import { For } from "solid-js";
import { said, t } from "../i18n";
import type { Played } from "../net/protocol";
import type { Placed } from "./line";
import { tp } from "./texts";

export function MoveList(props: { line: Placed<Played>; onJump(to: number): void }) {
  return (
    <section class="log line" aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <ol tabindex="0" aria-label={t("log")}>
        <li>
          <button
            type="button"
            classList={{ here: props.line.at === 0 }}
            aria-current={props.line.at === 0 ? "step" : undefined}
            onClick={() => props.onJump(0)}
          >
            {tp("start")}
          </button>
        </li>
        <For each={props.line.moves}>
          {(entry, index) => (
            <li classList={{ undone: index() >= props.line.at }}>
              <button
                type="button"
                classList={{ here: props.line.at === index() + 1 }}
                aria-current={props.line.at === index() + 1 ? "step" : undefined}
                onClick={() => props.onJump(index() + 1)}
              >
                <code>{entry.move}</code>
                <span>{entry.events.map((event) => said(event.text)).join(" ")}</span>
              </button>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
