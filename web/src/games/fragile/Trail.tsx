// The last turn on the board: the way of each piece, with numbers that give the order.

import { createMemo, For, Show } from "solid-js";
import type { GameEvent } from "../../net/protocol";
import { Pill, translate } from "../drawing";
import { CELL, centre, corner, lineThrough } from "./cells";
import type { Motion } from "./motions";
import { type Step, stepsOf } from "./steps";

const SIGNS: Partial<Record<Step["kind"], string>> = {
  "crate-stacked": "▲",
  "crate-unstacked": "▼",
  "crate-flipped": "⟲",
};

const endOf = ({ from, way }: Motion): string => way.at(-1) ?? from;

/** Below the pieces: lines from where they came, and frames where they are now. */
export function Trail(props: { events: readonly GameEvent[] }) {
  const steps = createMemo(() => stepsOf(props.events));
  return (
    <For each={steps()}>
      {(step) => (
        <g class={`trail ${step.kind}`}>
          <For each={step.links}>
            {({ docker, target }) => <path class="hand" d={lineThrough([docker, target])} />}
          </For>
          <For each={step.motions}>
            {(motion) => {
              const { x, y } = corner(endOf(motion));
              return (
                <g class={motion.piece}>
                  <rect x={x + 3} y={y + 3} width={CELL - 6} height={CELL - 6} rx="6" />
                  <Show when={motion.way.length}>
                    <path d={lineThrough([motion.from, ...motion.way])} />
                    <circle cx={centre(motion.from).x} cy={centre(motion.from).y} r="9" />
                    {/* Where the crate was set down on the way. */}
                    <For each={motion.piece === "crate" ? motion.way.slice(0, -1) : []}>
                      {(cell) => (
                        <circle class="link" cx={centre(cell).x} cy={centre(cell).y} r="6" />
                      )}
                    </For>
                  </Show>
                </g>
              );
            }}
          </For>
        </g>
      )}
    </For>
  );
}

/** Where the numbers of one cell stand. */
const CORNERS = [
  { x: 11, y: 11 },
  { x: 53, y: 11 },
  { x: 11, y: 53 },
  { x: 53, y: 53 },
];

/** Above the pieces: the number of each step, and a sign for a stack or a flip. */
export function TrailNumbers(props: { events: readonly GameEvent[] }) {
  const numbers = createMemo(() => {
    const steps = stepsOf(props.events);
    const taken = new Map<string, number>();
    return steps.map(({ kind, motions: [motion] }, index) => {
      const cell = motion ? endOf(motion) : "";
      const place = taken.get(cell) ?? 0;
      taken.set(cell, place + 1);
      const { x, y } = corner(cell);
      const at = CORNERS[place % CORNERS.length] ?? { x: 0, y: 0 };
      const number = steps.length > 1 ? String(index + 1) : "";
      return { at: { x: x + at.x, y: y + at.y }, text: `${number}${SIGNS[kind] ?? ""}` };
    });
  });
  return (
    <For each={numbers().filter(({ text }) => text)}>
      {({ at, text }) => (
        <g class="trail-number" transform={translate(at)}>
          <Pill text={text} size={15} />
        </g>
      )}
    </For>
  );
}
