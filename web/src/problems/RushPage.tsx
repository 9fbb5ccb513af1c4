// The rush: five minutes, one problem after the other. It does not count for the rating.

import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { t } from "../i18n";
import { Header } from "../ui/Header";
import { Alert } from "../ui/notices";
import { AttemptBoard, AttemptDeeds, createAttempt, taskText } from "./AttemptBoard";
import { type AttemptStore, openAttempt } from "./attempt";
import { type Place, TITLES, useBooks } from "./books";
import { FLOCKS } from "./flock";
import { MoveList } from "./MoveList";
import { noteSolved } from "./progress";
import { clockText, noteRush, RUSH, rushBest, rushOrder } from "./rush";
import { bookName, gradeName, tp, trouble } from "./texts";
import "./problems.css";

interface Run {
  problems: Place[];
  end: number;
}

export default function RushPage(props: { game: string }) {
  const game = props.game === FLOCKS ? FLOCKS : "fragile";
  const books = useBooks();
  const [run, setRun] = createSignal<Run | null>(null);
  /** Of the last run. */
  const [score, setScore] = createSignal<number | null>(null);
  const start = () => {
    setScore(null);
    setRun({ problems: rushOrder(books() ?? [], game), end: Date.now() + RUSH });
  };
  const over = (solved: number) => {
    setRun(null);
    setScore(solved);
    noteRush(game, solved);
  };
  return (
    <>
      <Header crumb={tp("rush")} game={game} />
      <Show
        when={run()}
        keyed
        fallback={
          <main class="middle rush">
            <h1>
              {tp("rush")}: {TITLES[game]}
            </h1>
            <p>{tp("rush-more")}</p>
            <div role="status">
              <Show when={score() !== null}>
                <p class="rush-score">{tp("rush-over", { count: score() ?? 0 })}</p>
              </Show>
            </div>
            <Show when={rushBest(game)}>
              <p>{tp("rush-best", { count: rushBest(game) })}</p>
            </Show>
            <Alert text={books.error ? trouble(books.error) : ""} />
            <p class="deeds">
              <button
                type="button"
                class="primary"
                disabled={Boolean(books.error) || !books()}
                onClick={start}
              >
                {tp(score() === null ? "rush-start" : "rush-again")}
              </button>
              <a class="button" href="#/problems">
                {tp("to-problems")}
              </a>
            </p>
          </main>
        }
      >
        {(now) => <Running run={now} onOver={over} />}
      </Show>
    </>
  );
}

function Running(props: { run: Run; onOver(solved: number): void }) {
  const [at, setAt] = createSignal(0);
  const [solved, setSolved] = createSignal(0);
  const [now, setNow] = createSignal(Date.now());
  const place = () => props.run.problems[at()];
  const left = () => props.run.end - now();
  const ticking = setInterval(() => setNow(Date.now()), 250);
  onCleanup(() => clearInterval(ticking));
  createEffect(() => {
    if (left() <= 0 || !place()) props.onOver(solved());
  });
  return (
    <main class="table problem">
      <Show when={place()} keyed>
        {(found) => (
          <One
            place={found}
            clock={clockText(left())}
            solved={solved()}
            onSolved={() => {
              setSolved(solved() + 1);
              setAt(at() + 1);
            }}
            onSkip={() => setAt(at() + 1)}
            onStop={() => props.onOver(solved())}
          />
        )}
      </Show>
    </main>
  );
}

interface OneProps {
  place: Place;
  clock: string;
  solved: number;
  onSolved(): void;
  onSkip(): void;
  onStop(): void;
}

function One(props: OneProps) {
  const store = openAttempt(props.place.listed.problem);
  return (
    <Show
      when={store.answer()}
      fallback={
        <p class="quiet middle">{store.failed() ? trouble(store.failed()) : t("opening")}</p>
      }
    >
      <Solving {...props} store={store} />
    </Show>
  );
}

function Solving(props: OneProps & { store: AttemptStore }) {
  const attempt = createAttempt(props.store);
  const { answer, wide } = attempt;
  createEffect(() => {
    if (!answer().solved) return;
    noteSolved(props.store.problem, answer().used, props.store.moves());
    props.onSolved();
  });
  const Controls = () => (
    <AttemptDeeds attempt={attempt}>
      <button type="button" onClick={() => props.onSkip()}>
        {tp("rush-skip")}
      </button>
    </AttemptDeeds>
  );
  return (
    <>
      <section class="play">
        <div class="problem-head">
          <h1>{tp("rush-solved", { count: props.solved })}</h1>
          <span class="tag yours" role="timer">
            {props.clock}
          </span>
          <span class="quiet">
            {bookName(props.place.book)},{" "}
            {tp("problem-number", { number: props.place.listed.number })},{" "}
            {gradeName(props.place.listed.grade)}
          </span>
          <span class="task">{taskText(answer())}</span>
        </div>
        <AttemptBoard attempt={attempt}>
          <Show when={!wide()}>
            <Controls />
          </Show>
        </AttemptBoard>
      </section>
      <aside class="side">
        <Show when={wide()}>
          <Controls />
        </Show>
        <MoveList line={props.store.line()} onJump={props.store.jump} />
        <button type="button" onClick={() => props.onStop()}>
          {tp("rush-stop")}
        </button>
      </aside>
    </>
  );
}
