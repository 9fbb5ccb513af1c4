// A problem as a diagram for paper: the quay with its letters and numbers, the depots with their
// doors, the crates with the letters of their goals. It is clear in black and white.

import { createMemo, For, Show } from "solid-js";
import { CELLS, COLUMNS, SIZE, spot } from "../games/fragile/cells";
import { goalLetters } from "../games/fragile/position";
import { type Draft, EMPTY, parseDraft, stateOf } from "./draft";

const at = (cell: string) => ({ x: spot(cell).column * 10, y: spot(cell).row * 10 });
const GRID = Array.from(
  { length: SIZE + 1 },
  (_, line) => `M${line * 10} 0V100M0 ${line * 10}H100`,
).join("");

/** The walls of a depot: all its sides but the one to its door. */
function walls(depot: string, door: string): string {
  const { x, y } = at(depot);
  const [right, down] = [at(door).x - x, at(door).y - y];
  const sides: [number, number, string][] = [
    [0, -10, `M${x} ${y}h10`],
    [0, 10, `M${x} ${y + 10}h10`],
    [-10, 0, `M${x} ${y}v10`],
    [10, 0, `M${x + 10} ${y}v10`],
  ];
  return sides
    .filter(([across, along]) => across !== right || along !== down)
    .map(([, , side]) => side)
    .join("");
}

/** `slots` are the depots, each with the cell it opens to. */
export function Diagram(props: { problem: string; slots: Record<string, string> }) {
  const draft = createMemo((): Draft => parseDraft(props.problem) ?? EMPTY);
  const letters = createMemo(() =>
    goalLetters(stateOf(draft(), Object.keys(props.slots)).position, CELLS),
  );
  return (
    <svg class="diagram" viewBox="-7 -7 108 108" aria-hidden="true">
      <path class="diagram-grid" d={GRID} />
      <For each={[...COLUMNS]}>
        {(letter, index) => (
          <>
            <text class="diagram-edge" x={index() * 10 + 5} y="-2">
              {letter}
            </text>
            <text class="diagram-edge" x="-3.5" y={index() * 10 + 6.5}>
              {index() + 1}
            </text>
          </>
        )}
      </For>
      <For each={Object.entries(props.slots)}>
        {([depot, door]) => (
          <>
            <rect class="diagram-depot" {...at(depot)} width="10" height="10" />
            <path class="diagram-wall" d={walls(depot, door)} />
            <Show when={letters().get(depot)}>
              {(letter) => (
                <text class="diagram-goal" x={at(depot).x + 5} y={at(depot).y + 7.5}>
                  {letter()}
                </text>
              )}
            </Show>
          </>
        )}
      </For>
      <For each={Object.entries(draft().crates)}>
        {([cell, stack]) => (
          <For each={stack}>
            {(goal, level) => (
              <Crate
                {...at(cell)}
                level={level()}
                stacked={stack.length > 1}
                letter={goal ? letters().get(goal) : ""}
              />
            )}
          </For>
        )}
      </For>
      <For each={draft().dockers}>
        {(cell) => (
          <circle class="diagram-docker" cx={at(cell).x + 5} cy={at(cell).y + 5} r="3.6" />
        )}
      </For>
      <For each={draft().others}>
        {(cell) => (
          <circle class="diagram-helper" cx={at(cell).x + 5} cy={at(cell).y + 5} r="3.2" />
        )}
      </For>
    </svg>
  );
}

/** Two crates on a cell are flat, so that both letters are in sight. */
function Crate(props: {
  x: number;
  y: number;
  level: number;
  stacked: boolean;
  letter: string | undefined;
}) {
  const height = () => (props.stacked ? 4.4 : 6.4);
  const top = () => props.y + (props.stacked ? 5.2 - props.level * 4.7 : 1.8);
  return (
    <>
      <rect class="diagram-crate" x={props.x + 1.8} y={top()} width="6.4" height={height()} />
      <text class="diagram-letter" x={props.x + 5} y={top() + height() / 2 + 1.5}>
        {props.letter}
      </text>
    </>
  );
}
