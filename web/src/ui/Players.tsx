import { For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { botLine } from "../games/known";
import { PlayerSign } from "../games/livery";
import { partsOf } from "../games/parts";
import { SeatSign } from "../games/SeatSign";
import type { Setting } from "../games/scene";
import { t } from "../i18n";
import type { Seat, StateView } from "../net/protocol";
import { Clock, clockText } from "./Clock";

export function Players(props: {
  table: Setting;
  seats: Seat[];
  state: StateView;
  yours: number[];
  /** The seats whose owners are at the table. A replay does not know them. */
  present?: readonly number[];
  /** Gives the acting player one more minute. */
  extend?: (() => void) | undefined;
  now(): number;
}) {
  const parts = () => partsOf(props.table.game);
  const neutral = () => parts().neutral?.(props.table) ?? [];
  return (
    <>
      <ol class="players" aria-label={t("players")}>
        <For each={props.seats}>
          {(seat, index) => (
            <li
              classList={{
                acting: props.state.actor === index(),
                winner: props.state.winners?.includes(index()) ?? false,
              }}
              aria-current={props.state.actor === index() ? "true" : undefined}
            >
              <SeatSign seat={index()} table={props.table} />
              <span class="who">
                <span class="name">
                  <Show when={props.present && seat.kind === "person"}>
                    <Presence here={props.present?.includes(index()) ?? false} />
                  </Show>
                  {seat.name || t("free-seat")}
                </span>
                <span class="quiet small">
                  <Show when={props.yours.includes(index())}>{t("you")} </Show>
                  <Show when={seat.kind === "bot"}>
                    {t("bot")} · {botLine(props.table.game, seat.level ?? "")}
                  </Show>
                  <Show when={seat.stand_in}>{t(seat.out ? "is-out" : "is-stood-in-for")}</Show>
                </span>
              </span>
              <span
                class="score"
                role="img"
                aria-label={t("score", { count: props.state.scores[index()] ?? 0 })}
              >
                {props.state.scores[index()] ?? 0}
              </span>
              <Dynamic
                component={parts().Holdings}
                player={index()}
                state={props.state}
                table={props.table}
              />
              <Show when={props.state.actor !== index() && props.state.left?.[index()]}>
                {(left) => <span class="clock">{clockText(Math.round(left()))}</span>}
              </Show>
              <Show when={props.state.actor === index() && props.state.deadline}>
                {(deadline) => (
                  <span class="clock-row">
                    <Clock deadline={deadline()} now={props.now} />
                    <Show
                      when={
                        seat.kind === "person" && !props.yours.includes(index()) && props.extend
                      }
                    >
                      {(extend) => (
                        <button
                          type="button"
                          aria-label={t("give-time", { name: seat.name ?? "" })}
                          onClick={() => extend()()}
                        >
                          {t("one-more-minute")}
                        </button>
                      )}
                    </Show>
                  </span>
                )}
              </Show>
            </li>
          )}
        </For>
      </ol>
      <Show when={neutral().length}>
        <p class="neutral small">
          <For each={neutral()}>
            {({ livery, sign }) => <PlayerSign livery={livery} text={sign} />}
          </For>
          {t("neutral", {
            names: neutral()
              .map(({ name }) => name)
              .join(", "),
          })}
        </p>
      </Show>
    </>
  );
}

/** A full dot for a player at the table, an empty one for a player who is away. */
function Presence(props: { here: boolean }) {
  return (
    <svg
      class="presence"
      classList={{ here: props.here }}
      viewBox="0 0 12 12"
      role="img"
      aria-label={t(props.here ? "present" : "away")}
    >
      <title>{t(props.here ? "present" : "away")}</title>
      <circle cx="6" cy="6" r="4" />
    </svg>
  );
}
