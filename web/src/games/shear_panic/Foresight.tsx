// What the considered move leads to, in sentences. If a choice follows, each answer has its line.

import { For, Show } from "solid-js";
import { said, t } from "../../i18n";
import type { GameEvent, Preview } from "../../net/protocol";
import { RuleLink } from "../../rules/open";
import { counterAfter } from "./cast";
import type { Colour } from "./flock";
import { parseMove } from "./notation";
import { extraText, gainsText } from "./words";

const told = (events: readonly GameEvent[], silent: readonly string[] = []) =>
  events
    .filter(({ kind }) => kind !== "turn-began" && !silent.includes(kind))
    .map((event) => said(event.text));

/** Events that a branch already tells in short. */
const SAID_ALREADY = ["extra-spent", "counter-advanced", "points-scored"];

function Branch(props: { way: Preview; before: readonly number[]; colours: readonly Colour[] }) {
  const title = () => {
    const choice = parseMove(props.way.move);
    const space = counterAfter(props.way.events);
    return choice?.kind === "extra" && space !== undefined
      ? extraText(choice.number, space)
      : props.way.move;
  };
  const gains = () => gainsText(props.before, props.way.scores, props.colours);
  return (
    <li class="branch">
      <b>{title()}</b>
      <Show when={gains()}>{(text) => ` · ${text()}`}</Show>
      <For each={told(props.way.events, SAID_ALREADY)}>{(line) => ` · ${line}`}</For>
    </li>
  );
}

export function Foresight(props: {
  game: string;
  preview: Preview | undefined;
  /** By player. */
  colours: readonly Colour[];
  /** Shown while the player considers no move. */
  advice: string;
}) {
  return (
    <section class="foresight" aria-live="off" tabindex="0" aria-label={t("foresight")}>
      <Show when={props.preview} fallback={<span class="quiet">{props.advice}</span>}>
        {(found) => (
          <ul>
            <For each={told(found().events)}>{(line) => <li>{line}</li>}</For>
            <Show when={found().then?.length}>
              <li>
                {t("extras")}
                <ul>
                  <For each={found().then}>
                    {(way) => <Branch way={way} before={found().scores} colours={props.colours} />}
                  </For>
                </ul>
              </li>
            </Show>
            <Show when={found().events[0]?.rule}>
              {(rule) => (
                <li>
                  <RuleLink game={props.game} rule={rule()} />
                </li>
              )}
            </Show>
          </ul>
        )}
      </Show>
    </section>
  );
}
