// Solutions: the player's best, and the known ones after the problem was solved or given up.

import { createSignal, For, Show } from "solid-js";
import type { SolutionView } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import type { Recording } from "./Playback";
import { note, progressOf } from "./progress";
import { tp, trouble } from "./texts";

const none = ({ minimum }: SolutionView) =>
  minimum === null ? tp("no-solution-known") : tp("needs-more-turns", { turns: minimum });

export function Solutions(props: {
  problem: string;
  /** Another panel offers them just now. */
  offered: boolean;
  onReplay(recording: Recording): void;
  onGiveUp(): void;
}) {
  const [known, setKnown] = createSignal<SolutionView | null>(null);
  const [asking, setAsking] = createSignal(false);
  const server = createQuestion(trouble);
  const best = () => progressOf(props.problem).best;

  function fetch(): void {
    setAsking(false);
    const { problem } = props;
    const mine = best();
    const line = { problem, moves: mine?.moves ?? [] };
    void server.ask(
      () => problemsApi.solution(mine ? line : { ...line, give_up: true }),
      (found) => {
        setKnown(found);
        if (mine) return;
        props.onGiveUp();
        note(problem, { gaveUp: true });
      },
    );
  }

  return (
    <section class="solutions" aria-labelledby="solutions-title">
      <h2 id="solutions-title">{tp("solutions")}</h2>
      <div class="deeds">
        <Show when={best()}>
          {(found) => (
            <button
              type="button"
              onClick={() => props.onReplay({ title: tp("my-best"), moves: found().moves })}
            >
              {tp("replay-best", { turns: found().turns })}
            </button>
          )}
        </Show>
        <Show
          when={!props.offered && known()}
          fallback={
            <Show
              when={asking()}
              fallback={
                <Show when={!props.offered}>
                  <button
                    type="button"
                    disabled={server.busy()}
                    onClick={() =>
                      best() || progressOf(props.problem).gaveUp ? fetch() : setAsking(true)
                    }
                  >
                    {tp(best() ? "show-solutions" : "give-up")}
                  </button>
                </Show>
              }
            >
              <p>{tp("really-give-up")}</p>
              <button type="button" class="primary" onClick={fetch}>
                {tp("yes-give-up")}
              </button>
              <button type="button" onClick={() => setAsking(false)}>
                {tp("no-go-on")}
              </button>
            </Show>
          }
        >
          {(found) => (
            <For each={found().lines} fallback={<p>{none(found())}</p>}>
              {(line) => (
                <button
                  type="button"
                  onClick={() =>
                    props.onReplay({ title: tp(`replay-${line.source}`), moves: line.moves })
                  }
                >
                  {tp(`replay-${line.source}`)} ({line.turns.length})
                </button>
              )}
            </For>
          )}
        </Show>
        <Show when={server.busy()}>
          <span class="quiet">{tp("searching")}</span>
        </Show>
      </div>
      <Alert text={server.wrong()} />
    </section>
  );
}
