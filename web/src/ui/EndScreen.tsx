// The end of a game: the winners and why, where the points came from, and what to do next.

import { createMemo, For, onMount, Show } from "solid-js";
import { SeatSign } from "../games/SeatSign";
import type { GameEnded as SheepEnded } from "../games/shear_panic/events";
import { type Key, said, t } from "../i18n";
import { motionAllowed } from "../memory";
import { hashOf } from "../route";
import { eventsOf } from "../table/moves";
import { seatName } from "../table/seats";
import { sources } from "../table/sources";
import type { TableStore } from "../table/store";
import { isWonBy, titleOf, whyOf } from "../table/verdict";
import { Rematch } from "./Rematch";

const COLOURS = ["#1f66ad", "#c0282d", "#1d7d46", "#f4b400", "#7d5ba6", "#1c5e75", "#d8481f"];

const CONFETTI = Array.from({ length: 28 }, (_, index) => ({
  left: `${(index * 37 + 4) % 100}%`,
  background: COLOURS[index % COLOURS.length],
  "animation-delay": `${(index % 6) / 10}s`,
  "animation-duration": `${2.2 + (index % 4) / 4}s`,
}));

export function EndScreen(props: { store: TableStore }) {
  const store = props.store;
  const ended = createMemo(() => {
    const entry = store.entries().findLast((found) => found.kind === "ended");
    return entry?.kind === "ended" ? entry : null;
  });
  const bySource = createMemo(() => sources(store.entries(), store.seats().length));
  const last = () => eventsOf(store.entries()).findLast((event) => event.kind === "game-ended");
  const end = () => ({
    game: store.table()?.game ?? "",
    winners: ended()?.winners ?? [],
    early: !!ended()?.how,
    yours: store.yours(),
    names: store.seats().map((_, seat) => seatName(store.seats(), seat)),
    scores: store.state()?.scores ?? [],
    decidedBy: (last() as Partial<SheepEnded> | undefined)?.decided_by,
  });
  // On a phone the end stands below the board, where nobody would look for it.
  let section: HTMLElement | undefined;
  onMount(() =>
    section?.scrollIntoView({ behavior: motionAllowed() ? "smooth" : "auto", block: "nearest" }),
  );
  return (
    <section class="end" aria-labelledby="end-title" ref={section}>
      <Show when={isWonBy(end()) && motionAllowed()}>
        <div class="confetti" aria-hidden="true">
          <For each={CONFETTI}>{(look) => <i style={look} />}</For>
        </div>
      </Show>
      <h2 id="end-title">{titleOf(end())}</h2>
      <p class="why">{whyOf(end()) || said(last()?.text)}</p>
      <p>{said(ended()?.reason)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("points-from")}</th>
            <For each={store.seats()}>
              {(seat, index) => (
                <th scope="col">
                  <Show when={store.table()}>
                    {(table) => <SeatSign seat={index()} table={table()} />}
                  </Show>
                  <span class="unseen">{seat.name}</span>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={[...bySource()]}>
            {([source, points]) => (
              <tr>
                <th scope="row">{t(`source-${source}` as Key)}</th>
                <For each={points}>{(count) => <td>{count}</td>}</For>
              </tr>
            )}
          </For>
          <tr class="total">
            <th scope="row">{t("total")}</th>
            <For each={store.state()?.scores ?? []}>{(count) => <td>{count}</td>}</For>
          </tr>
        </tbody>
      </table>
      <div class="deeds">
        <Show when={store.yours().length}>
          <Rematch store={store} />
        </Show>
        <a class="button" href={hashOf({ page: "replay", id: store.id, key: store.key, move: 0 })}>
          {t("replay")}
        </a>
        <a
          class="button"
          href={`/api/tables/${store.id}/record?key=${store.key}`}
          download={`${store.id}.txt`}
        >
          {t("record")}
        </a>
      </div>
      <Show when={store.entries().some((entry) => entry.kind === "drawn")}>
        <p class="small quiet verify">
          {t("verify-dice")} <code>tablee verify {store.id}.txt</code>
        </p>
      </Show>
    </section>
  );
}
