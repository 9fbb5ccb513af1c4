// The first page: make a table, go back to one, or join one.

import { createResource, createSignal, For, onCleanup, Show } from "solid-js";
import { gameName, loadGames } from "../games/known";
import { said, t } from "../i18n";
import { knownTables, learned } from "../memory";
import { api } from "../net/api";
import type { GameView, Seat } from "../net/protocol";
import { hashOf } from "../route";
import { openRules } from "../rules/open";
import { isFree } from "../table/seats";
import { Card } from "./fields";
import { GamePicture, ProblemPicture } from "./GamePicture";
import { Header } from "./Header";
import { MyTables } from "./MyTables";
import { NewTable } from "./NewTable";

/** A server may be installed without its documents. */
const DOCUMENTS = "/docs/index.html";
const hasDocuments = () =>
  fetch(DOCUMENTS, { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );

export function Lobby() {
  const [games] = createResource(loadGames);
  const [open, { refetch }] = createResource(() => api.openTables());
  const [documents] = createResource(hasDocuments);
  const timer = setInterval(() => {
    if (!document.hidden) void refetch();
  }, 15_000);
  onCleanup(() => clearInterval(timer));
  const [wanted, setWanted] = createSignal("");
  const listed = () => (games.error ? [] : (games() ?? []));
  const game = () => listed().find((info) => info.name === wanted()) ?? listed()[0];
  const mine = () => new Set(knownTables().map((table) => table.id));
  return (
    <>
      <Header />
      <main class="lobby">
        <section class="hero">
          <h1>{t("welcome")}</h1>
          <p>{t("welcome-more")}</p>
          <Newcomers games={listed()} />
        </section>
        <MyTables />
        <section class="new-table" aria-label={t("new-table")}>
          <div class="game-cards" role="radiogroup" aria-label={t("which-game")}>
            <For each={listed()}>
              {(info) => (
                <Card
                  class="game-card"
                  name="game"
                  value={info.name}
                  chosen={game() === info}
                  onChoose={() => setWanted(info.name)}
                >
                  <GamePicture game={info.name} />
                  <strong>{said(info.title)}</strong>
                  <span>{said(info.about)}</span>
                </Card>
              )}
            </For>
          </div>
          <Show
            when={game()}
            fallback={<p class="quiet">{games.error ? t("offline") : "…"}</p>}
            keyed
          >
            {(info) => (
              <>
                <p class="game-links">
                  <Show when={info.lesson}>
                    <a href={hashOf({ page: "learn", game: info.name, step: 0 })}>
                      {t("learn-game", { game: said(info.title) })}
                    </a>
                  </Show>
                  <button type="button" class="plain" onClick={() => openRules(info.name)}>
                    {t("rules")}
                  </button>
                </p>
                <NewTable info={info} />
              </>
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
        <section aria-labelledby="open-tables">
          <h2 id="open-tables">{t("open-tables")}</h2>
          <ul class="tables">
            <For
              each={(open.error ? [] : (open() ?? []))
                .filter((table) => !mine().has(table.id))
                .slice(0, 12)}
              fallback={<li class="quiet">{t("no-open-tables")}</li>}
            >
              {({ id, game, seats }) => {
                const count = seats.filter(isFree).length;
                const tag = () => (count ? t("seats-free", { count }) : t("watch"));
                return <Row id={id} key="" game={game} seats={seats} tag={tag()} />;
              }}
            </For>
          </ul>
        </section>
        <p class="small">
          <a href="#/what-if/">{t("open-record")}</a>{" "}
          <Show when={documents()}>
            <a href={DOCUMENTS}>{t("documents")}</a>
          </Show>
        </p>
      </main>
    </>
  );
}

/** Where to begin, for somebody who has neither learnt nor played a game here. */
function Newcomers(props: { games: readonly GameView[] }) {
  return (
    <Show when={!learned().length && !knownTables().length}>
      <p class="newcomers">
        {t("new-here")}
        <For each={props.games.filter((info) => info.lesson)}>
          {(info) => (
            <a class="button" href={hashOf({ page: "learn", game: info.name, step: 0 })}>
              {said(info.title)}
            </a>
          )}
        </For>
      </p>
    </Show>
  );
}

function Row(props: {
  id: string;
  key: string;
  game: string;
  seats: readonly Seat[];
  tag: string;
}) {
  return (
    <li>
      <a class="table-row" href={hashOf({ page: "table", id: props.id, key: props.key })}>
        <strong>{gameName(props.game)}</strong>
        <span>{props.seats.map((seat) => seat.name || "…").join(", ")}</span>
        <span class="tag">{props.tag}</span>
      </a>
    </li>
  );
}
