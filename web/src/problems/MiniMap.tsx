// A small map of a problem, for the cards of the books.

import { For } from "solid-js";
import { spot } from "../games/fragile/cells";
import { parseDraft } from "./draft";

export function MiniMap(props: { problem: string; slots: readonly string[] }) {
  const draft = () => parseDraft(props.problem);
  const goals = () => new Set(Object.values(draft()?.crates ?? {}).flat());
  const at = (cell: string) => ({ x: spot(cell).column * 10, y: spot(cell).row * 10 });
  return (
    <svg class="mini-map" viewBox="0 0 100 100" aria-hidden="true">
      <rect class="slab" width="100" height="100" rx="4" />
      <For each={props.slots}>
        {(cell) => (
          <rect
            class="mini-depot"
            classList={{ goal: goals().has(cell) }}
            {...at(cell)}
            width="10"
            height="10"
          />
        )}
      </For>
      <For each={Object.entries(draft()?.crates ?? {})}>
        {([cell, stack]) => (
          <For each={stack}>
            {(goal, level) => (
              <rect
                class="mini-crate"
                classList={{ goal: goal !== null }}
                x={at(cell).x + 1.5}
                y={at(cell).y + 2 - 3.5 * level()}
                width="7"
                height="6.5"
              />
            )}
          </For>
        )}
      </For>
      <For each={draft()?.dockers}>
        {(cell) => <circle class="mini-docker" cx={at(cell).x + 5} cy={at(cell).y + 5} r="3.8" />}
      </For>
      <For each={draft()?.others}>
        {(cell) => <circle class="mini-helper" cx={at(cell).x + 5} cy={at(cell).y + 5} r="3.4" />}
      </For>
    </svg>
  );
}
