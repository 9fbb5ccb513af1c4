// Sheep seen from above, Roger and the Shearer, each in the square from (0, 0) to (64, 64).

import { createMemo, For } from "solid-js";
import { INK, PAPER } from "../livery";
import { turn } from "../slide";
import { type Colour, FACINGS, type Facing } from "./flock";
import { FLEECES } from "./livery";

/** A cloud: arcs from point to point round an oval. */
function wool(x: number, y: number, across: number, down: number, curl: number): string {
  const curls = 11;
  const places = Array.from({ length: curls + 1 }, (_, number) => {
    const angle = (2 * Math.PI * number) / curls;
    return `${(x + across * Math.sin(angle)).toFixed(1)} ${(y - down * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${places[0]}${places
    .slice(1)
    .map((place) => `A${curl} ${curl} 0 0 1 ${place}`)
    .join("")}z`;
}

const BODY = wool(32, 38, 16, 15.5, 5.4);
const RAM = wool(32, 42, 18, 15, 6);
const FORELOCK = wool(32, 24, 5, 3.6, 1.8);
const HORN =
  "M4 20c9 -12 24 -6 21 5c-2 8 -13 7 -12 0c1 -4 6 -4 6 -1c1 3 6 0 5 -3c-2 -6 -10 -7 -16 1z";
const BACK: Record<Facing, readonly [number, number]> = {
  N: [32, 39],
  E: [25, 32],
  S: [32, 25],
  W: [39, 32],
};

export const angleOf = (facing: Facing): number => 90 * FACINGS.indexOf(facing);

function Head(props: { x: number; y: number; face: string }) {
  return (
    <g transform={`translate(${props.x} ${props.y})`}>
      <g fill={props.face} stroke={INK} stroke-width="1.6">
        <ellipse cx="-10" cy="3" rx="5.2" ry="2.8" transform="rotate(-28 -10 3)" />
        <ellipse cx="10" cy="3" rx="5.2" ry="2.8" transform="rotate(28 10 3)" />
        <path d="M-7.4 5c-1.4 -9 1.6 -14.6 7.4 -14.6s8.8 5.6 7.4 14.6c-1.2 5 -13.6 5 -14.8 0z" />
      </g>
      <circle cx="-3.4" cy="-1.6" r="2.3" fill="#fff" />
      <circle cx="3.4" cy="-1.6" r="2.3" fill="#fff" />
      <circle cx="-3" cy="-2.4" r="1.1" fill={INK} />
      <circle cx="3" cy="-2.4" r="1.1" fill={INK} />
      <ellipse cx="0" cy="-7" rx="2.2" ry="1.2" fill="#e9a6a0" />
    </g>
  );
}

const MIDDLE = { x: 32, y: 32 };

export function SheepArt(props: { colour: Colour; facing: Facing }) {
  const fleece = () => FLEECES[props.colour];
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
      <g ref={body} class="turns" transform={`rotate(${angle()} ${MIDDLE.x} ${MIDDLE.y})`}>
        <circle cx="32" cy="57" r="3.4" fill={fleece().wool} stroke={INK} stroke-width="1.6" />
        <path
          d={BODY}
          fill={fleece().wool}
          stroke={INK}
          stroke-width="1.8"
          stroke-linejoin="round"
        />
        <Head x={32} y={17} face={fleece().face} />
      </g>
      <g transform={`translate(${BACK[props.facing][0]} ${BACK[props.facing][1]})`}>
        <circle r="9.4" fill={fleece().colour} stroke={PAPER} stroke-width="1.6" />
        <text y="4.6" font-size="13" fill={PAPER}>
          {props.colour}
        </text>
      </g>
    </>
  );
}

/** Roger the ram: horns, a forelock, and a heart for whoever looks at him. */
export function RogerArt(props: { facing: Facing }) {
  return (
    <>
      <g transform={`rotate(${angleOf(props.facing)} 32 32)`} stroke-linejoin="round">
        <ellipse cx="32" cy="46" rx="20" ry="14" fill="#000" opacity=".15" />
        <path d={RAM} fill="#e6cfa5" stroke={INK} stroke-width="1.8" />
        <Head x={32} y={19} face="#6b4a33" />
        <For each={[-1, 1]}>
          {(side) => (
            <path
              d={HORN}
              transform={`translate(32 0) scale(${side} 1)`}
              fill="#c9a063"
              stroke={INK}
              stroke-width="1.8"
            />
          )}
        </For>
        <path d={FORELOCK} fill="#f4e6c8" stroke={INK} stroke-width="1.8" />
      </g>
      <path
        class="heart"
        d="M52 10c-3 -6 -11 -1 -5 5l5 5l5 -5c6 -6 -2 -11 -5 -5z"
        fill="#d8334a"
        stroke={PAPER}
        stroke-width="1.2"
      />
    </>
  );
}

/** The Shearer, with cap, apron and a large pair of shears. */
export function ShearerArt() {
  return (
    <g stroke={INK} stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">
      <ellipse cx="32" cy="59" rx="20" ry="4" fill="#000" opacity=".2" stroke="none" />
      <path d="M22 46h9v13h-11zM33 46h9l2 13h-11z" fill="#3f4757" />
      <path
        d="M14 34c1 -6 5 -8 10 -8h16c5 0 9 2 10 8l2 9c0 4 -6 4 -7 1l-2 -5v10h-22v-10l-2 5c-1 3 -7 3 -7 -1z"
        fill="#7d5ba6"
      />
      <path d="M24 29h16l2 22h-20z" fill={PAPER} />
      <circle cx="32" cy="18" r="9" fill="#e9b98e" />
      <path d="M28.600 18h0M35.400 18h0" stroke-width="2.6" />
      <path d="M26 22.5c3 -3 9 -3 12 0c-3 2.4 -9 2.4 -12 0z" fill="#6b4a33" stroke="none" />
      <path d="M22 15c0 -8 5 -11 10 -11s10 3 10 11c-6 -3 -14 -3 -20 0z" fill="#5a7d3a" />
      <path d="M22 15c-4 0 -6 1.6 -7 3c6 .6 12 -.6 17 -2.4z" fill="#46632d" />
      <path d="M50 38l9 -17M54 39l-1 -19" stroke="#8f99a6" stroke-width="4.4" />
      <path d="M50 38l9 -17M54 39l-1 -19" stroke="#d7dde4" stroke-width="2.2" />
      <circle cx="48" cy="42" r="4" fill="none" stroke-width="2.2" />
      <circle cx="55.5" cy="43" r="4" fill="none" stroke-width="2.2" />
    </g>
  );
}
