// A solved problem: the turns used, the fewest possible, and what to do next.

import { createEffect, createResource, For, onMount, Show } from "solid-js";
import { problemsApi } from "./api";
import { isFlock } from "./flock";
import type { Recording } from "./Playback";
import { note, progressOf } from "./progress";
import { tp } from "./texts";

export function SolvedPanel(props: {
  problem: string;
  moves: readonly string[];
  used: number;
  /** What the server says about play with dice; else empty. */
  verdict: string;
  next: string | null;
  near: string | null;
  onAgain(): void;
  onReplay(recording: Recording): void;
}) {
  const [found] = createResource(() =>
    problemsApi.solution({ problem: props.problem, moves: [...props.moves] }).catch(() => null),
  );
  createEffect(() => {
    const minimum = found.latest?.minimum;
    if (minimum) note(props.problem, { minimum });
  });
  const fewest = () => {
    const minimum = found.latest?.minimum;
    if (!minimum) return "";
    return props.used > minimum
      ? tp("can-be-done-in", { turns: minimum })
      : tp("is-fewest", { turns: minimum });
  };
  let panel: HTMLElement | undefined;
  onMount(() => panel?.scrollIntoView({ block: "nearest" }));
  return (
    <section ref={panel} class="end solved-panel" aria-labelledby="solved-title">
      <div role="status">
        <h2 id="solved-title">
          {props.verdict ? tp("best-play") : tp("solved-title", { turns: props.used })}
        </h2>
        <p>
          {props.verdict || fewest()}{" "}
          <Show when={progressOf(props.problem).hints}>
            {(count) => tp("hints-used", { count: count() })}
          </Show>
        </p>
      </div>
      <div class="deeds">
        <Show
          when={props.next}
          fallback={
            <a class="primary" href="#/problems">
              {tp("to-problems")}
            </a>
          }
        >
          {(address) => (
            <a class="primary" href={address()}>
              {tp("next-problem")}
            </a>
          )}
        </Show>
        <Show when={props.near}>
          {(address) => (
            <a class="button" href={address()}>
              {tp("near-strength")}
            </a>
          )}
        </Show>
        <For each={found.latest?.lines ?? []}>
          {(line) => (
            <button
              type="button"
              onClick={() =>
                props.onReplay({ title: tp(`replay-${line.source}`), moves: line.moves })
              }
            >
              {tp(isFlock(props.problem) ? "replay-play" : `replay-${line.source}`)}
            </button>
          )}
        </For>
        <button type="button" onClick={() => props.onAgain()}>
          {tp("again")}
        </button>
      </div>
    </section>
  );
}
