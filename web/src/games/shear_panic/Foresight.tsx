// What the considered move leads to, in sentences. If a choice follows, each answer has its line.

import { For, Show } from "solid-js";
import { said, t } from "../../i18n";
import { nameOf } from "../../i18n/names";
import type { GameEvent, Preview } from "../../net/protocol";
import { RuleLink } from "../../rules/open";
import { counterAfter } from "./cast";
import type { Colour } from "./flock";
import { parseMove } from "./notation";
import { colourName, extraText, gainsText } from "./words";

const told = (events: readonly GameEvent[], silent: readonly string[] = []) =>
  events
    .filter(({ kind }) => kind !== "turn-began" && !silent.includes(kind))
    .map((event) => said(event.text));

/** Events that a branch already tells in short. */
const SAID_ALREADY = ["extra-spent", "counter-advanced", "points-scored"];

function Branch(props: {
  way: Preview;
  before: readonly number[];
  colours: readonly Colour[];
  panics: boolean;
}) {
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
      <Show when={props.panics}>{` · ${t("panic-follows")}`}</Show>
      <For each={told(props.way.events, SAID_ALREADY)}>{(line) => ` · ${line}`}</For>
    </li>
  );
}

export function Foresight(props: {
  game: string;
  preview: Preview | undefined;
  /** By player. */
  colours: readonly Colour[];
  /** The points now, by player. */
  scores: readonly number[];
  panic: readonly number[];
  /** Shown while the player considers no move. */
  advice: string;
  pinned: boolean;
  onPin(): void;
}) {
  const panics = (preview: Preview) =>
    props.panic.includes(counterAfter(preview.events) ?? -1) && !preview.then?.length;
  const scores = (preview: Preview) =>
    props.colours
      .map((colour, player) => {
        const [before, after] = [props.scores[player] ?? 0, preview.scores[player] ?? 0];
        const name = nameOf(player) || colourName(colour);
        return before === after ? `${name} ${after}` : `${name} ${before} → ${after}`;
      })
      .join(", ");
  return (
    <section class="foresight" aria-live="off" tabindex="0" aria-label={t("foresight")}>
      <Show when={props.preview} fallback={<span class="quiet">{props.advice}</span>}>
        {(found) => (
          <ul>
            <li class="pin">
              <button
                type="button"
                class="plain"
                aria-pressed={props.pinned}
                title={t(props.pinned ? "unpin" : "pin")}
                aria-label={t(props.pinned ? "unpin" : "pin")}
                onClick={() => props.onPin()}
              >
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                  <path
                    d="M9 3h6l-1 7l4 4h-12l4 -4zM12 14v7"
                    fill={props.pinned ? "currentcolor" : "none"}
                    stroke="currentcolor"
                    stroke-width="2"
                    stroke-linejoin="round"
                  />
                </svg>
              </button>
            </li>
            <Show when={panics(found())}>
              <li class="panic-follows">{t("panic-follows")}</li>
            </Show>
            <li class="scores-after">
              {t("scores-after")} <b>{scores(found())}</b>
            </li>
            <For each={told(found().events)}>{(line) => <li>{line}</li>}</For>
            <Show when={found().then?.length}>
              <li>
                {t("extras")}
                <ul>
                  <For each={found().then}>
                    {(way) => (
                      <Branch
                        way={way}
                        before={found().scores}
                        colours={props.colours}
                        panics={panics(way)}
                      />
                    )}
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
