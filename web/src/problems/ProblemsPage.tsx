// The books: every problem, how hard it is, and whether the player has solved it.

import {
  createEffect,
  createMemo,
  createResource,
  createSignal,
  For,
  on,
  Show,
  untrack,
} from "solid-js";
import { said, t } from "../i18n";
import { remembered } from "../memory";
import type { BookView, ListedProblem } from "../net/protocol";
import { hashOf } from "../route";
import { Select } from "../ui/fields";
import { download } from "../ui/files";
import { Header } from "../ui/Header";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { GAMES, type GameName, GRADES, placeOf, places, TITLES, useBooks } from "./books";
import { FlockMap } from "./FlockMap";
import { FLOCKS, isFlock } from "./flock";
import { MiniMap } from "./MiniMap";
import { isSolved, type Mark, marksOf, progressOf } from "./progress";
import { syncProgress } from "./sync";
import { Today } from "./Today";
import { bookName, gradeName, type ProblemKey, tp, trouble } from "./texts";
import { exported, importProgress } from "./transfer";
import "./problems.css";

type State = "all" | "open" | "solved";
const STATES: readonly State[] = ["all", "open", "solved"];
/** They stay over a reload. */
const [filters, setFilters] = remembered("problem-filters", {
  game: "" as GameName | "",
  grade: "",
  theme: "",
  state: "all" as State,
});

export default function ProblemsPage() {
  const books = useBooks();
  const [board] = createResource(() => problemsApi.quay().catch(() => null));
  const slots = () => Object.keys(board()?.slots ?? {});
  const known = () => (books.error ? [] : (books() ?? []));
  createEffect(() => {
    const problems = places(known()).map(({ listed }) => listed.problem);
    if (problems.length > 0) void untrack(() => syncProgress(problems)).catch(() => {});
  });
  const shown = () => known().filter(({ game }) => !filters().game || filters().game === game);
  const themes = createMemo(() => {
    const named = Object.assign({}, ...shown().map((book) => book.themes)) as BookView["themes"];
    return Object.entries(named).map(([theme, name]) => [theme, said(name)] as const);
  });
  /** A theme that no book has any more does not count. */
  const theme = () =>
    themes().some(([known]) => known === filters().theme) ? filters().theme : "";
  const choose = (change: Partial<ReturnType<typeof filters>>) =>
    setFilters({ ...filters(), ...change });
  const matches = (listed: ListedProblem) =>
    (!filters().grade || String(listed.grade) === filters().grade) &&
    (!theme() || listed.themes.includes(theme())) &&
    (filters().state === "all" || isSolved(listed.problem) === (filters().state === "solved"));
  return (
    <>
      <Header crumb={t("problems")} game="fragile" />
      <main class="lobby problems">
        <section class="hero">
          <h1>{t("problems")}</h1>
          <p>{tp("problems-intro")}</p>
          <p class="deeds">
            <For each={GAMES}>
              {(game) => (
                <a
                  class="button"
                  href={hashOf({ page: "editor", text: game === FLOCKS ? FLOCKS : "" })}
                >
                  {tp("new-problem", { game: TITLES[game] })}
                </a>
              )}
            </For>
          </p>
        </section>
        <Today books={known()} />
        <fieldset class="filters">
          <legend class="unseen">{tp("filter")}</legend>
          <Select
            class="field"
            label={tp("game")}
            value={filters().game ?? ""}
            options={[["", tp("any")], ...GAMES.map((game) => [game, TITLES[game]] as const)]}
            onChange={(game) => choose({ game })}
          />
          <Select
            class="field"
            label={tp("difficulty")}
            value={filters().grade}
            options={[
              ["", tp("any")],
              ...GRADES.map((grade) => [String(grade), gradeName(grade)] as const),
            ]}
            onChange={(grade) => choose({ grade })}
          />
          <Select
            class="field"
            label={tp("theme")}
            value={theme()}
            options={[["", tp("any")], ...themes()]}
            onChange={(theme) => choose({ theme })}
          />
          <Select
            class="field"
            label={tp("progress")}
            value={filters().state}
            options={STATES.map((name) => [name, tp(`state-${name}` as ProblemKey)] as const)}
            onChange={(state) => choose({ state })}
          />
        </fieldset>
        <Alert text={books.error ? trouble(books.error) : ""} />
        <For each={shown()}>
          {(book) => <BookSection book={book} slots={slots()} matches={matches} />}
        </For>
        <Transfer />
      </main>
    </>
  );
}

/** Longer than any progress. */
const LONGEST = 8_000_000;

/** The progress as a file, for another browser or as a copy. */
function Transfer() {
  const [told, setTold] = createSignal("");
  const take = async (file: File) => {
    const taken = file.size <= LONGEST && importProgress(await file.text());
    setTold(tp(taken ? "imported" : "not-imported"));
  };
  return (
    <section aria-labelledby="transfer-title">
      <h2 id="transfer-title">{tp("my-progress")}</h2>
      <p class="quiet">{tp("my-progress-more")}</p>
      <div class="deeds">
        <button
          type="button"
          onClick={() => download("tablee-problems.json", exported(), "application/json")}
        >
          {tp("export-progress")}
        </button>
        <label class="button file">
          {tp("import-progress")}
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void take(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </div>
      <p role="status">{told()}</p>
    </section>
  );
}

/** Cards of a book to show at first, and to add each time. */
const CARDS = 24;

function BookSection(props: {
  book: BookView;
  slots: readonly string[];
  matches(listed: ListedProblem): boolean;
}) {
  const matching = createMemo(() => props.book.problems.filter(props.matches));
  const [most, setMost] = createSignal(CARDS);
  const shown = () => matching().slice(0, most());
  createEffect(on(matching, () => setMost(CARDS), { defer: true }));
  const solved = () => props.book.problems.filter((listed) => isSolved(listed.problem)).length;
  const id = () => `book-${props.book.name}`;
  return (
    <section aria-labelledby={id()}>
      <h2 id={id()}>
        {bookName(props.book.name)} <span class="quiet">{TITLES[props.book.game]}</span>{" "}
        <span class="tag">
          {tp("solved-of", { solved: solved(), all: props.book.problems.length })}
        </span>
      </h2>
      <p class="quiet">
        {tp(`about-${props.book.name}` as ProblemKey)}{" "}
        <a href={hashOf({ page: "sheets", book: props.book.name })}>{tp("print-book")}</a>
      </p>
      <ol class="problem-cards">
        <For each={shown()} fallback={<li class="quiet">{tp("none-match")}</li>}>
          {(listed) => <Card book={props.book.name} listed={listed} slots={props.slots} />}
        </For>
      </ol>
      <Show when={matching().length > most()}>
        <div class="deeds">
          <button type="button" onClick={() => setMost(most() + CARDS)}>
            {tp("show-more", { count: Math.min(CARDS, matching().length - most()) })}
          </button>
          <span class="quiet">{tp("shown-of", { shown: most(), all: matching().length })}</span>
        </div>
      </Show>
    </section>
  );
}

const SIGNS: Record<Mark, string> = { clean: "✦", helped: "?", minimum: "★" };

function Card(props: { book: string; listed: ListedProblem; slots: readonly string[] }) {
  const progress = () => progressOf(props.listed.problem);
  const best = () => progress().best;
  const hard = () => props.listed.difficulty ?? 1;
  return (
    <li>
      <a
        class="problem-card"
        classList={{ solved: best() !== undefined }}
        href={hashOf(placeOf(props.book, props.listed))}
      >
        <Show
          when={isFlock(props.listed.problem)}
          fallback={<MiniMap problem={props.listed.problem} slots={props.slots} />}
        >
          <FlockMap problem={props.listed.problem} />
        </Show>
        <span class="card-text">
          <strong>{tp("problem-number", { number: props.listed.number })}</strong>
          <span>
            {isFlock(props.listed.problem)
              ? said(props.listed.task)
              : tp("in-turns", { turns: props.listed.turns })}
          </span>
          <span>
            {gradeName(props.listed.grade)} <span class="quiet">{hard().toFixed(1)}</span>
          </span>
          <Show
            when={best()}
            fallback={
              <Show when={progress().moves.length > 0}>
                <span class="tag">{tp("begun")}</span>
              </Show>
            }
          >
            {(found) => (
              <>
                <span class="tag done">✓ {tp("solved-in", { turns: found().turns })}</span>
                <span class="marks">
                  <For each={marksOf(progress())}>
                    {(mark) => (
                      <span class="tag">
                        {SIGNS[mark]} {tp(`mark-${mark}`)}
                      </span>
                    )}
                  </For>
                </span>
              </>
            )}
          </Show>
        </span>
      </a>
    </li>
  );
}
