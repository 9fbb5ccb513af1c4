// A problem: the board of the game with undo and redo, hints, and the solutions at the end.

import { createEffect, createSignal, Show, untrack } from "solid-js";
import { said, t } from "../i18n";
import { hashOf, linkTo } from "../route";
import { Header } from "../ui/Header";
import { onKeys } from "../ui/keys";
import { Alert, CopyButton, DeadEnd } from "../ui/notices";
import WhatIfButton from "../whatif/WhatIfButton";
import { AttemptBoard, AttemptDeeds, createAttempt, taskText } from "./AttemptBoard";
import { type AttemptStore, openAttempt } from "./attempt";
import { colourNames, gameOf, isFlock } from "./flock";
import { Hints } from "./Hints";
import { MoveList } from "./MoveList";
import { Playback, type Recording } from "./Playback";
import { daysOf, isSolved, note, noteDay, noteSolved, progressOf } from "./progress";
import { noteAttempt } from "./rating";
import { Solutions } from "./Solutions";
import { SolvedPanel } from "./SolvedPanel";
import { tp, trouble } from "./texts";
import "./problems.css";

interface About {
  problem: string;
  title: string;
  book: string;
  /** The day whose problem this is. */
  day?: string | undefined;
  difficulty?: number | null;
  /** Addresses. */
  next?: string | null;
  /** A problem near the player's strength. */
  near?: string | null;
  before?: string | null;
  after?: string | null;
}

export function ProblemPage(props: About) {
  const { day, problem } = props;
  // The problem of the day is to be solved on that day, also by those who know it.
  const anew = day && !daysOf(gameOf(problem)).includes(day) && isSolved(problem);
  const store = openAttempt(problem, anew ? [] : progressOf(problem).moves);
  return (
    <>
      <Header crumb={props.title} game={gameOf(problem)} />
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
  const attempt = createAttempt(store, [["H", tp("hint")]]);
  const { answer, wide } = attempt;

  const attempted = (won: boolean) => {
    if (props.about.difficulty) void noteAttempt(problem, won, untrack(store.moves));
  };
  createEffect(() => note(problem, { moves: store.moves() }));
  createEffect(() => {
    if (!answer().solved) return;
    const { hints, gaveUp } = untrack(() => progressOf(problem));
    attempted(!hints && !gaveUp);
    noteSolved(problem, answer().used, store.moves());
    if (props.about.day) noteDay(props.about.day, gameOf(problem));
  });
  createEffect(() => attempt.setCovered(recording() !== null));
  onKeys(() => {
    const help = () => document.querySelector<HTMLElement>(".hints .next-hint")?.click();
    return recording() ? {} : { h: help };
  });

  const Controls = () => (
    <>
      <Show when={answer().solved}>
        <SolvedPanel
          problem={problem}
          moves={store.moves()}
          used={answer().used}
          verdict={said(answer().verdict)}
          next={props.about.next ?? null}
          near={props.about.near ?? null}
          onAgain={() => store.jump(0)}
          onReplay={setRecording}
        />
      </Show>
      <AttemptDeeds attempt={attempt} />
      <Show when={!answer().solved}>
        <Hints store={store} onHelp={() => attempted(false)} />
      </Show>
    </>
  );

  return (
    <main class="table problem" classList={{ mine: store.ready() }}>
      <section class="play">
        <div class="problem-head">
          <h1>{props.about.title}</h1>
          <Show when={props.about.day}>
            {(day) => <span class="tag yours">{tp("daily-of", { date: day() })}</span>}
          </Show>
          <span class="quiet">{props.about.book}</span>
          <Show when={props.about.difficulty}>
            {(value) => (
              <span class="tag">{tp("difficulty-of", { value: value().toFixed(1) })}</span>
            )}
          </Show>
          <span class="task">{taskText(answer())}</span>
        </div>
        <Show
          when={recording()}
          keyed
          fallback={
            <AttemptBoard attempt={attempt}>
              <Show when={!wide()}>
                <Controls />
              </Show>
            </AttemptBoard>
          }
        >
          {(found) => (
            <Playback problem={problem} recording={found} onClose={() => setRecording(null)} />
          )}
        </Show>
      </section>
      <aside class="side">
        <Show when={!recording()}>
          <Show when={wide()}>
            <Controls />
          </Show>
          <MoveList line={store.line()} onJump={store.jump} />
        </Show>
        <Solutions
          problem={problem}
          offered={answer().solved && !recording()}
          onReplay={setRecording}
          onGiveUp={() => attempted(false)}
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
          <WhatIfButton
            branch={() => ({
              start: { type: "problem", problem: answer().problem },
              move: 0,
              moves: store.moves(),
              seats: isFlock(problem) ? colourNames().map((name) => ({ name, colour: "" })) : [],
            })}
          />
          <CopyButton
            label={tp("copy-link")}
            text={linkTo({ page: "own", text: answer().problem })}
          />
        </nav>
      </aside>
    </main>
  );
}
