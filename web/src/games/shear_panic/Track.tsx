// The time track: four fields, gates, pens, panic spaces, and the counter.

import { createMemo, For, Show } from "solid-js";
import { type Key, t } from "../../i18n";
import type { Preview } from "../../net/protocol";
import { Drawing, translate } from "../drawing";
import { INK, PAPER } from "../palette";
import { type Point, slide } from "../slide";
import { counterAfter } from "./cast";
import type { Scenery } from "./flock";
import { parseMove } from "./notation";

const PER_ROW = 15;
const STEP = 40;
const ROW = 58;
const LEFT = 30;

/** The middle of a space; rows run to and fro. */
function place(space: number): Point {
  const row = Math.floor(space / PER_ROW);
  const along = space % PER_ROW;
  const column = row % 2 ? PER_ROW - 1 - along : along;
  return { x: LEFT + column * STEP, y: 34 + row * ROW };
}

/** A space that the counter may go to, and the extra steps that take it there. */
interface Mark {
  space: number;
  label: string;
}

/** One mark for each space that moves lead to. */
export function marksOf(ways: readonly Preview[], counter: number): Mark[] {
  const found = new Map<number, string[]>();
  for (const { move, events } of ways) {
    const space = counterAfter(events) ?? counter;
    const choice = parseMove(move);
    const label = choice?.kind === "extra" && choice.number ? [`+${choice.number}`] : [];
    if (space !== counter) found.set(space, [...(found.get(space) ?? []), ...label]);
  }
  return [...found].map(([space, labels]) => ({ space, label: labels.join(" ") }));
}

export function Track(props: { scenery: Scenery; counter: number; marks: readonly Mark[] }) {
  const length = () => props.scenery.fields.at(-1)?.last ?? 0;
  const spaces = createMemo(() => Array.from({ length: length() + 1 }, (_, space) => space));
  const width = 2 * LEFT + (PER_ROW - 1) * STEP;
  const height = () => 34 + Math.floor(length() / PER_ROW) * ROW + 34;
  const road = () =>
    `M${spaces()
      .map((space) => `${place(space).x} ${place(space).y}`)
      .join("L")}`;
  const field = (space: number) =>
    props.scenery.fields.find(({ first, last }) => first <= space && space <= last);
  const here = () => field(props.counter);
  let counter: SVGGElement | undefined;
  const at = createMemo<number>((before) => {
    const steps = spaces().slice(before + 1, props.counter + 1);
    if (counter) slide(counter, place(before), steps.map(place));
    return props.counter;
  }, props.counter);
  return (
    <figure class="track">
      <Drawing width={width} height={height()}>
        <path d={road()} class="road-edge" />
        <path d={road()} class="road" />
        <For each={spaces()}>
          {(space) => {
            const { x, y } = place(space);
            const kind = field(space)?.kind ?? "truck";
            const isPen = props.scenery.fields.some(
              ({ gate, last }) => gate !== null && last === space,
            );
            const isGate = props.scenery.fields.some(({ gate }) => gate === space);
            return (
              <g transform={`translate(${x} ${y})`} class={`space ${kind}`}>
                <circle r="15" />
                <Show when={isPen}>
                  <rect x="-18" y="-18" width="36" height="36" rx="5" class="pen" />
                </Show>
                <Show when={isGate}>
                  <path d="M-17 -19v38M17 -19v38M-17 -10h34M-17 10h34" class="gate" />
                </Show>
                <Show
                  when={props.scenery.panic.includes(space)}
                  fallback={
                    <text y="4.500" font-size="12" fill={INK}>
                      {space}
                    </text>
                  }
                >
                  <circle r="11" fill="#d8481f" stroke={INK} />
                  <circle cx="-4" cy="-3" r="2.200" fill={PAPER} />
                  <circle cx="4" cy="-3" r="2.200" fill={PAPER} />
                  <circle cy="4.500" r="3" fill={PAPER} />
                </Show>
              </g>
            );
          }}
        </For>
        <For each={props.marks}>
          {({ space, label }) => (
            <g transform={translate(place(space))} class="mark">
              <circle class="counter-next" r="18" />
              <Show when={label}>
                <rect
                  x={-7 - 4 * label.length}
                  y="-33"
                  width={14 + 8 * label.length}
                  height="17"
                  rx="8"
                />
                <text y="-20" font-size="13">
                  {label}
                </text>
              </Show>
            </g>
          )}
        </For>
        <g ref={counter} transform={translate(place(at()))} class="counter">
          <path d="M-11 13h22l-5.500 -17a8 8 0 1 0 -11 0z" />
          <circle cy="-10" r="3" fill={INK} />
        </g>
      </Drawing>
      <figcaption>
        {t("counter-at", {
          space: props.counter,
          length: length(),
          field: t(`source-${here()?.kind ?? "truck"}` as Key),
        })}
      </figcaption>
    </figure>
  );
}
