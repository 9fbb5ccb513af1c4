// Each player's chance over the game. The same numbers stand in a table below.

import { createMemo, For, Show } from "solid-js";
import { ALARM, NOBODY, PAPER } from "../games/palette";
import { partsOf } from "../games/parts";
import type { Setting } from "../games/scene";
import type { Analysis, Seat } from "../net/protocol";
import { seatName } from "../table/seats";
import { tw } from "../whatif/texts";
import { lineOf, type Point, placeOf } from "./line";

const WIDTH = 320;
const HEIGHT = 150;
const EDGE = 14;
/** Lines differ also without colours. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

export function Graph(props: {
  analysis: Analysis;
  table: Setting;
  seats: readonly Seat[];
  at: number;
  onJump(to: number): void;
}) {
  const frame = { width: WIDTH, height: HEIGHT, edge: EDGE };
  const colour = (seat: number) => partsOf(props.table.game).livery(seat, props.table).colour;
  const lines = createMemo(() => props.seats.map((_, seat) => lineOf(props.analysis, seat, frame)));
  const marks = createMemo(() =>
    props.analysis.turns.filter((turn) => props.analysis.turning_points.includes(turn.number)),
  );
  const drawn = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(" ");
  const now = () => placeOf(props.analysis, props.at, frame);
  /** A click shows the turn under the pointer. */
  const jump = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    const turns = props.analysis.turns;
    const place = Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * turns.length);
    const turn = turns[Math.max(0, Math.min(turns.length - 1, place - 1))];
    if (turn) props.onJump(turn.first);
  };
  return (
    // The turning points below and the table of numbers do the same by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={tw("graph")}
      onClick={jump}
    >
      <rect width={WIDTH} height={HEIGHT} fill={PAPER} rx="6" />
      <For each={[0, 0.5, 1]}>
        {(share) => {
          const y = EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
          return (
            <>
              <line
                x1={EDGE}
                x2={WIDTH - EDGE}
                y1={y}
                y2={y}
                stroke={NOBODY.light}
                stroke-width="1"
              />
              <text x="1" y={y + 3} font-size="7" fill={NOBODY.dark} font-family="sans-serif">
                {100 * share}
              </text>
            </>
          );
        }}
      </For>
      <line
        x1={now()}
        x2={now()}
        y1={EDGE}
        y2={HEIGHT - EDGE}
        stroke={NOBODY.dark}
        stroke-width="1"
      />
      <For each={lines()}>
        {(points, seat) => (
          <polyline
            points={drawn(points)}
            fill="none"
            stroke={colour(seat())}
            stroke-width="2"
            stroke-dasharray={DASHES[seat() % DASHES.length]}
            stroke-linejoin="round"
          />
        )}
      </For>
      <For each={lines()}>
        {(points, seat) => (
          <Show when={points.at(-1)}>
            {(last) => (
              <text
                x={WIDTH - EDGE + 2}
                y={last().y + 3}
                font-size="8"
                fill={colour(seat())}
                font-family="sans-serif"
                font-weight="bold"
              >
                {partsOf(props.table.game).sign(seat(), props.table)}
              </text>
            )}
          </Show>
        )}
      </For>
      <For each={marks()}>
        {(turn) => (
          <Show when={lines()[turn.player ?? 0]?.[turn.number]}>
            {(point) => (
              <path
                d={`M${point().x} ${point().y - 6}l5 9h-10z`}
                fill={ALARM}
                stroke={PAPER}
                stroke-width="1"
              >
                <title>
                  {tw("mark", {
                    turn: turn.number,
                    player: seatName(props.seats, turn.player ?? 0),
                  })}
                </title>
              </path>
            )}
          </Show>
        )}
      </For>
    </svg>
  );
}
