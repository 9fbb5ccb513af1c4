// A problem to be solved: the board of the game, free undo and redo, hints, and the solutions after.

import { createEffect, createMemo, createSignal, onCleanup, Show } from "solid-js";
import { FragilePlay } from "../games/fragile/Play";
import { FragileTurnBar } from "../games/fragile/TurnBar";
import type { Setting } from "../games/scene";
import { said, t } from "../i18n";
import type { AttemptView } from "../net/protocol";
import { hashOf, linkTo } from "../route";
import { Announcer } from "../ui/Announcer";
import { Header } from "../ui/Header";
import { KeysDialog } from "../ui/KeysDialog";
import { Answers, type Turn, TurnDeeds, turnKeys } from "../ui/TurnDeeds";
import { type AttemptStore, openAttempt } from "./attempt";
import { CopyLink } from "./CopyLink";
import { Hints } from "./Hints";
import { MoveList } from "./MoveList";
import { Playback, type Recording } from "./Playback";
import { note, noteSolved, progressOf } from "./progress";
import { Solutions } from "./Solutions";
import { SolvedPanel } from "./SolvedPanel";
import { tp, trouble } from "./texts";
import "./problems.css";

export interface About {
  problem: string;
  title: string;
  book: string;
  difficulty: number | null;
  /** Addresses; null if there is none. */
  next: string | null;
  before: string | null;
  after: string | null;
}

/** As much of a table as the board asks for. */
export const tableOf = (answer: AttemptView): Setting => ({
  game: "fragile",
  options: { problem: answer.problem },
  scenery: answer.scenery,
});

export function ProblemPage(props: About) {
  const store = openAttempt(props.problem, progressOf(props.problem).moves);
  createEffect(() => {
    document.title = `${props.title} – tablee`;
  });
  return (
    <>
      <Header crumb={props.title} game="fragile" />
      <Show
        when={!store.failed()}
        fallback={
          <main class="middle">
            <h1>{tp("no-problem")}</h1>
            <p class="refusal" role="alert">
              {trouble(store.failed())}
            </p>
            <a class="primary" href="#/problems">
              {tp("to-problems")}
            </a>
          </main>
        }
      >
        <Show when={store.answer()} fallback={<p class="quiet middle">{t("opening")}</p>}>
          <Solving store={store} about={props} />
        </Show>
      </Show>
    </>
  );
}

function Solving(props: { store: AttemptStore; about: About }) {
  const store = props.store;
  const problem = store.problem;
  const [recording, setRecording] = createSignal<Recording | null>(null);
  const [keysOpen, setKeysOpen] = createSignal(false);
  const [hint, setHint] = createSignal("");
  const answer = createMemo(() => store.answer() as AttemptView);
  const table = createMemo(() => tableOf(answer()));
  const shown = createMemo(() => store.shown() as NonNullable<ReturnType<typeof store.shown>>);
  const state = () => answer().state;

  createEffect(() => note(problem, { moves: store.moves() }));
  createEffect(() => {
    if (answer().solved) noteSolved(problem, answer().used, store.moves());
  });
  createEffect(() => {
    answer();
    setHint("");
  });

  const restart = () => store.jump(0);
  const turn = (): Turn => ({
    game: "fragile",
    state: state(),
    ready: store.idle(),
    play: store.play,
    undo: () => store.step(-1),
    hint: setHint,
    onKeys: () => setKeysOpen(true),
  });
  turnKeys(turn);
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (recording() || event.altKey) return;
    if (control && key === "z") store.step(event.shiftKey ? 1 : -1);
    else if (control ? key === "y" : key === "r") store.step(1);
    else if (!control && key === "h")
      document.querySelector<HTMLElement>(".hints .next-hint")?.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  onCleanup(() => document.removeEventListener("keydown", onKey));

  const Below = () => (
    <>
      <Answers game="fragile" refusal={store.refusal()} hint={hint()} />
      <Show when={answer().solved}>
        <SolvedPanel
          problem={problem}
          moves={store.moves()}
          used={answer().used}
          next={props.about.next}
          onAgain={restart}
          onReplay={setRecording}
        />
      </Show>
      <TurnDeeds turn={turn()}>
        <button
          type="button"
          aria-disabled={!store.canRedo()}
          onClick={() => (store.canRedo() ? store.step(1) : setHint(tp("nothing-undone")))}
        >
          {t("redo")} <kbd>R</kbd>
        </button>
        <button type="button" onClick={restart}>
          {tp("restart")}
        </button>
      </TurnDeeds>
      <Show when={!answer().solved}>
        <Hints store={store} />
      </Show>
    </>
  );

  return (
    <main class="table problem" classList={{ mine: store.ready() }}>
      <section class="play">
        <div class="problem-head">
          <h1>{props.about.title}</h1>
          <span class="quiet">{props.about.book}</span>
          <Show when={props.about.difficulty}>
            {(value) => (
              <span class="tag">{tp("difficulty-of", { value: value().toFixed(1) })}</span>
            )}
          </Show>
          <span class="task">{tp("task", { turns: answer().turns })}</span>
        </div>
        <Show
          when={recording()}
          keyed
          fallback={
            <>
              <div class="status mine">
                <p class="status-text">{said(state().status)}</p>
                <TurnMeter used={answer().used} turns={answer().turns} />
                <FragileTurnBar state={state()} table={table()} />
              </div>
              <FragilePlay
                table={table()}
                seats={[]}
                shown={shown()}
                ready={store.ready()}
                preview={store.preview}
                play={store.play}
                refusal={store.refusal()}
                hint={setHint}
              >
                <Below />
              </FragilePlay>
            </>
          }
        >
          {(found) => (
            <Playback problem={problem} recording={found} onClose={() => setRecording(null)} />
          )}
        </Show>
      </section>
      <aside class="side">
        <Show when={!recording()}>
          <MoveList line={store.line()} onJump={store.jump} />
        </Show>
        <Solutions
          problem={problem}
          offered={answer().solved && !recording()}
          onReplay={setRecording}
        />
        <nav class="deeds" aria-label={t("problems")}>
          <Show when={props.about.before}>
            {(address) => (
              <a class="button" href={address()}>
                ◀ {tp("problem-before")}
              </a>
            )}
          </Show>
          <Show when={props.about.after}>
            {(address) => (
              <a class="button" href={address()}>
                {tp("problem-after")} ▶
              </a>
            )}
          </Show>
          <a class="button" href="#/problems">
            {tp("to-problems")}
          </a>
          <a class="button" href={hashOf({ page: "editor", text: answer().problem })}>
            {tp("change-it")}
          </a>
          <CopyLink link={linkTo({ page: "own", text: answer().problem })} />
        </nav>
      </aside>
      <Announcer entries={store.entries()} status={said(state().status)} />
      <KeysDialog
        open={keysOpen()}
        onClose={() => setKeysOpen(false)}
        game="fragile"
        more={[
          ["R", t("redo")],
          ["H", tp("hint")],
        ]}
      />
    </main>
  );
}

/** Turns used against the target. */
function TurnMeter(props: { used: number; turns: number }) {
  return (
    <span class="turn-meter">{tp("turns-used", { used: props.used, turns: props.turns })}</span>
  );
}
