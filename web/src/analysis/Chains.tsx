// Chains of causes, each with its sentences and rules.

import { Index, Show } from "solid-js";
import { said } from "../i18n";
import type { GameEvent } from "../net/protocol";
import { RuleLink } from "../rules/open";
import type { MoveEntry } from "../table/moves";
import { chainsOf } from "./causes";
import "./analysis.css";

export function Chains(props: { game: string; chains: readonly GameEvent[][] }) {
  return (
    // By place: a chain is found again after every move, and a link in it keeps the focus.
    <Index each={props.chains}>
      {(chain) => (
        <ol class="chain">
          <Index each={chain()}>
            {(event) => (
              <li>
                {said(event().text)}{" "}
                <Show when={event().rule}>
                  <RuleLink game={props.game} rule={event().rule} />
                </Show>
              </li>
            )}
          </Index>
        </ol>
      )}
    </Index>
  );
}

/** Why the last of these moves did what it did. */
export default function ChainsOfMove(props: { game: string; moves: readonly MoveEntry[] }) {
  return <Chains game={props.game} chains={chainsOf(props.moves)} />;
}
