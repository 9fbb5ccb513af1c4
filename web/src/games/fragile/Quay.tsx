// The ground of the board: water, slabs, rails, bollards, letters and numbers.

import { For } from "solid-js";
import { CELL, CELLS, COLUMNS, corner, MARGIN, SIZE, spot, WIDTH } from "./cells";

const SIDE = SIZE * CELL;
const EDGE = MARGIN - 9;
const FAR = MARGIN + SIDE + 9;

const waves = Array.from({ length: Math.ceil(WIDTH / 17) }, (_, row) => {
  const swell = `q8 -6 16 0${"t16 0".repeat(Math.ceil(WIDTH / 16) + 2)}`;
  return `M${row % 2 ? -24 : -8} ${10 + 17 * row}${swell}`;
}).join("");

const joints = Array.from({ length: SIZE - 1 }, (_, index) => {
  const place = MARGIN + (index + 1) * CELL;
  return `M${place} ${MARGIN}v${SIDE}M${MARGIN} ${place}h${SIDE}`;
}).join("");

const slab = (cell: string) => {
  const { x, y } = corner(cell);
  return `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
};
const dark = CELLS.filter((cell) => (spot(cell).column + spot(cell).row) % 2 === 0);

export function Quay() {
  const middle = MARGIN + SIDE / 2;
  return (
    <g>
      <rect width={WIDTH} height={WIDTH} rx="14" class="water" />
      <path class="waves" d={waves} fill="none" stroke="#fff" stroke-width="1.6" opacity=".16" />
      <rect
        x={EDGE}
        y={EDGE}
        width={SIDE + 18}
        height={SIDE + 18}
        rx="7"
        fill="#6e5b45"
        stroke="#3f3222"
        stroke-width="2"
      />
      <rect x={MARGIN} y={MARGIN} width={SIDE} height={SIDE} class="slab" />
      <path d={dark.map(slab).join("")} class="slab-dark" />
      <path d={joints} class="joints" />
      <path
        d={`M${middle} ${MARGIN}v${SIDE}M${MARGIN} ${middle}h${SIDE}`}
        stroke="#8d7d63"
        stroke-width="3"
        stroke-dasharray="10 6"
      />
      <For each={[EDGE, FAR].flatMap((x) => [EDGE, FAR].map((y) => ({ x, y })))}>
        {({ x, y }) => (
          <>
            <circle cx={x} cy={y} r="7" fill="#3a4048" stroke="#1d2126" stroke-width="2" />
            <circle cx={x - 1.5} cy={y - 1.5} r="2.4" fill="#8d96a1" />
          </>
        )}
      </For>
      <g class="coordinates">
        <For each={[...COLUMNS]}>
          {(letter, index) => {
            const x = MARGIN + index() * CELL + CELL / 2;
            return (
              <>
                <text x={x} y="25">
                  {letter}
                </text>
                <text x={x} y={WIDTH - 14}>
                  {letter}
                </text>
              </>
            );
          }}
        </For>
        <For each={Array.from({ length: SIZE }, (_, row) => row)}>
          {(row) => {
            const y = MARGIN + row * CELL + CELL / 2 + 6;
            return (
              <>
                <text x="18" y={y}>
                  {row + 1}
                </text>
                <text x={WIDTH - 18} y={y}>
                  {row + 1}
                </text>
              </>
            );
          }}
        </For>
      </g>
    </g>
  );
}
