// A live table: the board in the middle of everything, who plays, what happened, what can be done.

import {
  createEffect,
  createMemo,
  createSignal,
  For,
  Match,
  onCleanup,
  Show,
  Switch,
} from "solid-js";
import { Dynamic } from "solid-js/web";
import { gameName } from "../games/known";
import { partsOf } from "../games/parts";
import { said, t } from "../i18n";
import { forgetTable, notify, playerName, rememberTable, setPlayerName, sound } from "../memory";
import { api, Refused } from "../net/api";
import { go, hashOf, linkTo } from "../route";
import { openTable, type TableStore } from "../table/store";
import { Announcer } from "./Announcer";
import { chime } from "./chime";
import { EditionNote } from "./EditionNote";
import { EndScreen } from "./EndScreen";
import { Header } from "./Header";
import { KeysDialog } from "./KeysDialog";
import { Log } from "./Log";
import { Players } from "./Players";
import { SinceLastTurn } from "./SinceLastTurn";
import { Talk } from "./Talk";
import { Answers, type Turn, TurnDeeds, turnKeys } from "./TurnDeeds";

export function TablePage(props: { id: string; linkKey: string }) {
  const store = openTable(props.id, props.linkKey);
  onCleanup(() => store.close());
  return (
    <>
      <Header crumb={gameName(store.table()?.game ?? "")} game={store.table()?.game} />
      <ConnectionBadge store={store} />
      <Switch fallback={<p class="quiet middle">{t("opening")}</p>}>
        <Match when={store.connection() === "gone"}>
          <main class="middle">
            <p>{t("no-such-table")}</p>
            <a class="primary" href="#/">
              {t("to-lobby")}
            </a>
          </main>
        </Match>
        <Match when={store.table() && store.shown()}>
          <TableView store={store} />
        </Match>
      </Switch>
    </>
  );
}

function ConnectionBadge(props: { store: TableStore }) {
  return (
    <div class="connection" role="status">
      <Show when={props.store.connection() === "lost"}>
        <span class="badge-lost">{t("reconnecting")}</span>
      </Show>
    </div>
  );
}

function TableView(props: { store: TableStore }) {
  const store = props.store;
  const table = createMemo(() => {
    const found = store.table();
    if (!found) throw new Error("no table");
    return found;
  });
  const shown = createMemo(() => {
    const found = store.shown();
    if (!found) throw new Error("no state");
    return found;
  });
  const state = () => shown().state;
  const parts = () => partsOf(table().game);
  const [keysOpen, setKeysOpen] = createSignal(false);
  const [hint, setHint] = createSignal("");
  createEffect(() => {
    rememberTable({ id: store.id, key: store.key, game: table().game, at: Date.now() });
  });

  // A refusal is about the position it was given in.
  createEffect(() => {
    state().version;
    setHint("");
    store.setRefusal(null);
  });

  const myTurn = createMemo(() => store.mine() && store.state()?.phase === "playing");
  // The others' moves may still be on their way over the board.
  const myTurnShown = () => myTurn() && state().actor === store.state()?.actor;
  createEffect(() => {
    document.title = `${myTurn() ? "● " : ""}${gameName(table().game)} – tablee`;
  });
  createEffect((before: boolean | undefined) => {
    const now = myTurn();
    if (now && before === false) {
      if (sound()) chime();
      if (notify() && document.hidden && "Notification" in window)
        new Notification(t("your-turn"), { body: gameName(table().game), tag: store.id });
    }
    return now;
  });

  const turn = (): Turn => ({
    game: table().game,
    state: state(),
    ready: store.ready(),
    play: store.play,
    undo: store.undo,
    hint: setHint,
    onKeys: () => setKeysOpen(true),
  });
  turnKeys(turn);
  // Who clicks does not want to watch any longer.
  document.addEventListener("pointerdown", store.skip);
  onCleanup(() => document.removeEventListener("pointerdown", store.skip));

  const seatOpen = () => store.seats().some((seat) => (seat.kind ?? "open") === "open");
  const standIns = () => store.yours().filter((seat) => store.seats()[seat]?.stand_in);

  const Below = () => (
    <>
      <Answers game={table().game} refusal={store.refusal()} hint={hint()} />
      <Show when={store.yours().length && state().phase === "playing"}>
        <TurnDeeds turn={turn()} />
      </Show>
    </>
  );

  return (
    <main
      class="table"
      classList={{ mine: myTurn() }}
      data-version={state().version}
      data-ready={store.ready() ? "" : undefined}
    >
      <h1 class="unseen">{gameName(table().game)}</h1>
      <section class="play">
        <div class="status" classList={{ mine: myTurnShown() }}>
          <p class="status-text">
            <Show when={myTurnShown()}>
              <strong class="tag yours">{t("your-turn")}</strong>{" "}
            </Show>
            {said(state().status)}
          </p>
          <Dynamic component={parts().TurnBar} state={state()} table={table()} />
        </div>
        <Dynamic
          component={parts().Play}
          table={table()}
          seats={store.seats()}
          shown={shown()}
          ready={store.ready()}
          preview={store.preview}
          play={store.play}
          refusal={store.refusal()}
          hint={setHint}
        >
          <Below />
        </Dynamic>
      </section>
      <aside class="side">
        <Players
          table={table()}
          seats={store.seats()}
          state={state()}
          yours={store.yours()}
          present={store.present()}
          extend={store.yours().length ? store.extend : undefined}
          now={store.now}
        />
        <EditionNote table={table()} linkKey={store.key} />
        <SinceLastTurn store={store} />
        <For each={standIns()}>
          {(seat) => (
            <p class="notice">
              {t("bot-stands-in")}{" "}
              <button type="button" onClick={() => store.takeBack(seat)}>
                {t("take-back")}
              </button>
            </p>
          )}
        </For>
        <Show when={seatOpen() && state().phase !== "over"}>
          <Seating store={store} />
        </Show>
        <Show when={state().phase === "over"}>
          <EndScreen store={store} />
        </Show>
        <Log
          table={table()}
          entries={store.entries()}
          seats={store.seats()}
          link={(move) => hashOf({ page: "replay", id: store.id, key: store.key, move })}
        />
        <Talk store={store} />
        <p class="table-links">
          <a href={hashOf({ page: "replay", id: store.id, key: store.key, move: null })}>
            {t("replay")}
          </a>
          <WatchLink store={store} />
          <Show when={store.yours().length && state().phase !== "over"}>
            <Leaving store={store} />
          </Show>
        </p>
      </aside>
      <Announcer entries={store.entries()} status={said(state().status)} />
      <KeysDialog open={keysOpen()} onClose={() => setKeysOpen(false)} game={table().game} />
    </main>
  );
}

/** Seats are free: sit down, or send the link. */
function Seating(props: { store: TableStore }) {
  const store = props.store;
  const [copied, setCopied] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  const [joinKey, setJoinKey] = createSignal(store.key);
  createEffect(() => {
    store.yours();
    api.look(store.id, store.key).then(
      (status) => setJoinKey(status.join_key || store.key),
      () => {},
    );
  });
  const link = () => linkTo({ page: "table", id: store.id, key: joinKey() });
  const sit = async (event: Event) => {
    event.preventDefault();
    try {
      await store.sitDown(playerName().trim() || t("default-name"));
    } catch (error) {
      setProblem(
        error instanceof Refused ? said(error.refusal.text) || t("offline") : String(error),
      );
    }
  };
  return (
    <section class="seating" aria-label={t("seating")}>
      <Show when={!store.yours().length}>
        <form onSubmit={sit}>
          <label class="field">
            {t("your-name")}
            <input
              maxlength="24"
              placeholder={t("default-name")}
              value={playerName()}
              onInput={(event) => setPlayerName(event.currentTarget.value)}
            />
          </label>
          <button class="primary" type="submit">
            {t("sit-down")}
          </button>
        </form>
      </Show>
      <Show when={store.yours().length}>
        <p>{t("send-link")}</p>
        <div class="link-row">
          <input
            readonly
            value={link()}
            aria-label={t("invite-link")}
            onFocus={(e) => e.currentTarget.select()}
          />
          <button
            type="button"
            onClick={() => {
              navigator.clipboard?.writeText(link()).then(
                () => setCopied(true),
                () => setCopied(false),
              );
            }}
          >
            {copied() ? t("copied") : t("copy")}
          </button>
        </div>
      </Show>
      <Show when={problem()}>
        <p class="refusal" role="alert">
          {problem()}
        </p>
      </Show>
    </section>
  );
}

/** A link that shows the table and seats nobody. */
function WatchLink(props: { store: TableStore }) {
  const [copied, setCopied] = createSignal(false);
  const copy = async () => {
    const { watch_key } = await api.look(props.store.id, props.store.key);
    await navigator.clipboard?.writeText(
      linkTo({ page: "table", id: props.store.id, key: watch_key }),
    );
    setCopied(true);
  };
  return (
    <button type="button" class="plain" onClick={() => copy().catch(() => setCopied(false))}>
      {copied() ? t("copied") : t("watch-link")}
    </button>
  );
}

/** The one thing here that cannot be undone asks first. */
function Leaving(props: { store: TableStore }) {
  let dialog: HTMLDialogElement | undefined;
  const [problem, setProblem] = createSignal("");
  const leave = () =>
    props.store.leave().then(
      () => {
        forgetTable(props.store.id);
        go({ page: "lobby" });
      },
      (error) => setProblem((error instanceof Refused && said(error.refusal.text)) || t("offline")),
    );
  return (
    <>
      <button type="button" class="plain" onClick={() => dialog?.showModal()}>
        {t("leave-table")}
      </button>
      <dialog ref={dialog} class="keys-dialog" aria-labelledby="leave-title">
        <h2 id="leave-title">{t("leave-table")}</h2>
        <p>{problem() || t("leave-sure")}</p>
        <div class="deeds">
          <button type="button" onClick={leave}>
            {t("leave-table")}
          </button>
          <button type="button" class="primary" onClick={() => dialog?.close()}>
            {t("stay")}
          </button>
        </div>
      </dialog>
    </>
  );
}

export const openRematch = async (id: string): Promise<void> => {
  const status = await api.rematch(id);
  go({ page: "table", id: status.table.id, key: status.join_key || status.watch_key });
};
