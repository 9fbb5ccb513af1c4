// The pictures in the lobby.

import { For, Show } from "solid-js";
import { Drawing } from "../games/drawing";
import { CrateArt, DepotArt, DockerArt } from "../games/fragile/pieces";
import { liveryOf } from "../games/livery";
import { NOBODY } from "../games/palette";
import { hasOwnParts } from "../games/parts";
import { RogerArt, SheepArt } from "../games/shear_panic/pieces";

const plain = { fragile: false, fresh: false, letter: null };

export function GamePicture(props: { game: string }) {
  return (
    <Show
      when={hasOwnParts(props.game)}
      fallback={<img class="game-picture" src={`/api/games/${props.game}/picture`} alt="" />}
    >
      <HousePicture game={props.game} />
    </Show>
  );
}

function HousePicture(props: { game: string }) {
  return (
    <Drawing class="game-picture" width={240} height={120}>
      <Show when={props.game === "fragile"} fallback={<Meadow />}>
        <rect width="240" height="120" class="water" rx="8" />
        <rect y="58" width="240" height="62" fill="#6e5b45" />
        <rect y="63" width="240" height="57" class="slab" />
        <path d="M0 92h240M60 63v57M120 63v57M180 63v57" class="joints" />
        <g transform="translate(20 44)">
          <CrateArt face={plain} covered />
        </g>
        <g transform="translate(20 27)">
          <CrateArt face={{ ...plain, fragile: true }} stacked />
        </g>
        <g transform="translate(92 50)">
          <DockerArt livery={liveryOf(0)} text="1" />
        </g>
        <g transform="translate(146 50)">
          <CrateArt face={{ ...plain, fragile: true }} />
        </g>
        <g transform="translate(182 30)">
          <DockerArt livery={liveryOf(1)} text="2" />
        </g>
      </Show>
    </Drawing>
  );
}

const FLOCK = [
  ["B", 44, 14],
  ["Y", 88, 14],
  ["G", 0, 58],
  ["K", 44, 58],
  ["R", 88, 58],
] as const;

function Meadow() {
  return (
    <>
      <rect width="240" height="120" class="meadow" rx="8" />
      <path
        class="tufts"
        d="M20 30l-3 -7m3 7l0 -9m0 9l3 -7M214 108l-3 -7m3 7l0 -9m0 9l3 -7M160 24l-3 -7m3 7l0 -9m0 9l3 -7M12 96l-3 -7m3 7l0 -9m0 9l3 -7M226 40l-3 -7m3 7l0 -9m0 9l3 -7"
      />
      <For each={FLOCK}>
        {([colour, x, y]) => (
          <g transform={`translate(${x + 26} ${y}) scale(.68)`}>
            <SheepArt colour={colour} facing="E" />
          </g>
        )}
      </For>
      <g transform="translate(166 52) scale(.9)">
        <RogerArt facing="W" />
      </g>
    </>
  );
}

/** A crate and the depot it belongs into. */
export function ProblemPicture() {
  return (
    <Drawing class="problem-picture" width={200} height={72}>
      <rect width="200" height="72" rx="8" class="slab" />
      <g transform="translate(4 4)">
        <DockerArt livery={liveryOf(0)} text="1" />
      </g>
      <g transform="translate(58 4)">
        <CrateArt face={{ ...plain, letter: "a" }} />
      </g>
      <g transform="translate(132 4)">
        <DepotArt turn={270} livery={NOBODY} text="a" goal />
      </g>
    </Drawing>
  );
}
