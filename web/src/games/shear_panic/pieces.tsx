// Sheep, Roger and the Shearer, each in the square from (0, 0) to (64, 64). art.ts has the server's
// drawings of them.

import { createMemo } from "solid-js";
import { PAPER } from "../palette";
import { turn } from "../slide";
import * as art from "./art";
import { type Colour, FACINGS, type Facing } from "./flock";
import { letterOf } from "./words";

const BACK: Record<Facing, readonly [number, number]> = {
  N: [32, 39],
  E: [25, 32],
  S: [32, 25],
  W: [39, 32],
};

const angleOf = (facing: Facing): number => 90 * FACINGS.indexOf(facing);

const MIDDLE = { x: 32, y: 32 };

export function SheepArt(props: { colour: Colour; facing: Facing }) {
  const fleece = () => art.FLEECES[props.colour];
  const letter = () => letterOf(props.colour);
  let body: SVGGElement | undefined;
  const angle = createMemo<number>((before) => {
    const now = angleOf(props.facing);
    if (body && before !== now) turn(body, MIDDLE, before, now);
    return now;
  }, angleOf(props.facing));
  return (
    <>
      <rect x="3" y="5" width="60" height="58" rx="9" fill="#000" opacity=".18" />
      <rect
        x="2"
        y="2"
        width="60"
        height="60"
        rx="9"
        fill={fleece().light}
        stroke={fleece().colour}
        stroke-width="3.4"
      />
      <g
        ref={body}
        class="turns"
        transform={`rotate(${angle()} ${MIDDLE.x} ${MIDDLE.y})`}
        innerHTML={art.animal(fleece())}
      />
      <g transform={`translate(${BACK[props.facing][0]} ${BACK[props.facing][1]})`}>
        <circle r="9.4" fill={fleece().colour} stroke={PAPER} stroke-width="1.6" />
        <text y="4.6" font-size={letter().length > 1 ? "11" : "13"} fill={PAPER}>
          {letter()}
        </text>
      </g>
    </>
  );
}

export function RogerArt(props: { facing: Facing }) {
  return (
    <>
      <g transform={`rotate(${angleOf(props.facing)} 32 32)`} innerHTML={art.ram} />
      <g class="heart" innerHTML={art.heart} />
    </>
  );
}

export function ShearerArt() {
  return <g innerHTML={art.shearer} />;
}
