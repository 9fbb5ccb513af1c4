// A small picture of each game, for the cards of the lobby.

import { Show } from "solid-js";
import { CrateArt, DockerArt } from "../games/fragile/pieces";
import { PLAYERS } from "../games/livery";
import { SheepArt } from "../games/shear_panic/pieces";

const plain = { fragile: false, fresh: false, letter: null };

export function GamePicture(props: { game: string }) {
  return (
    <svg
      class="game-picture"
      viewBox="0 0 240 120"
      aria-hidden="true"
      text-anchor="middle"
      font-weight="bold"
    >
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
          <DockerArt livery={PLAYERS[0] ?? (PLAYERS[1] as never)} text="1" />
        </g>
        <g transform="translate(146 50)">
          <CrateArt face={{ ...plain, fragile: true }} />
        </g>
        <g transform="translate(182 30)">
          <DockerArt livery={PLAYERS[1] ?? (PLAYERS[0] as never)} text="2" />
        </g>
      </Show>
    </svg>
  );
}

function Meadow() {
  return (
    <>
      <rect width="240" height="120" class="meadow" rx="8" />
      <g transform="translate(26 26) scale(.68)">
        <SheepArt colour="B" facing="E" />
      </g>
      <g transform="translate(92 26) scale(.68)">
        <SheepArt colour="Y" facing="E" />
      </g>
      <g transform="translate(158 26) scale(.68)">
        <SheepArt colour="K" facing="E" />
      </g>
    </>
  );
}
