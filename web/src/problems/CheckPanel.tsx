// The solver's answer: solvable or not, the fewest turns, the number of solutions, the proof.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { CheckView } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { findings } from "./findings";
import { tp, trouble } from "./texts";

export function CheckPanel(props: {
  problem: string;
  valid: boolean;
  /** Sets the number of turns that are allowed. */
  onTurns(turns: number): void;
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
        <Show when={solver.busy()}>
          <span class="quiet">{tp("solver-searches")}</span>
        </Show>
      </div>
      <div role="status">
        <Alert text={solver.wrong()} />
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
              <Show when={check().minimum !== null && check().minimum !== check().turns}>
                <button
                  type="button"
                  onClick={() => props.onTurns(check().minimum ?? check().turns)}
                >
                  {tp("use-fewest", { turns: check().minimum ?? 0 })}
                </button>
              </Show>
            </>
          )}
        </Show>
      </div>
    </section>
  );
}
