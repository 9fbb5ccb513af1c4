// Why did this happen? The chain of causes of the move that the board shows, with the rules.

import { createMemo, For, Show } from "solid-js";
import { said } from "../i18n";
import { RuleLink } from "../rules/open";
import type { MoveEntry } from "../table/moves";
import { tw } from "../whatif/texts";
import { chainsOf } from "./causes";

export function Why(props: { game: string; moves: readonly MoveEntry[] }) {
  const chains = createMemo(() => chainsOf(props.moves));
  return (
    <Show when={chains().length}>
      <details class="why-chain">
        <summary>{tw("why")}</summary>
        <For each={chains()}>
          {(chain) => (
            <ol>
              <For each={chain}>
                {(event) => (
                  <li>
                    {said(event.text)}{" "}
                    <Show when={event.rule}>
                      <RuleLink game={props.game} rule={event.rule} />
                    </Show>
                  </li>
                )}
              </For>
            </ol>
          )}
        </For>
      </details>
    </Show>
  );
}
