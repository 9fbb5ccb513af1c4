// What happened, newest last, in words. Moves carry their notation.

import { createEffect, createMemo, For, Show } from "solid-js";
import { PlayerSign } from "../games/livery";
import { partsOf } from "../games/parts";
import { said, t } from "../i18n";
import type { Entry, Seat, TableView } from "../net/protocol";
import { RuleLink } from "../rules/open";
import { standing } from "../table/moves";
import { phraseText } from "../table/phrases";

interface Line {
  number: number;
  seat: number | null;
  move: string;
  text: string;
  /** The rule behind it, or nothing. */
  rule: string;
}

export function lineOf(entry: Entry, seats: readonly Seat[]): Line {
  const name = (seat: number) => seats[seat]?.name || t("seat", { number: seat + 1 });
  const line = (text: string, seat: number | null = null, move = "") => ({
    number: entry.number,
    seat,
    move,
    text,
    rule: "events" in entry ? (entry.events[0]?.rule ?? "") : "",
  });
  switch (entry.kind) {
    case "played":
      return line(entry.events.map((event) => said(event.text)).join(" "), entry.seat, entry.move);
    case "drawn":
      return line(entry.events.map((event) => said(event.text)).join(" "), null, entry.move);
    case "joined":
      return line(t("log-joined", { name: entry.name }), entry.seat);
    case "left":
      return line(t("log-left", { name: name(entry.seat) }), entry.seat);
    case "started":
      return line(t("log-started"));
    case "undone":
      return line(t("log-undone", { move: entry.move }), entry.seat);
    case "timed-out":
      return line(t("log-timed-out", { name: name(entry.seat) }), entry.seat);
    case "taken-back":
      return line(t("log-taken-back", { name: name(entry.seat) }), entry.seat);
    case "extended":
      return line(t("log-extended", { name: name(entry.seat) }), entry.seat);
    case "chatted":
      return line(
        `${name(entry.seat)}: ${entry.text || phraseText(entry.phrase ?? "")}`,
        entry.seat,
      );
    case "ended":
      return line(said(entry.reason));
    case "rematched":
      return line(t("log-rematch"));
  }
}

export function Log(props: {
  table: TableView;
  entries: readonly Entry[];
  seats: readonly Seat[];
  /** The address of the table after so many moves. */
  link(move: number): string;
}) {
  const lines = createMemo(() =>
    props.entries
      .filter((entry) => entry.kind !== "chatted") // said elsewhere, to those who want to hear it
      .slice(-200)
      .map((entry) => lineOf(entry, props.seats)),
  );
  const places = createMemo(
    () => new Map(standing(props.entries).map((move, index) => [move.number, index + 1])),
  );
  let list: HTMLOListElement | undefined;
  createEffect(() => {
    lines();
    if (list) list.scrollTop = list.scrollHeight;
  });
  const parts = () => partsOf(props.table.game);
  return (
    <section class="log" aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <ol ref={list} tabindex="0" aria-label={t("log")}>
        <For each={lines()}>
          {(line) => (
            <li>
              <Show when={line.seat !== null}>
                <PlayerSign
                  player={line.seat ?? 0}
                  livery={parts().livery(line.seat ?? 0, props.table)}
                  text={parts().sign(line.seat ?? 0, props.table)}
                />
              </Show>
              <span>
                {line.text}{" "}
                <Show when={line.move}>
                  {(move) => (
                    <Show when={places().get(line.number)} fallback={<code>{move()}</code>}>
                      {(place) => (
                        <a class="move-link" href={props.link(place())} title={t("link-to-move")}>
                          <code>{move()}</code>
                        </a>
                      )}
                    </Show>
                  )}
                </Show>{" "}
                <Show when={line.rule}>
                  {(rule) => <RuleLink game={props.table.game} rule={rule()} />}
                </Show>
              </span>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
