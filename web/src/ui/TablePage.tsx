// A live table: the board, the players, the log, and all that a player can do.

import {
  createEffect,
  createMemo,
  createSignal,
  For,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
} from "solid-js";
import { Dynamic } from "solid-js/web";
import { gameName } from "../games/known";
import { dressPlayers } from "../games/livery";
import { partsOf } from "../games/parts";
import { said, saidToActor, t, told } from "../i18n";
import { callPlayers } from "../i18n/names";
import { notify, rememberTable, speed } from "../memory";
import { api } from "../net/api";
import type { TableView } from "../net/protocol";
import { hashOf, linkTo } from "../route";
import { standing } from "../table/moves";
import { createReader } from "../table/reader";
import { isFree, seatName } from "../table/seats";
import { openTable, type Shown, type TableStore } from "../table/store";
import { drawnPart, lastTurns, turnsOf } from "../table/turns";
import { Announcer } from "./Announcer";
import { Climax } from "./Climax";
import { Clock } from "./Clock";
import { EditionNote } from "./EditionNote";
import { EndScreen } from "./EndScreen";
import { Going, StopOffer } from "./Going";
import { Header } from "./Header";
import { onKeys } from "./keys";
import { LastTurns } from "./LastTurns";
import { Log } from "./Log";
import { later } from "./later";
import { CopyButton, DeadEnd } from "./notices";
import { Players } from "./Players";
import { createPlayback } from "./playback";
import { PlaybackButtons } from "./ReplayControls";
import { StatusBar } from "./StatusBar";
import { play as sound, soundsOf } from "./sounds";
import { Talk } from "./Talk";
import { Answers, createHint, type Turn, TurnDeeds, turnKeys } from "./TurnDeeds";
import { createWide, TWO_COLUMNS } from "./wide";

const AtTable = later(() => import("../whatif/AtTable"));
const WaitingRoom = later(() => import("../waiting/WaitingRoom"));

/** Milliseconds between two turns of bots that somebody watches. */
const PAUSE = 400;
/** Milliseconds after which a turn that has not come is asked for again. */
const ASK_AGAIN = 5000;

export function TablePage(props: { id: string; key: string }) {
  const store = openTable(props.id, props.key);
  onCleanup(() => store.close());
  const myTurn = createMemo(() => store.mine() && store.state()?.phase === "playing");
  const name = () => gameName(store.table()?.game ?? "");
  return (
    <>
      <Header
        crumb={name()}
        title={`${myTurn() ? "● " : ""}${name()}`}
        game={store.table()?.game}
      />
      <div class="connection" role="status">
        <Show when={store.connection() === "lost"}>
          <span class="badge-lost">{t("reconnecting")}</span>
        </Show>
      </div>
      <Switch fallback={<p class="quiet middle">{t("opening")}</p>}>
        <Match when={store.connection() === "gone"}>
          <DeadEnd>
            <h1>{t("lost")}</h1>
            <p>{t("no-such-table")}</p>
          </DeadEnd>
        </Match>
        <Match when={store.table() && store.shown()}>
          <Table store={store} myTurn={myTurn()} />
        </Match>
      </Switch>
    </>
  );
}

function Table(props: { store: TableStore; myTurn: boolean }) {
  const store = props.store;
  const table = store.table as () => TableView;
  // The player may look back: at how many moves; null is the present.
  const [at, setAt] = createSignal<number | null>(null);
  const moves = createMemo(() => standing(store.entries()));
  const past = createReader(store.id, store.key, moves, at);
  const isPast = () => at() !== null;
  const shown = () => past() ?? (store.shown() as Shown);
  const state = () => shown().state;
  const turns = createMemo(() => turnsOf(moves().slice(0, at() ?? moves().length)));
  const drawn = createMemo(() => drawnPart(turns(), isPast() ? [] : store.yours()));
  const recent = createMemo(() => lastTurns(turnsOf(moves()), store.yours()));
  const playback = createPlayback({
    at: () => at() ?? moves().length,
    moves: () => moves().length,
    onJump: (to) => {
      const present = moves().length;
      // At the present, one step on is the next step of the others.
      if (!isPast() && to === present) store.showNext();
      setAt(to < present ? to : null);
    },
  });
  const playAgain = () => {
    store.skip();
    const first = recent()[0];
    if (first) playback.playFrom(first.from);
  };
  onKeys(() => ({ p: playAgain, ...(isPast() && { escape: playback.last }) }));
  const ready = () => store.ready() && !isPast();
  /** My seat: the one that plays, if several are mine; null for a watcher. */
  const me = () => {
    const yours = store.yours();
    const actor = state().actor;
    return actor !== null && yours.includes(actor) ? actor : (yours[0] ?? null);
  };
  const [hint, setHint] = createHint(store.refusal, () => store.setRefusal(null));
  createEffect(() => {
    rememberTable({ id: store.id, key: store.key, game: table().game, at: Date.now() });
  });

  callPlayers(() => store.seats().map((_, seat) => seatName(store.seats(), seat)));
  dressPlayers(store.seats);

  /** Only bots sit here. They play one turn after the other while somebody watches. */
  const isShow = () => store.seats().every((seat) => seat.kind === "bot");
  createEffect(() => {
    const now = store.state();
    const seen = store.shown()?.state.version === now?.version && store.connection() === "open";
    if (!isShow() || now?.phase !== "playing" || !seen || isPast()) return;
    const goOn = () => document.hidden || store.goOn();
    const [soon, again] = [setTimeout(goOn, PAUSE), setInterval(goOn, ASK_AGAIN)];
    onCleanup(() => {
      clearTimeout(soon);
      clearInterval(again);
    });
  });
  const hasFreeSeat = () => store.seats().some(isFree);
  const onlyWatches = () => store.status() && !store.yours().length && !hasFreeSeat() && isOn();
  const isOn = () => store.state()?.phase === "playing";
  const isOver = () => state().phase === "over";

  // A refusal is about the position it was given in.
  createEffect(() => {
    state().version;
    at();
    setHint("");
  });

  // The board may still be showing the moves of the others.
  const myTurnShown = () => props.myTurn && state().actor === store.state()?.actor;
  createEffect((before: boolean | undefined) => {
    if (props.myTurn && before === false) {
      sound("turn");
      if (notify() && document.hidden && "Notification" in window)
        new Notification(t("your-turn"), { body: gameName(table().game), tag: store.id });
    }
    return props.myTurn;
  });
  createEffect(on(shown, ({ events }) => sound(...soundsOf(events)), { defer: true }));

  const toDo = () => {
    const { actor, status } = state();
    if (state().phase !== "playing" || actor === null || actor < 0) return said(status);
    if (!myTurnShown()) return t("plays-now", { name: seatName(store.seats(), actor) });
    return partsOf(table().game).toDo?.(state()) || saidToActor(status);
  };
  const inBar = () => (isPast() ? told(moves()[(at() ?? 0) - 1]?.events ?? []) : toDo());
  /** At one screen several people play: it says whose turn it is. */
  const yourTurn = () =>
    store.yours().length > 1
      ? t("turn-of", { name: seatName(store.seats(), state().actor ?? 0) })
      : t("your-turn");

  const play = (move: string) => {
    setHint("");
    store.play(move);
  };
  const practises = () => table().practice && isOn() && store.yours().length > 0;
  const turn = (): Turn => ({
    game: table().game,
    state: state(),
    ready: ready(),
    canUndo: (store.canUndo() || practises()) && !isPast(),
    play,
    undo: () => {
      setHint("");
      if (practises() && !store.canUndo()) void store.rewind();
      else store.undo();
    },
    hint: setHint,
    moreKeys: [
      ["P", t("play-again")],
      ["← →", t("key-look-back")],
      ["End", t("to-present")],
    ],
  });
  turnKeys(turn);
  // A click on the board means that the player has seen enough.
  const seenEnough = (event: Event) => {
    if ((event.target as Element).closest(".board") && speed() !== "step") store.skip();
  };
  document.addEventListener("pointerdown", seenEnough);
  onCleanup(() => document.removeEventListener("pointerdown", seenEnough));

  const standIns = () =>
    isOn() ? store.yours().filter((seat) => store.seats()[seat]?.stand_in) : [];
  const isWide = createWide(TWO_COLUMNS);
  /** On a phone the invitation stands above the board, as long as nobody can play. */
  const invitesFirst = () => !isWide() && state().phase === "waiting";
  const seating = (first: boolean) => (
    <Show when={hasFreeSeat() && !isOver() && invitesFirst() === first}>
      <WaitingRoom store={store} />
    </Show>
  );
  const watching = () => <Watching store={store} again={recent().length > 0} onAgain={playAgain} />;
  const replay = (move: number | null) =>
    hashOf({ page: "replay", id: store.id, key: store.key, move });

  return (
    <main
      class="table"
      classList={{ mine: props.myTurn }}
      data-version={state().version}
      data-ready={ready() ? "" : undefined}
      data-past={at() ?? undefined}
    >
      <h1 class="unseen">{gameName(table().game)}</h1>
      <section class="play">
        {seating(true)}
        <StatusBar
          table={table()}
          state={state()}
          mine={myTurnShown() && !isPast()}
          lead={
            isPast() ? (
              <strong class="tag past">{t("the-past")}</strong>
            ) : (
              myTurnShown() && <strong class="tag yours">{yourTurn()}</strong>
            )
          }
          me={isPast() ? undefined : me()}
          meter={
            <Show when={!isPast() && state().deadline}>
              {(deadline) => <Clock deadline={deadline()} now={store.now} />}
            </Show>
          }
          text={inBar()}
        >
          <Show when={isPast()}>
            <button type="button" class="primary" onClick={playback.last}>
              {t("to-present")} <kbd>Esc</kbd>
            </button>
          </Show>
        </StatusBar>
        <Dynamic
          component={partsOf(table().game).Play}
          table={table()}
          seats={store.seats()}
          shown={shown()}
          turn={drawn()}
          me={me()}
          ready={ready()}
          preview={store.preview}
          play={play}
          refusal={store.refusal()}
          hint={setHint}
          banner={
            <Climax events={shown().events} name={(player) => seatName(store.seats(), player)} />
          }
        >
          <Answers game={table().game} refusal={store.refusal()} hint={hint()} />
          <Show when={!isPast()} fallback={<PlaybackButtons playback={playback} />}>
            <Show
              when={store.yours().length && state().phase === "playing"}
              fallback={<div class="deeds">{watching()}</div>}
            >
              <TurnDeeds turn={turn()}>{watching()}</TurnDeeds>
            </Show>
          </Show>
        </Dynamic>
      </section>
      <aside class="side">
        <Show when={isOver()}>
          <EndScreen store={store} />
        </Show>
        <Players
          table={table()}
          seats={store.seats()}
          state={state()}
          yours={store.yours()}
          present={store.present()}
          extend={store.yours().length ? store.extend : undefined}
          now={store.now}
        />
        <Show when={onlyWatches()}>
          <p class="notice watching" role="status">
            {t(isShow() ? "you-watch-bots" : "you-watch")}
          </p>
        </Show>
        <EditionNote table={table()} linkKey={store.key} />
        <Show when={isOver() || onlyWatches() || table().practice}>
          <AtTable store={store} play={play} ready={ready()} />
        </Show>
        <LastTurns
          table={table()}
          seats={store.seats()}
          turns={recent()}
          onPlay={(turn) => playback.playFrom(turn.from)}
        />
        <For each={standIns()}>
          {(seat) => (
            <p class="notice">
              {t(store.seats()[seat]?.out ? "you-are-out" : "bot-stands-in")}{" "}
              <Show when={!store.seats()[seat]?.out}>
                <button type="button" onClick={() => store.takeBack(seat)}>
                  {t("take-back")}
                </button>
              </Show>
            </p>
          )}
        </For>
        <StopOffer store={store} />
        {seating(false)}
        <Log
          table={table()}
          entries={store.entries()}
          seats={store.seats()}
          at={at()}
          link={replay}
        />
        <Talk store={store} />
        <p class="table-links">
          <a href={replay(null)}>{t("replay")}</a>
          <CopyButton
            class="plain"
            label={t("watch-link")}
            text={async () => {
              const { watch_key } = await api.look(store.id, store.key);
              return linkTo({ page: "table", id: store.id, key: watch_key });
            }}
          />
          <Show when={(store.yours().length || store.status()?.host) && !isOver()}>
            <Going store={store} />
          </Show>
        </p>
      </aside>
      <Announcer
        entries={store.entries()}
        status={inBar()}
        yourTurn={myTurnShown() && !isPast() ? yourTurn() : ""}
      />
    </main>
  );
}

/** What to do about the moves of the others: see them again, one by one, or no more. */
function Watching(props: { store: TableStore; again: boolean; onAgain(): void }) {
  return (
    <>
      <Show when={props.store.waiting() && speed() === "step"}>
        <button type="button" class="primary" onClick={props.store.showNext}>
          {t("show-next")} <kbd>→</kbd>
        </button>
      </Show>
      <Show
        when={props.store.waiting()}
        fallback={
          <button type="button" aria-disabled={!props.again} onClick={props.onAgain}>
            {t("play-again")} <kbd>P</kbd>
          </button>
        }
      >
        <button type="button" onClick={props.store.skip}>
          {t("to-present")}
        </button>
      </Show>
    </>
  );
}
