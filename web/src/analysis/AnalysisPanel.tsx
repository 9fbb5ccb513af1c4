// What happened in a game, and why: the chances over the game, its turning points, and the ledger.

import { createMemo, For, Match, Show, Switch } from "solid-js";
import { SeatSign } from "../games/SeatSign";
import type { Setting } from "../games/scene";
import { said } from "../i18n";
import type { Account, Analysis, JudgedTurn, Seat } from "../net/protocol";
import { createQuestion } from "../net/question";
import { seatName } from "../table/seats";
import { download } from "../ui/files";
import { Alert } from "../ui/notices";
import { percent } from "../whatif/chances";
import { tw, type WhatIfKey } from "../whatif/texts";
import { Graph } from "./Graph";
import type { AnalysisStore } from "./store";
import "./analysis.css";

interface About {
  table: Setting;
  seats: readonly Seat[];
  /** How many moves the board shows. */
  at: number;
  onJump(to: number): void;
  /** Plays the better turn on the what-if board. */
  onTry(turn: JudgedTurn): void;
}

export function AnalysisPanel(props: About & { store: AnalysisStore; name: string }) {
  const view = props.store.view;
  return (
    <section class="analysis" aria-labelledby="analysis-title">
      <h2 id="analysis-title">{tw("analysis")}</h2>
      <Switch
        fallback={
          <button type="button" class="analyse" onClick={() => void props.store.begin()}>
            {tw("analyse")}
          </button>
        }
      >
        <Match when={view().state === "running"}>
          <p role="status">
            {view().of
              ? tw("analysis-progress", { done: view().done ?? 0, of: view().of ?? 0 })
              : tw("analysis-waits")}
          </p>
          <progress max={view().of || 1} value={view().done ?? 0} aria-label={tw("analysis")} />
          <Show when={view().mine}>
            <button type="button" onClick={() => void props.store.cancel()}>
              {tw("analysis-cancel")}
            </button>
          </Show>
        </Match>
        <Match when={view().analysis}>{(found) => <Found {...props} analysis={found()} />}</Match>
      </Switch>
      <Alert text={props.store.wrong() || said(view().why)} />
    </section>
  );
}

function Found(props: About & { analysis: Analysis; store: AnalysisStore; name: string }) {
  const worst = createMemo(() =>
    props.analysis.turning_points.flatMap(
      (number) => props.analysis.turns.find((turn) => turn.number === number) ?? [],
    ),
  );
  const here = createMemo(() => turnAt(props.analysis, props.at));
  const saving = createQuestion();
  let graph: HTMLDivElement | undefined;
  const picture = () => {
    const svg = graph?.querySelector("svg");
    if (svg)
      download(`${props.name}.svg`, new XMLSerializer().serializeToString(svg), "image/svg+xml");
  };
  return (
    <>
      <div ref={graph}>
        <Graph {...props} />
      </div>
      <Show when={worst().length} fallback={<p class="quiet">{tw("no-turning-points")}</p>}>
        <h3>{tw("turning-points")}</h3>
        <ol class="turning-points">
          <For each={worst()}>
            {(turn) => (
              <li>
                <button type="button" class="plain" onClick={() => props.onJump(turn.first)}>
                  <Show when={turn.player !== null}>
                    <SeatSign seat={turn.player ?? 0} table={props.table} />
                  </Show>
                  {tw("turning-point", {
                    turn: turn.number,
                    player: seatName(props.seats, turn.player ?? 0),
                    loss: percent(turn.loss),
                  })}
                </button>
              </li>
            )}
          </For>
        </ol>
      </Show>
      <Show when={here()}>{(turn) => <Judged {...props} turn={turn()} />}</Show>
      <Ledger {...props} />
      <Numbers {...props} />
      <div class="deeds">
        <button
          type="button"
          onClick={() =>
            download(`${props.name}.json`, JSON.stringify(props.analysis), "application/json")
          }
        >
          {tw("export-json")}
        </button>
        <button
          type="button"
          disabled={saving.busy()}
          onClick={() =>
            saving.ask(props.store.commented, (text) =>
              download(`${props.name}.txt`, text, "text/plain"),
            )
          }
        >
          {tw("export-record")}
        </button>
        <button type="button" onClick={picture}>
          {tw("export-picture")}
        </button>
      </div>
      <Alert text={saving.wrong()} />
    </>
  );
}

/** The turn that the board shows or is about to show. */
export const turnAt = (analysis: Analysis, at: number): JudgedTurn | undefined =>
  analysis.turns.find(({ first, last }) => first <= at && at <= last);

export const wordText = (turn: JudgedTurn): string => tw(`word-${turn.word}` as WhatIfKey);

/** What is said of one turn, and the better one. */
function Judged(props: About & { turn: JudgedTurn }) {
  return (
    <div class="judged" role="status">
      <p>
        <strong>{tw("turn-number", { turn: props.turn.number })}</strong>{" "}
        <Show when={props.turn.player !== null}>
          {seatName(props.seats, props.turn.player ?? 0)}{" "}
        </Show>
        <Word turn={props.turn} />{" "}
        <Show when={props.turn.loss > 0}>
          <span class="quiet">{tw("cost", { loss: percent(props.turn.loss) })}</span>
        </Show>
      </p>
      <Show when={props.turn.better.length}>
        <p>
          {tw("better")} <code>{props.turn.better_line}</code>{" "}
          <button type="button" class="try-better" onClick={() => props.onTry(props.turn)}>
            {tw("try-it")}
          </button>
        </p>
      </Show>
    </div>
  );
}

/** The word for a turn. A sign goes with it, not only a colour. */
export function Word(props: { turn: JudgedTurn }) {
  return <span class={`tag word ${props.turn.word}`}>{wordText(props.turn)}</span>;
}

const PARTS = ["start", "dice", "own", "others", "unforeseen", "end"] as const;

/** Where each player's chance came from. The parts add up. */
function Ledger(props: About & { analysis: Analysis }) {
  const shown = (account: Account, part: (typeof PARTS)[number]) => {
    const value = percent(account[part]);
    return part === "start" || part === "end" || value <= 0 ? `${value}` : `+${value}`;
  };
  return (
    <section class="numbers" tabindex="0" aria-label={tw("ledger")}>
      <table class="ledger">
        <caption>{tw("ledger")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{tw("player")}</span>
            </th>
            <For each={PARTS}>{(part) => <th scope="col">{tw(`ledger-${part}`)}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={props.analysis.chances}>
            {(account, seat) => (
              <tr>
                <th scope="row">
                  <SeatSign seat={seat()} table={props.table} />
                  <span class="unseen">{seatName(props.seats, seat())}</span>
                </th>
                <For each={PARTS}>{(part) => <td>{shown(account, part)}</td>}</For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <p class="small quiet">{tw("ledger-more")}</p>
    </section>
  );
}

/** The graph in numbers, for those who do not see it. */
function Numbers(props: About & { analysis: Analysis }) {
  return (
    <details>
      <summary>{tw("all-turns")}</summary>
      <section class="numbers" tabindex="0" aria-label={tw("all-turns")}>
        <table>
          <caption class="unseen">{tw("all-turns")}</caption>
          <thead>
            <tr>
              <th scope="col">{tw("turn")}</th>
              <For each={props.seats}>
                {(_, seat) => <th scope="col">{seatName(props.seats, seat())} %</th>}
              </For>
              <th scope="col">{tw("word")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.analysis.turns}>
              {(turn) => (
                <tr>
                  <th scope="row">
                    <button type="button" class="plain" onClick={() => props.onJump(turn.first)}>
                      {turn.number}
                    </button>
                  </th>
                  <For each={turn.after}>{(chance) => <td>{percent(chance)}</td>}</For>
                  <td>{wordText(turn)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </details>
  );
}
