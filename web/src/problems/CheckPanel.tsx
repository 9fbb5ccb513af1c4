// The solver's answer: solvable or not, the fewest turns, the proof, the solutions and how they
// differ, the pieces that are not needed. What can be mended has a button that mends it.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import { said } from "../i18n";
import type { CheckView, SolutionLine, SparePiece } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { findings } from "./findings";
import { commandText, isFlock } from "./flock";
import { Proposing } from "./Proposing";
import { tp, trouble } from "./texts";

/** The fewest turns, if the problem allows more or fewer. */
const otherTurns = ({ minimum, turns }: CheckView) => (minimum === turns ? null : minimum);

/** The title of the solutions that were found. */
function linesTitle({ problem, lines }: CheckView): string {
  if (isFlock(problem)) return tp(lines.length > 1 ? "flock-not-unique" : "flock-best-play");
  return tp(lines.length > 1 ? "not-unique" : "its-solution");
}

const spareText = ({ piece, cell }: SparePiece): string =>
  tp(`spare-${piece}`, { cell: piece === "command" ? commandText(cell) : cell });

export function CheckPanel(props: {
  problem: string;
  valid: boolean;
  /** Sets the number of turns that are allowed. */
  onTurns(turns: number): void;
  onReplay(line: SolutionLine): void;
  /** Sets up another problem. */
  onProblem(problem: string): void;
}) {
  const [found, setFound] = createSignal<CheckView | null>(null);
  const solver = createQuestion(trouble);
  createEffect(
    on(
      () => props.problem,
      () => {
        solver.forget();
        setFound(null);
      },
    ),
  );
  const composer = createQuestion(trouble);
  const [told, setTold] = createSignal("");
  let seed = 0;
  /** The sketch may lack anything. Asked again, the composer finishes it in another way. */
  const compose = () => {
    setTold("");
    const asked = () => problemsApi.compose({ problem: props.problem, seed: ++seed });
    return composer.ask(asked, ({ problem, themes, difficulty }) => {
      if (problem === null) return setTold(tp("compose-nothing"));
      props.onProblem(problem);
      const motifs = themes.map(said).join(", ");
      const text = isFlock(problem) ? "composed-flock" : "composed-it";
      setTold(tp(text, { motifs, value: (difficulty ?? 1).toFixed(1) }));
    });
  };
  const check = () => solver.ask(() => problemsApi.check(props.problem), setFound);

  return (
    <section class="check" aria-label={tp("solver")}>
      <div class="deeds">
        <button
          type="button"
          class="primary"
          disabled={!props.valid || solver.busy()}
          onClick={check}
        >
          {tp("ask-solver")}
        </button>
        <button type="button" disabled={composer.busy()} onClick={compose}>
          {tp("compose-from-here")}
        </button>
        <Show when={solver.busy() || composer.busy()}>
          <span class="quiet">{tp("solver-searches")}</span>
        </Show>
      </div>
      <div role="status">
        <Alert text={solver.wrong() || composer.wrong()} />
        <Show when={told()}>
          <p>{told()}</p>
        </Show>
        <Show when={found()}>
          {(check) => (
            <>
              <dl class="findings">
                <For each={findings(check())}>
                  {([what, answer]) => (
                    <div>
                      <dt>{what}</dt>
                      <dd>{answer}</dd>
                    </div>
                  )}
                </For>
              </dl>
              <Show when={otherTurns(check())}>
                {(turns) => (
                  <p class="advice">
                    {tp(turns() > check().turns ? "takes-more" : "takes-fewer", {
                      turns: turns(),
                    })}{" "}
                    <button type="button" onClick={() => props.onTurns(turns())}>
                      {tp("use-fewest", { turns: turns() })}
                    </button>
                  </p>
                )}
              </Show>
              <Show when={check().lines.length}>
                <h2>{linesTitle(check())}</h2>
                <ol class="found-lines">
                  <For each={check().lines}>
                    {(line) => (
                      <li>
                        <button type="button" onClick={() => props.onReplay(line)}>
                          ▶ <code>{line.turns.join(" / ")}</code>
                        </button>{" "}
                        {said(line.differs)}
                      </li>
                    )}
                  </For>
                </ol>
                <Show when={(check().solutions ?? 0) > check().lines.length}>
                  <p class="quiet">{tp("and-more", { all: check().solutions ?? 0 })}</p>
                </Show>
              </Show>
              <Show when={check().for_a_book}>
                <Proposing problem={check().problem} />
              </Show>
              <For each={check().spare}>
                {(spare) => (
                  <p class="advice">
                    {spareText(spare)}{" "}
                    <button type="button" onClick={() => props.onProblem(spare.without)}>
                      {tp("take-away")}
                    </button>
                  </p>
                )}
              </For>
            </>
          )}
        </Show>
      </div>
    </section>
  );
}
