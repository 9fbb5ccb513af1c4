// The books: every problem, how hard it is, and whether the player has solved it.

import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { t } from "../i18n";
import type { BookView, ListedProblem } from "../net/protocol";
import { hashOf } from "../route";
import { Select } from "../ui/fields";
import { Header } from "../ui/Header";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { LEVELS, type Level, levelOf, placeOf, useBooks } from "./books";
import { MiniMap } from "./MiniMap";
import { isSolved, progressOf } from "./progress";
import { type ProblemKey, tp, trouble } from "./texts";
import "./problems.css";

type State = "all" | "open" | "solved";
const STATES: readonly State[] = ["all", "open", "solved"];

export default function ProblemsPage() {
  const books = useBooks();
  const [board] = createResource(() => problemsApi.board().catch(() => null));
  const slots = () => Object.keys(board()?.slots ?? {});
  const [level, setLevel] = createSignal<Level | "">("");
  const [state, setState] = createSignal<State>("all");
  const matches = (listed: ListedProblem) =>
    (!level() || levelOf(listed.difficulty ?? 1) === level()) &&
    (state() === "all" || isSolved(listed.problem) === (state() === "solved"));
  return (
    <>
      <Header crumb={t("problems")} game="fragile" />
      <main class="lobby problems">
        <section class="hero">
          <h1>{t("problems")}</h1>
          <p>{tp("problems-intro")}</p>
          <a class="button" href={hashOf({ page: "editor", text: "" })}>
            {tp("new-problem")}
          </a>
        </section>
        <fieldset class="filters">
          <legend class="unseen">{tp("filter")}</legend>
          <Select
            class="field"
            label={tp("difficulty")}
            value={level()}
            options={[
              ["", tp("level-all")],
              ...LEVELS.map((name) => [name, tp(`level-${name}` as ProblemKey)] as const),
            ]}
            onChange={setLevel}
          />
          <Select
            class="field"
            label={tp("progress")}
            value={state()}
            options={STATES.map((name) => [name, tp(`state-${name}` as ProblemKey)] as const)}
            onChange={setState}
          />
        </fieldset>
        <Alert text={books.error ? trouble(books.error) : ""} />
        <For each={books.error ? [] : books()}>
          {(book) => <BookSection book={book} slots={slots()} matches={matches} />}
        </For>
      </main>
    </>
  );
}

function BookSection(props: {
  book: BookView;
  slots: readonly string[];
  matches(listed: ListedProblem): boolean;
}) {
  const shown = createMemo(() => props.book.problems.filter(props.matches));
  const solved = () => props.book.problems.filter((listed) => isSolved(listed.problem)).length;
  const id = () => `book-${props.book.name}`;
  return (
    <section aria-labelledby={id()}>
      <h2 id={id()}>
        {tp(`book-${props.book.name}` as ProblemKey)}{" "}
        <span class="tag">
          {tp("solved-of", { solved: solved(), all: props.book.problems.length })}
        </span>
      </h2>
      <p class="quiet">{tp(`about-${props.book.name}` as ProblemKey)}</p>
      <ol class="problem-cards">
        <For each={shown()} fallback={<li class="quiet">{tp("none-match")}</li>}>
          {(listed) => <Card book={props.book.name} listed={listed} slots={props.slots} />}
        </For>
      </ol>
    </section>
  );
}

function Card(props: { book: string; listed: ListedProblem; slots: readonly string[] }) {
  const best = () => progressOf(props.listed.problem).best;
  const begun = () => progressOf(props.listed.problem).moves.length > 0;
  const hard = () => props.listed.difficulty ?? 1;
  return (
    <li>
      <a
        class="problem-card"
        classList={{ solved: best() !== undefined }}
        href={hashOf(placeOf(props.book, props.listed))}
      >
        <MiniMap problem={props.listed.problem} slots={props.slots} />
        <span class="card-text">
          <strong>{tp("problem-number", { number: props.listed.number })}</strong>
          <span>{tp("in-turns", { turns: props.listed.turns })}</span>
          <span>
            {tp(`level-${levelOf(hard())}` as ProblemKey)}{" "}
            <span class="quiet">{hard().toFixed(1)}</span>
          </span>
          <Show
            when={best()}
            fallback={
              <Show when={begun()}>
                <span class="tag">{tp("begun")}</span>
              </Show>
            }
          >
            {(found) => <span class="tag done">✓ {tp("solved-in", { turns: found().turns })}</span>}
          </Show>
        </span>
      </a>
    </li>
  );
}
