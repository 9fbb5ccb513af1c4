// What happened, in sentences, the newest last. Moves carry their notation, sentences their rule.

import { createEffect, createMemo, createSignal, For, Index, Show } from "solid-js";
import { SeatSign } from "../games/SeatSign";
import { type Key, said, t } from "../i18n";
import type { AnyEntry, Seat, TableView } from "../net/protocol";
import { RuleLink } from "../rules/open";
import { folded, standing } from "../table/moves";
import { seatName } from "../table/seats";
import { later } from "./later";
import { follow } from "./Steps";

const Chains = later(() => import("../analysis/Chains"));

interface Line {
  number: number;
  seat: number | null;
  move: string;
  /** The rule is empty if none caused it. */
  sentences: { text: string; rule: string }[];
  /** Why a bot played it; empty if it has said so in the line before. */
  reason: string;
  /** Something before it caused a part of it. */
  caused?: boolean;
}

function lineOf(entry: Exclude<AnyEntry, { kind: "chatted" }>, seats: readonly Seat[]): Line {
  const line = (text: string, seat: number | null = null): Line => ({
    number: entry.number,
    seat,
    move: "",
    sentences: [{ text, rule: "" }],
    reason: "",
  });
  const named = (key: Key, seat: number) => line(t(key, { name: seatName(seats, seat) }), seat);
  switch (entry.kind) {
    case "played":
    case "drawn": {
      const seat = entry.kind === "played" ? entry.seat : null;
      const reason = entry.kind === "played" ? said(entry.reason) : "";
      const sentences = entry.events.map(({ text, rule }) => ({ text: said(text), rule }));
      const caused = entry.events.some(({ cause }) => cause);
      return { ...line("", seat), sentences, move: entry.move, reason, caused };
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
    case "rewound":
      return named("log-rewound", entry.seat);
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

/** Each rule once, after the last of the sentences that it caused. */
const isRuleSaid = (sentences: Line["sentences"], place: number): boolean =>
  sentences[place]?.rule === sentences[place + 1]?.rule;

export function Log(props: {
  table: TableView;
  entries: readonly AnyEntry[];
  seats: readonly Seat[];
  /** How many moves the board shows; null for all. */
  at: number | null;
  /** The address of the table after so many moves. */
  link(move: number): string;
}) {
  const groups = createMemo(() =>
    folded(props.entries.filter((entry) => entry.kind !== "chatted")) // the chat shows these
      .slice(-200)
      .map((group) => group.map((entry) => lineOf(entry, props.seats)))
      .map((group, place, all) => {
        const [line] = group;
        const said = line?.reason && all[place - 1]?.[0]?.reason === line.reason;
        return said ? [{ ...line, reason: "" }] : group;
      }),
  );
  // By number, so that a line stays the same element, with its focus, when others come.
  const lines = createMemo(() => new Map(groups().map((group) => [group[0]?.number ?? 0, group])));
  const moves = createMemo(() => standing(props.entries));
  const places = createMemo(() => new Map(moves().map((move, index) => [move.number, index + 1])));
  /** The number of the line that shows its causes. */
  const [asked, setAsked] = createSignal(-1);
  const isHere = (line: Line) => props.at !== null && places().get(line.number) === props.at;

  // The list follows the board: at the present it stands at its end.
  let list: HTMLOListElement | undefined;
  createEffect(() => {
    lines();
    if (!list) return;
    if (props.at === null) list.scrollTop = list.scrollHeight;
    else follow(list);
  });

  const Sentences = (own: { line: Line }) => (
    <>
      <Show when={own.line.seat !== null}>
        <SeatSign seat={own.line.seat ?? 0} table={props.table} />
      </Show>
      <span>
        <Index each={own.line.sentences}>
          {(sentence, place) => (
            <>
              {sentence().text}{" "}
              <Show when={sentence().rule && !isRuleSaid(own.line.sentences, place)}>
                <RuleLink game={props.table.game} rule={sentence().rule} />{" "}
              </Show>
            </>
          )}
        </Index>
        <Show when={own.line.move}>
          {(move) => (
            <Show when={places().get(own.line.number)} fallback={<code>{move()}</code>}>
              {(place) => (
                <a class="move-link" href={props.link(place())} title={t("link-to-move")}>
                  <code>{move()}</code>
                </a>
              )}
            </Show>
          )}
        </Show>
        <Show when={own.line.caused && places().get(own.line.number)}>
          {(place) => {
            const isOpen = () => asked() === own.line.number;
            return (
              <>
                {" "}
                <button
                  type="button"
                  class="tag"
                  aria-expanded={isOpen()}
                  onClick={() => setAsked(isOpen() ? -1 : own.line.number)}
                >
                  {t("log-why")}
                </button>
                <Show when={isOpen()}>
                  <Chains game={props.table.game} moves={moves().slice(0, place())} />
                </Show>
              </>
            );
          }}
        </Show>
        <Show when={own.line.reason}>{(reason) => <span class="reason">{reason()}</span>}</Show>
      </span>
    </>
  );

  return (
    <section class="log" aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <ol ref={list} tabindex="0" aria-label={t("log")}>
        <For each={[...lines().keys()]}>
          {(number) => {
            const group = () => lines().get(number) ?? [];
            return (
              <Show
                when={group().length === 1 && group()[0]}
                fallback={
                  <li class="folded">
                    <details>
                      <summary>{t("log-folded", { count: group().length / 2 })}</summary>
                      <Index each={group()}>
                        {(line) => (
                          <p>
                            <Sentences line={line()} />
                          </p>
                        )}
                      </Index>
                    </details>
                  </li>
                }
              >
                {(line) => (
                  <li
                    classList={{ here: isHere(line()) }}
                    aria-current={isHere(line()) ? "step" : undefined}
                  >
                    <Sentences line={line()} />
                  </li>
                )}
              </Show>
            );
          }}
        </For>
      </ol>
    </section>
  );
}
