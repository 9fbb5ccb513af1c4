// What happened, in sentences, the newest last. Moves carry their notation.

import { createEffect, createMemo, For, Show } from "solid-js";
import { SeatSign } from "../games/SeatSign";
import { type Key, said, t, told } from "../i18n";
import type { AnyEntry, Seat, TableView } from "../net/protocol";
import { RuleLink } from "../rules/open";
import { standing } from "../table/moves";
import { seatName } from "../table/seats";

interface Line {
  number: number;
  seat: number | null;
  move: string;
  text: string;
  /** Empty if no rule caused it. */
  rule: string;
  /** Why a bot played it; empty if it has said so in the line before. */
  reason: string;
}

function lineOf(entry: Exclude<AnyEntry, { kind: "chatted" }>, seats: readonly Seat[]): Line {
  const line = (text: string, seat: number | null = null): Line => ({
    number: entry.number,
    seat,
    move: "",
    text,
    rule: "",
    reason: "",
  });
  const named = (key: Key, seat: number) => line(t(key, { name: seatName(seats, seat) }), seat);
  switch (entry.kind) {
    case "played":
    case "drawn": {
      const seat = entry.kind === "played" ? entry.seat : null;
      const rule = entry.events[0]?.rule ?? "";
      const reason = entry.kind === "played" ? said(entry.reason) : "";
      return { ...line(told(entry.events), seat), move: entry.move, rule, reason };
    }
    case "joined":
      return line(t("log-joined", { name: entry.name }), entry.seat);
    case "bot-seated":
      return line(t("log-joined", { name: entry.name }), entry.seat);
    case "left":
      return named(entry.removed ? "log-removed" : "log-left", entry.seat);
    case "swapped":
      return line(t("log-swapped", { one: entry.seat + 1, other: entry.other + 1 }));
    case "coloured":
      return named("log-coloured", entry.seat);
    case "host-changed":
      return named("log-host", entry.seat);
    case "resigned":
      return named("log-resigned", entry.seat);
    case "voted":
      return named(`vote-${entry.about}-${entry.yes ? "yes" : "no"}`, entry.seat);
    case "started":
      return line(t("log-started"));
    case "undone":
      return line(t("log-undone", { move: entry.move }), entry.seat);
    case "timed-out":
      return named("log-timed-out", entry.seat);
    case "taken-back":
      return named("log-taken-back", entry.seat);
    case "paused":
      return line(t("log-paused"));
    case "extended":
      return named("log-extended", entry.seat);
    case "ended":
      return line(said(entry.reason));
    case "rematched":
      return line(t("log-rematch"));
  }
}

export function Log(props: {
  table: TableView;
  entries: readonly AnyEntry[];
  seats: readonly Seat[];
  /** The address of the table after so many moves. */
  link(move: number): string;
}) {
  const lines = createMemo(() =>
    props.entries
      .filter((entry) => entry.kind !== "chatted") // the chat shows these
      .slice(-200)
      .map((entry) => lineOf(entry, props.seats))
      .map((line, place, all) =>
        line.reason && all[place - 1]?.reason === line.reason ? { ...line, reason: "" } : line,
      ),
  );
  const places = createMemo(
    () => new Map(standing(props.entries).map((move, index) => [move.number, index + 1])),
  );
  let list: HTMLOListElement | undefined;
  createEffect(() => {
    lines();
    if (list) list.scrollTop = list.scrollHeight;
  });
  return (
    <section class="log" aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <ol ref={list} tabindex="0" aria-label={t("log")}>
        <For each={lines()}>
          {(line) => (
            <li>
              <Show when={line.seat !== null}>
                <SeatSign seat={line.seat ?? 0} table={props.table} />
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
                <Show when={line.reason}>{(reason) => <span class="reason">{reason()}</span>}</Show>
              </span>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
