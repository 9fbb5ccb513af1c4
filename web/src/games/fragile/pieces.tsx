// Crates, dockers and depots, each in the square from (0, 0) to (64, 64). art.ts has the server's
// drawings of them.

import { Show } from "solid-js";
import { Badge } from "../livery";
import { INK, type Livery } from "../palette";
import * as art from "./art";

interface Face {
  fragile: boolean;
  fresh: boolean;
  /** The letter of its goal in a problem. */
  letter: string | null;
}

/** The height of the lower crate of a stack. */
export const LEVEL = 17;

export function CrateArt(props: { face: Face; stacked?: boolean; covered?: boolean }) {
  const drawn = () => {
    const { letter, fragile, fresh } = props.face;
    const crate = props.stacked || props.covered ? art.stacked : art.alone;
    if (letter) return crate.lettered(letter);
    return fragile ? (fresh ? crate.fresh : crate.fragile) : crate.plain;
  };
  return <g innerHTML={props.stacked ? drawn() : art.shadow + drawn()} />;
}

export function DockerArt(props: { livery: Livery; text: string; active?: boolean }) {
  return (
    <>
      <Show when={props.active}>
        <ellipse class="spotlight" cx="32" cy="54" rx="27" ry="9" fill="#ffd84d" opacity=".9" />
        <ellipse
          cx="32"
          cy="54"
          rx="27"
          ry="9"
          fill="none"
          stroke={INK}
          stroke-width="1.8"
          stroke-dasharray="5 4"
        />
      </Show>
      <g innerHTML={art.docker(props.livery)} />
      <Badge x={32} y={35.5} r={9} livery={props.livery} text={props.text} />
    </>
  );
}

/** A depot. The badge of its owner or the letter of the goal is on the floor. */
export function DepotArt(props: { turn: number; livery: Livery; text: string; goal?: boolean }) {
  return (
    <>
      <g transform={`rotate(${props.turn} 32 32)`} innerHTML={art.depot(props.livery)} />
      <Show
        when={props.goal}
        fallback={
          <Show when={props.text}>
            <Badge x={32} y={34} r={12} livery={props.livery} text={props.text} />
          </Show>
        }
      >
        <g innerHTML={art.pennant(props.text)} />
      </Show>
    </>
  );
}

/** A slot for a depot. */
export function SlotArt(props: { turn: number }) {
  return <g transform={`rotate(${props.turn} 32 32)`} innerHTML={art.slot} />;
}
