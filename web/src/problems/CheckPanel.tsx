// What the solver says of a problem: solvable, fewest turns, how many ways, and whether it is proved.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { CheckView } from "../net/protocol";
import { problemsApi } from "./api";
import { findings } from "./findings";
import { tp, trouble } from "./texts";

export function CheckPanel(props: {
  problem: string;
  valid: boolean;
  /** Allow as many turns as it takes. */
  onTurns(turns: number): void;
}) {
  const [found, setFound] = createSignal<CheckView | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [wrong, setWrong] = createSignal("");
  let question = 0;
  createEffect(
    on(
      () => props.problem,
      () => {
        question++;
        setFound(null);
        setBusy(false);
        setWrong("");
      },
    ),
  );

  async function check(): Promise<void> {
    const mine = ++question;
    setBusy(true);
    setWrong("");
    try {
      const answer = await problemsApi.check(props.problem);
      if (mine === question) setFound(answer);
    } catch (error) {
      if (mine === question) setWrong(trouble(error));
    }
    if (mine === question) setBusy(false);
  }

  return (
    <section class="check" aria-label={tp("solver")}>
      <div class="deeds">
        <button type="button" class="primary" disabled={!props.valid || busy()} onClick={check}>
          {tp("ask-solver")}
        </button>
        <Show when={busy()}>
          <span class="quiet">{tp("solver-searches")}</span>
        </Show>
      </div>
      <div role="status">
        <Show when={wrong()}>
          <p class="refusal">{wrong()}</p>
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
