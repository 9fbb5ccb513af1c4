// What the others have just done: a line for each turn, with a bot's reason. A click plays it again.

import { For, Show } from "solid-js";
import { SeatSign } from "../games/SeatSign";
import { said, t } from "../i18n";
import type { Seat, TableView } from "../net/protocol";
import { seatName } from "../table/seats";
import { type PlayedTurn, reasonsOf } from "../table/turns";

export function LastTurns(props: {
  table: TableView;
  seats: readonly Seat[];
  turns: readonly PlayedTurn[];
  onPlay(turn: PlayedTurn): void;
}) {
  const people = () => props.turns.filter((turn) => turn.seat !== null);
  return (
    <Show when={people().length}>
      <section class="last-turns" aria-label={t("last-turns")}>
        <h2>{t("last-turns")}</h2>
        <ol>
          <For each={people()}>
            {(turn) => {
              const name = () => seatName(props.seats, turn.seat ?? 0);
              return (
                <li>
                  <SeatSign seat={turn.seat ?? 0} table={props.table} />
                  <span>
                    <b>{name()}</b>{" "}
                    <span class="quiet">{t("steps", { count: turn.moves.length })}</span>
                    <For each={reasonsOf(turn)}>
                      {(reason) => <span class="reason">{said(reason)}</span>}
                    </For>
                  </span>
                  <button
                    type="button"
                    class="plain"
                    aria-label={t("turn-again", { name: name() })}
                    title={t("turn-again", { name: name() })}
                    onClick={() => props.onPlay(turn)}
                  >
                    ▶
                  </button>
                </li>
              );
            }}
          </For>
        </ol>
      </section>
    </Show>
  );
}
