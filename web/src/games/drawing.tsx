// Parts of the drawings of both boards.

import { createMemo, For, type JSX } from "solid-js";
import type { Point } from "./slide";

/** A picture whose texts are bold and centred. Screen readers get the cells instead. */
export function Drawing(props: {
  class?: string;
  width: number;
  height?: number;
  children: JSX.Element;
}) {
  return (
    <svg
      class={props.class}
      viewBox={`0 0 ${props.width} ${props.height ?? props.width}`}
      aria-hidden="true"
      text-anchor="middle"
      font-weight="bold"
    >
      {props.children}
    </svg>
  );
}

export const translate = ({ x, y }: Point): string => `translate(${x} ${y})`;

/** Ids of the pieces. The list stays the same while the ids do, so the page keeps its elements. */
export const steadyIds = (pieces: () => readonly { id: string }[]) =>
  createMemo<string[]>((before) => {
    const now = pieces().map((piece) => piece.id);
    return before.length === now.length && before.every((id, i) => id === now[i]) ? before : now;
  }, []);

/** Crosses on the cells that a refusal names. `at` are their corners. */
export function RefusedCells(props: { at: readonly Point[] }) {
  return (
    <For each={props.at}>
      {(corner) => (
        <g class="refused" transform={translate(corner)}>
          <rect x="3" y="3" width="58" height="58" rx="6" />
          <path d="M16 16L48 48M48 16L16 48" />
        </g>
      )}
    </For>
  );
}

/** A short text on a rounded ground. `y` is its middle. */
export function Pill(props: { text: string; size: number; y?: number }) {
  const width = () => 10 + 0.6 * props.size * props.text.length;
  const height = () => 1.45 * props.size;
  const y = () => props.y ?? 0;
  return (
    <>
      <rect
        x={-width() / 2}
        y={y() - height() / 2}
        width={width()}
        height={height()}
        rx={height() / 2}
      />
      <text y={y() + 0.36 * props.size} font-size={String(props.size)}>
        {props.text}
      </text>
    </>
  );
}

/** Points that rise from their places. `at` are middles. */
export function Rising(props: { points: readonly { at: Point; text: string }[] }) {
  return (
    <For each={props.points}>
      {({ at, text }) => (
        <g class="rising" transform={translate(at)}>
          <text font-size="26">{text}</text>
        </g>
      )}
    </For>
  );
}
