// A whole book as sheets to print: the problems first, the solutions at the end.

import { createResource, For, Show } from "solid-js";
import { said, t } from "../i18n";
import { Header } from "../ui/Header";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { TITLES, useBooks } from "./books";
import { Diagram } from "./Diagram";
import { FlockMap } from "./FlockMap";
import { commandsText, isFlock, parseFlockProblem } from "./flock";
import { bookName, gradeName, tp, trouble } from "./texts";
import "./problems.css";
import "./sheets.css";

export default function SheetsPage(props: { book: string }) {
  const books = useBooks();
  const [board] = createResource(problemsApi.quay);
  const [solutions] = createResource(() => problemsApi.solutions(props.book));
  const error = () => books.error ?? board.error ?? solutions.error;
  const ready = () => {
    if (error()) return null;
    const book = books()?.find(({ name }) => name === props.book);
    const [scenery, lines] = [board(), solutions()];
    return book && scenery && lines ? { book, scenery, lines } : null;
  };
  return (
    <>
      <Header crumb={tp("sheets")} />
      <main class="sheets">
        <Show
          when={ready()}
          fallback={
            <Show when={error()} fallback={<p class="quiet middle">{t("opening")}</p>}>
              <Alert text={trouble(error())} />
            </Show>
          }
        >
          {(found) => (
            <>
              <h1>
                {TITLES[found().book.game]}: {bookName(props.book)}
              </h1>
              <Show
                when={found().book.game === "shear-panic"}
                fallback={
                  <>
                    <p>{tp("sheet-task")}</p>
                    <p class="legend">{tp("sheet-legend")}</p>
                  </>
                }
              >
                <p>{tp("flock-sheet-task")}</p>
              </Show>
              <p class="deeds">
                <button type="button" class="primary" onClick={() => window.print()}>
                  {tp("print")}
                </button>
                <a class="button" href="#/problems">
                  {tp("to-problems")}
                </a>
              </p>
              <ol class="sheet-problems">
                <For each={found().book.problems}>
                  {(listed) => (
                    <li>
                      <strong>{tp("problem-number", { number: listed.number })}</strong>{" "}
                      <Show
                        when={isFlock(listed.problem)}
                        fallback={
                          <>
                            <span>
                              {tp("in-turns", { turns: listed.turns })}, {gradeName(listed.grade)}
                            </span>
                            <Diagram problem={listed.problem} slots={found().scenery.slots} />
                          </>
                        }
                      >
                        <span>
                          {said(listed.task)} {commandsText(listed.problem)};{" "}
                          {tp("counter-on", { space: parseFlockProblem(listed.problem).space })};{" "}
                          {gradeName(listed.grade)}
                        </span>
                        <FlockMap problem={listed.problem} />
                      </Show>
                    </li>
                  )}
                </For>
              </ol>
              <h2>{tp("solutions")}</h2>
              <ol class="sheet-solutions">
                <For each={found().lines}>
                  {({ number, turns }) => (
                    <li>
                      <strong>{number}</strong> <code>{turns.join(" / ")}</code>
                    </li>
                  )}
                </For>
              </ol>
            </>
          )}
        </Show>
      </main>
    </>
  );
}
