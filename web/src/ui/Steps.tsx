// A list of moves to jump to. The board shows one of them.

import { createEffect, For, type JSX, Show } from "solid-js";

/** Scrolls a list, and not the page, to its present place. */
export function follow(list: HTMLElement): void {
  const here = list.querySelector(".here");
  if (!here) return;
  const { top, bottom } = list.getBoundingClientRect();
  const box = here.getBoundingClientRect();
  if (box.top < top || box.bottom > bottom)
    list.scrollTop += box.top - top - (bottom - top - box.height) / 2;
}

export function Steps<Step>(props: {
  class: string;
  label: string;
  steps: readonly Step[];
  /** How many of the steps are done. */
  at: number;
  /** The text of the place before the first step, if there is such a place. */
  start?: string;
  /** Stands before the step, if a group of steps begins with it. */
  heading?(step: Step): JSX.Element;
  onJump(to: number): void;
  children(step: Step): JSX.Element;
}) {
  const Place = (own: { to: number; children: JSX.Element }) => (
    <li classList={{ undone: own.to > props.at }}>
      <button
        type="button"
        classList={{ here: props.at === own.to }}
        aria-current={props.at === own.to ? "step" : undefined}
        // One stop for Tab, however long the game is. Keys of the page go from move to move.
        tabindex={props.at === own.to ? 0 : -1}
        onClick={() => props.onJump(own.to)}
      >
        {own.children}
      </button>
    </li>
  );
  // The list follows the board. Only the list scrolls, not the page.
  let list: HTMLOListElement | undefined;
  createEffect(() => {
    props.steps;
    if (list && props.at >= 0) follow(list);
  });
  return (
    <section class={`log ${props.class}`} aria-label={props.label}>
      <h2>{props.label}</h2>
      <ol ref={list} tabindex="0" aria-label={props.label}>
        <Show when={props.start}>
          <Place to={0}>{props.start}</Place>
        </Show>
        <For each={props.steps}>
          {(step, index) => (
            <>
              <Show when={props.heading?.(step)}>
                {(heading) => <li class="turn-heading">{heading()}</li>}
              </Show>
              <Place to={index() + 1}>{props.children(step)}</Place>
            </>
          )}
        </For>
      </ol>
    </section>
  );
}
