// The what-if board: any moment of a game, played on by whoever looks at it. The server says what may
// be played, and keeps nothing.

import { createEffect, createMemo, createResource, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { AnalysisPanel } from "../analysis/AnalysisPanel";
import { createAnalysis, ofRecord } from "../analysis/store";
import { Why } from "../analysis/Why";
import { gameName } from "../games/known";
import { dressPlayers } from "../games/livery";
import { partsOf } from "../games/parts";
import { said, t, told } from "../i18n";
import { callPlayers } from "../i18n/names";
import { troubleText } from "../net/api";
import type { BranchView, Seat } from "../net/protocol";
import { linkTo, replaceRoute } from "../route";
import { drawnPart, turnsOf } from "../table/turns";
import { Announcer } from "../ui/Announcer";
import { Select } from "../ui/fields";
import { Header } from "../ui/Header";
import { onKeys } from "../ui/keys";
import { CopyButton, DeadEnd } from "../ui/notices";
import { Players } from "../ui/Players";
import { ReplayControls } from "../ui/ReplayControls";
import { StatusBar } from "../ui/StatusBar";
import { Steps } from "../ui/Steps";
import { Answers, createHint, type Turn, TurnDeeds, turnKeys } from "../ui/TurnDeeds";
import { Advice } from "./Advice";
import { packed, unpacked } from "./branch";
import { OpenRecord } from "./OpenRecord";
import { PlayOn } from "./PlayOn";
import { type BranchStore, type Dice, openBranchStore } from "./store";
import { tw } from "./texts";
import "./whatif.css";

const DICE: readonly Dice[] = ["ask", "random", "as-played"];

export default function WhatIfPage(props: { branch: string }) {
  const [opened] = createResource(async () => {
    const shared = await unpacked(props.branch);
    return shared && openBranchStore(shared);
  });
  if (!props.branch) return <OpenRecord />;
  const wrong = () => opened.state === "ready" && (opened() ? opened()?.failed() : tw("no-branch"));
  return (
    <Show
      when={!wrong()}
      fallback={
        <>
          <Header />
          <DeadEnd>
            <h1>{t("lost")}</h1>
            <p>{typeof wrong() === "string" ? String(wrong()) : troubleText(wrong())}</p>
          </DeadEnd>
        </>
      }
    >
      <Show
        when={opened()?.answer() && opened()}
        fallback={
          <>
            <Header />
            <p class="quiet middle">{t("opening")}</p>
          </>
        }
      >
        {(store) => <Board store={store()} />}
      </Show>
    </Show>
  );
}

function Board(props: { store: BranchStore }) {
  const store = props.store;
  const view = createMemo(() => store.answer() as BranchView);
  const state = () => view().state;
  const seats = createMemo<Seat[]>(() =>
    Array.from({ length: view().players }, (_, seat) => ({
      colour: store.seats[seat]?.colour ?? "",
      name: store.seats[seat]?.name || t("seat", { number: seat + 1 }),
    })),
  );
  callPlayers(() => seats().map(({ name = "" }) => name));
  dressPlayers(seats);
  createEffect(() => {
    const shared = store.shared();
    void packed(shared).then((branch) => {
      if (shared.moves.length === store.shared().moves.length)
        replaceRoute({ page: "whatif", branch });
    });
  });
  const [hint, setHint] = createHint(store.refusal, () => store.setRefusal(null));
  createEffect(() => {
    view();
    setHint("");
  });
  const analysis = store.record === null ? null : createAnalysis(ofRecord(store.record));
  const rolls = () => state().actor === -1;
  const turn = (): Turn => ({
    game: view().game,
    state: state(),
    ready: store.ready() && !rolls(),
    canUndo: store.line().at > 0,
    play: store.play,
    undo: () => store.step(-1),
    hint: setHint,
    moreKeys: [
      ["Y", t("redo")],
      ["← →", t("key-look-back")],
    ],
  });
  turnKeys(turn);
  onKeys(() => ({ y: () => store.step(1), "ctrl+z": () => store.step(-1) }));
  const drawn = createMemo(() => drawnPart(turnsOf(store.entries()), []));
  const inBar = () => (rolls() ? tw("choose-outcome") : said(state().status));
  return (
    <>
      <Header
        crumb={gameName(view().game)}
        title={tw("what-if-title", { game: gameName(view().game) })}
        game={view().game}
      />
      <main
        class="table what-if"
        data-at={store.line().at}
        data-ready={store.idle() ? "" : undefined}
      >
        <h1 class="unseen">{tw("what-if")}</h1>
        <section class="play">
          <StatusBar
            table={view()}
            state={state()}
            mine
            lead={
              <strong class="tag yours">{tw(store.isGame() ? "what-if" : "branches-here")}</strong>
            }
            text={inBar()}
          />
          <Dynamic
            component={partsOf(view().game).Play}
            table={view()}
            seats={seats()}
            shown={store.shown() ?? { state: state(), events: [] }}
            turn={drawn()}
            me={state().actor !== null && !rolls() ? state().actor : null}
            ready={turn().ready}
            preview={store.preview}
            play={store.play}
            refusal={store.refusal()}
            hint={setHint}
          >
            <Answers game={view().game} refusal={store.refusal()} hint={hint()} />
            <Show when={rolls()}>
              <Outcomes store={store} view={view()} />
            </Show>
            <TurnDeeds turn={turn()}>
              <Show when={!store.isGame()}>
                <button type="button" onClick={store.backToGame}>
                  {tw("back-to-game")}
                </button>
              </Show>
            </TurnDeeds>
            <ReplayControls
              at={store.line().at}
              moves={store.line().moves.length}
              onJump={store.jump}
            />
          </Dynamic>
        </section>
        <aside class="side">
          <p class="notice">{tw("what-if-more")}</p>
          <Players table={view()} seats={seats()} state={state()} yours={[]} now={() => 0} />
          <Select
            class="field"
            label={tw("dice")}
            value={store.dice()}
            options={DICE.map((one) => [one, tw(`dice-${one}`)] as const)}
            onChange={store.setDice}
          />
          <Steps
            class="moves"
            label={t("moves")}
            start={t("start-position")}
            steps={store.line().moves}
            at={store.line().at}
            heading={(entry) =>
              entry === store.line().moves[store.left()] && !store.isGame() ? (
                <b>{tw("branches-here")}</b>
              ) : undefined
            }
            onJump={store.jump}
          >
            {(entry) => (
              <>
                <code>{entry.move}</code> <span>{told(entry.events)}</span>
              </>
            )}
          </Steps>
          <Why game={view().game} moves={store.entries()} />
          <Show when={analysis}>
            {(found) => (
              <AnalysisPanel
                store={found()}
                name={`tablee-${view().game}`}
                table={view()}
                seats={seats()}
                at={Math.min(store.line().at, store.left())}
                onJump={store.showGame}
                onTry={(turn) => store.branchOff(turn.at, turn.better)}
              />
            )}
          </Show>
          <Advice
            about={store.branch}
            version={view()}
            ready={turn().ready}
            seats={seats()}
            onPlay={store.follow}
          />
          <div class="deeds">
            <CopyButton
              label={tw("copy-branch")}
              text={async () => linkTo({ page: "whatif", branch: await packed(store.shared()) })}
            />
          </div>
          <PlayOn store={store} view={view()} seats={seats()} />
        </aside>
        <Announcer entries={store.entries()} status={inBar()} />
      </main>
    </>
  );
}

/** The dice are to be rolled: the player says how. */
function Outcomes(props: { store: BranchStore; view: BranchView }) {
  return (
    <fieldset class="outcomes">
      <legend>{tw("choose-outcome")}</legend>
      <div class="deeds">
        <button type="button" class="primary" onClick={() => props.store.roll("random")}>
          {tw("roll")}
        </button>
        <Show when={props.view.as_played}>
          {(move) => (
            <button type="button" onClick={() => props.store.roll("as-played")}>
              {tw("roll-as-played", { move: move() })}
            </button>
          )}
        </Show>
        <For each={props.view.odds}>
          {({ move, chance }) => (
            <button type="button" onClick={() => props.store.play(move)}>
              {tw("outcome", { move, chance })}
            </button>
          )}
        </For>
      </div>
    </fieldset>
  );
}
