// A small picture of a problem of Shear Panic: the flock, the player's sheep with a ring, the front.

import { createMemo, For } from "solid-js";
import { FLEECES } from "../games/shear_panic/art";
import { letterOf } from "../games/shear_panic/words";
import { parseFlockProblem } from "./flock";

const TURNS = { N: 0, E: 90, S: 180, W: 270 };

export function FlockMap(props: { problem: string }) {
  const found = createMemo(() => parseFlockProblem(props.problem));
  const size = () => Math.max(found().flock.width, found().flock.height, 4);
  const left = () => (size() - found().flock.width) / 2;
  const top = () => (size() - found().flock.height) / 2;
  return (
    <svg
      class="mini-map flock-map"
      viewBox={`0 0 ${size() * 10} ${size() * 10}`}
      aria-hidden="true"
    >
      <rect class="mini-grass" width={size() * 10} height={size() * 10} rx="3" />
      <For each={found().flock.sheep}>
        {(sheep) => (
          <g
            transform={`translate(${(left() + sheep.x) * 10 + 5} ${(top() + sheep.y) * 10 + 5})`}
            classList={{ own: sheep.colour === found().colour }}
          >
            <g transform={`rotate(${TURNS[found().flock.facing]})`}>
              <path class="mini-nose" d="M-2 -3.4L0 -4.9L2 -3.4Z" />
            </g>
            <circle class="mini-sheep" r="3.7" fill={FLEECES[sheep.colour].colour} />
            <text class="mini-letter" y="1.5">
              {letterOf(sheep.colour)}
            </text>
          </g>
        )}
      </For>
    </svg>
  );
}
