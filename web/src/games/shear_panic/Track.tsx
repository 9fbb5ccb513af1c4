// The time track: four fields, gates, pens, panic spaces, and the counter.

import { createMemo, For, Show } from "solid-js";
import { t } from "../../i18n";
import type { Preview } from "../../net/protocol";
import { createWide, TWO_COLUMNS } from "../../ui/wide";
import { Drawing, Pill, translate } from "../drawing";
import { INK, PAPER } from "../palette";
import { type Point, slide } from "../slide";
import { counterAfter } from "./cast";
import type { Scenery } from "./flock";
import { aheadOf } from "./goal";
import { parseMove } from "./notation";

const STEP = 40;
const ROW = 58;
const LEFT = 30;

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

/** The counter and what it comes to next, in words. */
export const trackText = (counter: number, scenery: Scenery): string[] => [
  t("counter-ahead", { space: counter, length: scenery.fields.at(-1)?.last ?? 0 }),
  ...aheadOf(counter, scenery),
];

export function Track(props: { scenery: Scenery; counter: number; marks: readonly Mark[] }) {
  const length = () => props.scenery.fields.at(-1)?.last ?? 0;
  const spaces = createMemo(() => Array.from({ length: length() + 1 }, (_, space) => space));
  // On a wide page the track is flat, so that it stands above the flock.
  const isWide = createWide(TWO_COLUMNS);
  const perRow = () => (isWide() ? Math.ceil((length() + 1) / (length() > 60 ? 3 : 2)) : 15);
  /** The middle of a space; rows run to and fro. */
  const place = (space: number): Point => {
    const row = Math.floor(space / perRow());
    const along = space % perRow();
    const column = row % 2 ? perRow() - 1 - along : along;
    return { x: LEFT + column * STEP, y: 34 + row * ROW };
  };
  const width = () => 2 * LEFT + (perRow() - 1) * STEP;
  const height = () => 34 + Math.floor(length() / perRow()) * ROW + 34;
  const road = () =>
    `M${spaces()
      .map((space) => `${place(space).x} ${place(space).y}`)
      .join("L")}`;
  const field = (space: number) =>
    props.scenery.fields.find(({ first, last }) => first <= space && space <= last);
  let counter: SVGGElement | undefined;
  const at = createMemo<number>((before) => {
    const steps = spaces().slice(before + 1, props.counter + 1);
    if (counter) slide(counter, place(before), steps.map(place));
    return props.counter;
  }, props.counter);
  return (
    <figure class="track" classList={{ tall: length() > 60 }}>
      <Drawing width={width()} height={height()}>
        <path d={road()} class="road-edge" />
        <path d={road()} class="road" />
        <For each={spaces()}>
          {(space) => {
            const kind = field(space)?.kind ?? "truck";
            const isPen = props.scenery.fields.some(
              ({ gate, last }) => gate !== null && last === space,
            );
            const isGate = props.scenery.fields.some(({ gate }) => gate === space);
            return (
              <g transform={translate(place(space))} class={`space ${kind}`}>
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
                    <text y="5" font-size="14" fill={INK}>
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
                <Pill text={label} size={13} y={-25} />
              </Show>
            </g>
          )}
        </For>
        <g ref={counter} transform={translate(place(at()))} class="counter">
          <path d="M-11 13h22l-5.500 -17a8 8 0 1 0 -11 0z" />
          <circle cy="-10" r="3" fill={INK} />
        </g>
      </Drawing>
      <figcaption>{trackText(props.counter, props.scenery).join(" · ")}</figcaption>
    </figure>
  );
}
