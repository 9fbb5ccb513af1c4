// Where one comes in: pick a game and who sits where, go back to one's tables, join an open one.

import { createResource, createSignal, For, Index, onCleanup, Show } from "solid-js";
import { GAMES } from "../games/parts";
import { type Key, said, t } from "../i18n";
import {
  forgetTable,
  knownTables,
  learned,
  playerName,
  rememberTable,
  setPlayerName,
} from "../memory";
import { api, Refused } from "../net/api";
import type { GameInfo, Listed, TableStatus } from "../net/protocol";
import { go, hashOf } from "../route";
import { openRules } from "../rules/open";
import { GamePicture, ProblemPicture } from "./GamePicture";
import { Header } from "./Header";

type SeatChoice = "me" | "friend" | "screen" | `bot ${string}`;

export const gameName = (game: string): string => (game in GAMES ? t(`game-${game}` as Key) : game);

export function botName(level: string): string {
  return level === "random" ? t("bot-random") : t("bot-level", { level });
}

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
              <Show when={game()} keyed>
                {(name) => (
                  <NewTable game={name} info={list().find((info) => info.name === name)} />
                )}
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

function NewTable(props: { game: string; info: GameInfo | undefined }) {
  const counts = GAMES[props.game]?.players ?? [2];
  const bots = () => props.info?.bots ?? [];
  const middling = () => {
    const levels = bots().filter((name) => /^\d$/.test(name));
    return `bot ${levels[Math.floor(levels.length / 2) - 1] ?? levels[0] ?? bots()[0] ?? "random"}` as SeatChoice;
  };
  const seatsFor = (count: number): SeatChoice[] =>
    Array.from({ length: count }, (_, index) => (index === 0 ? "me" : middling()));
  const [seats, setSeats] = createSignal<SeatChoice[]>(seatsFor(counts[0] ?? 2));
  const [order, setOrder] = createSignal("clockwise");
  const [clock, setClock] = createSignal("none");
  const [hidden, setHidden] = createSignal(true);
  const [problem, setProblem] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const name = () => playerName().trim() || t("default-name");

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const [kind, amount] = clock().split(" ");
      const options: Record<string, string> = { players: String(seats().length) };
      if (props.game === "fragile") options.order = seats().length > 2 ? order() : "clockwise";
      else options.first = "draw";
      const mine = seats().indexOf("me");
      const made = await api.create({
        game: props.game,
        options,
        seats: seats().map((seat) => (seat.startsWith("bot ") ? { bot: seat.slice(4) } : {})),
        clock: { kind: kind as "none" | "turn" | "days", amount: Number(amount ?? 120) },
        private: hidden(),
        ...(mine >= 0 ? { join: { name: name(), seat: mine } } : {}),
      });
      let number = 2;
      for (const [seat, choice] of seats().entries()) {
        if (choice === "screen")
          await api.join(made.table.id, {
            name: `${name()} ${number++}`,
            seat,
            key: made.join_key,
          });
      }
      const key = made.join_key || made.watch_key;
      rememberTable({ id: made.table.id, key, game: props.game, at: Date.now() });
      go({ page: "table", id: made.table.id, key });
    } catch (error) {
      setProblem(
        error instanceof Refused ? said(error.refusal.text) || t("offline") : String(error),
      );
      setBusy(false);
    }
  }

  return (
    <form class="table-form" onSubmit={create}>
      <label class="field">
        {t("your-name")}
        <input
          maxlength="24"
          autocomplete="nickname"
          placeholder={t("default-name")}
          value={playerName()}
          onInput={(event) => setPlayerName(event.currentTarget.value)}
        />
      </label>
      <fieldset class="counts">
        <legend>{t("how-many")}</legend>
        <For each={counts}>
          {(count) => (
            <label classList={{ chosen: seats().length === count }}>
              <input
                type="radio"
                name="count"
                checked={seats().length === count}
                onChange={() => setSeats(seatsFor(count))}
              />
              {count}
            </label>
          )}
        </For>
      </fieldset>
      <fieldset class="seat-choices">
        <legend>{t("who-sits")}</legend>
        <Index each={seats()}>
          {(seat, index) => (
            <label>
              <span>{t("seat", { number: index + 1 })}</span>
              <select
                value={seat()}
                onChange={(event) => {
                  const choice = event.currentTarget.value as SeatChoice;
                  // One "me" is enough; whoever sat there before becomes a friend.
                  setSeats((list) =>
                    list.map((other, i) =>
                      i === index ? choice : choice === "me" && other === "me" ? "friend" : other,
                    ),
                  );
                }}
              >
                <option value="me">{t("seat-me")}</option>
                <option value="friend">{t("seat-friend")}</option>
                <option value="screen">{t("seat-screen")}</option>
                <For each={bots()}>
                  {(bot) => <option value={`bot ${bot}`}>{botName(bot)}</option>}
                </For>
              </select>
            </label>
          )}
        </Index>
      </fieldset>
      <details class="more">
        <summary>{t("more-options")}</summary>
        <Show when={props.game === "fragile" && seats().length > 2}>
          <label class="field">
            {t("order")}
            <select value={order()} onChange={(event) => setOrder(event.currentTarget.value)}>
              <option value="clockwise">{t("order-clockwise")}</option>
              <option value="straws">{t("order-straws")}</option>
            </select>
          </label>
        </Show>
        <label class="field">
          {t("clock")}
          <select value={clock()} onChange={(event) => setClock(event.currentTarget.value)}>
            <option value="none">{t("clock-none")}</option>
            <option value="turn 60">{t("clock-seconds", { count: 60 })}</option>
            <option value="turn 180">{t("clock-seconds", { count: 180 })}</option>
            <option value="days 1">{t("clock-days", { count: 1 })}</option>
            <option value="days 3">{t("clock-days", { count: 3 })}</option>
          </select>
        </label>
        <label class="switch">
          <input
            type="checkbox"
            checked={!hidden()}
            onChange={(event) => setHidden(!event.currentTarget.checked)}
          />
          {t("public-table")}
        </label>
      </details>
      <button class="primary" type="submit" disabled={busy() || !props.info}>
        {t("play")}
      </button>
      <Show when={problem()}>
        <p class="refusal" role="alert">
          {problem()}
        </p>
      </Show>
    </form>
  );
}
