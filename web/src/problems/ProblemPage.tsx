// A problem: the board of the game with undo and redo, hints, and the solutions at the end.

import { createEffect, createMemo, createSignal, Show } from "solid-js";
import { FragilePlay } from "../games/fragile/Play";
import type { Setting } from "../games/scene";
import { said, t } from "../i18n";
import type { AttemptView } from "../net/protocol";
import { hashOf, linkTo } from "../route";
import type { Shown } from "../table/store";
import { Announcer } from "../ui/Announcer";
import { Header } from "../ui/Header";
import { onKeys } from "../ui/keys";
import { Alert, CopyButton, DeadEnd } from "../ui/notices";
import { StatusBar } from "../ui/StatusBar";
import { Answers, createHint, type Turn, TurnDeeds, turnKeys } from "../ui/TurnDeeds";
import { type AttemptStore, openAttempt } from "./attempt";
import { Hints } from "./Hints";
import { MoveList } from "./MoveList";
import { Playback, type Recording } from "./Playback";
import { note, noteSolved, progressOf } from "./progress";
import { Solutions } from "./Solutions";
import { SolvedPanel } from "./SolvedPanel";
import { tp, trouble } from "./texts";
import "./problems.css";

interface About {
  problem: string;
  title: string;
  book: string;
  difficulty?: number | null;
  /** Addresses. */
  next?: string | null;
  before?: string | null;
  after?: string | null;
}

export const tableOf = (answer: AttemptView): Setting => ({
  game: "fragile",
  options: { problem: answer.problem },
  scenery: answer.scenery,
});

export function ProblemPage(props: About) {
  const store = openAttempt(props.problem, progressOf(props.problem).moves);
  return (
    <>
      <Header crumb={props.title} game="fragile" />
      <Show
        when={!store.failed()}
        fallback={
          <DeadEnd href="#/problems" link={tp("to-problems")}>
            <h1>{tp("no-problem")}</h1>
            <Alert text={trouble(store.failed())} />
          </DeadEnd>
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
  const [hint, setHint] = createHint(store.refusal, () => store.setRefusal(null));
  const answer = createMemo(() => store.answer() as AttemptView);
  const table = createMemo(() => tableOf(answer()));
  const shown = createMemo(() => store.shown() as Shown);
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
    moreKeys: [
      ["Y", t("redo")],
      ["H", tp("hint")],
    ],
  });
  turnKeys(turn);
  onKeys(() => {
    if (recording()) return {};
    const undo = () => store.step(-1);
    const redo = () => store.step(1);
    const help = () => document.querySelector<HTMLElement>(".hints .next-hint")?.click();
    return { "ctrl+z": undo, "ctrl+shift+z": redo, "ctrl+y": redo, y: redo, h: help };
  });

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
              <StatusBar
                mine
                table={table()}
                state={state()}
                meter={
                  <span class="turn-meter">
                    {tp("turns-used", { used: answer().used, turns: answer().turns })}
                  </span>
                }
              />
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
                <Answers game="fragile" refusal={store.refusal()} hint={hint()} />
                <Show when={answer().solved}>
                  <SolvedPanel
                    problem={problem}
                    moves={store.moves()}
                    used={answer().used}
                    next={props.about.next ?? null}
                    onAgain={restart}
                    onReplay={setRecording}
                  />
                </Show>
                <TurnDeeds turn={turn()}>
                  <button
                    type="button"
                    aria-disabled={!store.canRedo()}
                    onClick={() =>
                      store.canRedo() ? store.step(1) : setHint(tp("nothing-undone"))
                    }
                  >
                    {t("redo")} <kbd>Y</kbd>
                  </button>
                  <button type="button" onClick={restart}>
                    {tp("restart")}
                  </button>
                </TurnDeeds>
                <Show when={!answer().solved}>
                  <Hints store={store} />
                </Show>
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
          <CopyButton
            label={tp("copy-link")}
            text={linkTo({ page: "own", text: answer().problem })}
          />
        </nav>
      </aside>
      <Announcer entries={store.entries()} status={said(state().status)} />
    </main>
  );
}
