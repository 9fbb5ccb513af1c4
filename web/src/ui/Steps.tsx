// A list of moves to jump to. The board shows one of them.

import { For, type JSX, Show } from "solid-js";

export function Steps<Step>(props: {
  class: string;
  label: string;
  steps: readonly Step[];
  /** How many of the steps are done. */
  at: number;
  /** The text of the place before the first step, if there is such a place. */
  start?: string;
  onJump(to: number): void;
  children(step: Step): JSX.Element;
}) {
  const Place = (own: { to: number; children: JSX.Element }) => (
    <li classList={{ undone: own.to > props.at }}>
      <button
        type="button"
        classList={{ here: props.at === own.to }}
        aria-current={props.at === own.to ? "step" : undefined}
        onClick={() => props.onJump(own.to)}
      >
        {own.children}
      </button>
    </li>
  );
  return (
    <section class={`log ${props.class}`} aria-label={props.label}>
      <h2>{props.label}</h2>
      <ol tabindex="0" aria-label={props.label}>
        <Show when={props.start}>
          <Place to={0}>{props.start}</Place>
        </Show>
        <For each={props.steps}>
          {(step, index) => <Place to={index() + 1}>{props.children(step)}</Place>}
        </For>
      </ol>
    </section>
  );
}
