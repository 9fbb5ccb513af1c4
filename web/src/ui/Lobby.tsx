// Where one comes in: pick a game and who sits where, go back to one's tables, join an open one.

import { createResource, createSignal, For, onCleanup, Show } from "solid-js";
import { GAMES } from "../games/parts";
import { type Key, t } from "../i18n";
import { forgetTable, knownTables, learned } from "../memory";
import { api, Refused } from "../net/api";
import type { Listed, TableStatus } from "../net/protocol";
import { hashOf } from "../route";
import { openRules } from "../rules/open";
import { GamePicture, ProblemPicture } from "./GamePicture";
import { Header } from "./Header";
import { NewTable } from "./NewTable";

export const gameName = (game: string): string => (game in GAMES ? t(`game-${game}` as Key) : game);

export function Lobby() {
  const [games] = createResource(() => api.games());
  const [open, { refetch }] = createResource(() => api.openTables());
  const timer = setInterval(() => {
    if (!document.hidden) void refetch();
  }, 15_000);
  onCleanup(() => clearInterval(timer));
  const [game, setGame] = createSignal("fragile");
  document.title = "tablee";
  const mine = () => new Set(knownTables().map((table) => table.id));
  return (
    <>
      <Header />
      <main class="lobby">
        <section class="hero">
          <h1>{t("welcome")}</h1>
          <p>{t("welcome-more")}</p>
          <Newcomers />
        </section>
        <section class="new-table" aria-label={t("new-table")}>
          <div class="game-cards" role="radiogroup" aria-label={t("which-game")}>
            <For each={Object.keys(GAMES)}>
              {(name) => (
                <label class="game-card" classList={{ chosen: game() === name }}>
                  <input
                    type="radio"
                    name="game"
                    value={name}
                    checked={game() === name}
                    onChange={() => setGame(name)}
                  />
                  <GamePicture game={name} />
                  <strong>{gameName(name)}</strong>
                  <span>{t(`about-${name}` as Key)}</span>
                </label>
              )}
            </For>
          </div>
          <p class="game-links">
            <a href={hashOf({ page: "learn", game: game(), step: 0 })}>
              {t("learn-game", { game: gameName(game()) })}
            </a>
            <button type="button" class="plain" onClick={() => openRules(game())}>
              {t("rules")}
            </button>
          </p>
          <Show when={games()} fallback={<p class="quiet">{games.error ? t("offline") : "…"}</p>}>
            {(list) => (
              <Show
                when={list().find((info) => info.name === game())}
                fallback={<p class="quiet">{t("offline")}</p>}
                keyed
              >
                {(info) => <NewTable info={info} />}
              </Show>
            )}
          </Show>
        </section>
        <a class="problems-card" href="#/problems">
          <ProblemPicture />
          <span>
            <strong>{t("problems")}</strong>
            <span>{t("problems-more")}</span>
          </span>
        </a>
        <MyTables />
        <section aria-labelledby="open-tables">
          <h2 id="open-tables">{t("open-tables")}</h2>
          <ul class="tables">
            <For
              each={(open.error ? [] : (open() ?? []))
                .filter((table) => !mine().has(table.id))
                .slice(0, 12)}
              fallback={<li class="quiet">{t("no-open-tables")}</li>}
            >
              {(table) => <OpenTable table={table} />}
            </For>
          </ul>
        </section>
      </main>
    </>
  );
}

/** Who has never learnt nor played anything is shown where to begin. */
function Newcomers() {
  return (
    <Show when={!learned().length && !knownTables().length}>
      <p class="newcomers">
        {t("new-here")}
        <For each={Object.keys(GAMES)}>
          {(name) => (
            <a class="button" href={hashOf({ page: "learn", game: name, step: 0 })}>
              {gameName(name)}
            </a>
          )}
        </For>
      </p>
    </Show>
  );
}

function OpenTable(props: { table: Listed }) {
  const free = () => props.table.seats.filter((seat) => (seat.kind ?? "open") === "open").length;
  const names = () => props.table.seats.map((seat) => seat.name || "…").join(", ");
  return (
    <li>
      <a class="table-row" href={hashOf({ page: "table", id: props.table.id, key: "" })}>
        <strong>{gameName(props.table.game)}</strong>
        <span>{names()}</span>
        <span class="tag">{free() ? t("seats-free", { count: free() }) : t("watch")}</span>
      </a>
    </li>
  );
}

function MyTables() {
  return (
    <Show when={knownTables().length}>
      <section aria-labelledby="my-tables">
        <h2 id="my-tables">{t("my-tables")}</h2>
        <ul class="tables">
          <For each={knownTables().slice(0, 8)}>
            {(known) => {
              const [status] = createResource(async (): Promise<TableStatus | null> => {
                try {
                  return await api.look(known.id, known.key);
                } catch (error) {
                  if (error instanceof Refused && error.refusal.code === "no-table")
                    forgetTable(known.id);
                  return null;
                }
              });
              return (
                <li>
                  <a
                    class="table-row"
                    href={hashOf({ page: "table", id: known.id, key: known.key })}
                  >
                    <strong>{gameName(known.game)}</strong>
                    <span>
                      {status()
                        ?.seats.map((seat) => seat.name || "…")
                        .join(", ")}
                    </span>
                    <span class="tag">{t(`phase-${status()?.phase ?? "waiting"}` as Key)}</span>
                  </a>
                </li>
              );
            }}
          </For>
        </ul>
      </section>
    </Show>
  );
}
