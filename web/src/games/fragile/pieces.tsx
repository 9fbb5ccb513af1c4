// Crates, dockers and depots as vector art, each in the square from (0, 0) to (64, 64).

import { For, Show } from "solid-js";
import { ALARM, Badge, INK, type Livery, PAPER } from "../livery";

const SIDE = "#b9803f";
const SIDE_DARK = "#9c6930";
const TOP = "#dba75f";
const TOP_DARK = "#c48d48";
const EDGE = "#5d3c17";

/** The first letter of its goal stands on a crate of a problem. */
export interface Face {
  fragile: boolean;
  fresh: boolean;
  letter: string | null;
}

/** Room above the floor that the lower crate of a stack takes. */
export const LEVEL = 17;

export function CrateArt(props: { face: Face; stacked?: boolean; covered?: boolean }) {
  const front = () => (props.stacked || props.covered ? LEVEL : 15);
  const lid = () => (props.stacked || props.covered ? 19 : 29);
  const frontY = () => 58 - front();
  const lidY = () => frontY() - lid();
  return (
    <>
      <Show when={!props.stacked}>
        <ellipse cx="34" cy="57" rx="27" ry="5" fill="#000" opacity=".22" />
      </Show>
      <rect
        x="9"
        y={frontY()}
        width="46"
        height={front()}
        rx="1.5"
        fill={SIDE}
        stroke={EDGE}
        stroke-width="1.6"
      />
      <path d={`M9 ${frontY() + front() / 2}h46`} stroke={SIDE_DARK} stroke-width="1.4" />
      <rect
        x="9"
        y={frontY()}
        width="7"
        height={front()}
        fill={SIDE_DARK}
        stroke={EDGE}
        stroke-width="1.2"
      />
      <rect
        x="48"
        y={frontY()}
        width="7"
        height={front()}
        fill={SIDE_DARK}
        stroke={EDGE}
        stroke-width="1.2"
      />
      <Show
        when={props.face.letter}
        fallback={
          <Show when={props.face.fragile}>
            <rect x="17.5" y={frontY() + 2.5} width="29" height={front() - 5} rx="1" fill={ALARM} />
            <text x="32" y={frontY() + front() / 2 + 2.2} font-size="6.2" fill={PAPER}>
              FRAGILE
            </text>
          </Show>
        }
      >
        <rect
          x="23"
          y={frontY() + 1.5}
          width="18"
          height={front() - 3}
          rx="2"
          fill={PAPER}
          stroke={ALARM}
          stroke-width="1.2"
        />
        <text x="32" y={frontY() + front() / 2 + 4.2} font-size="13" fill={ALARM}>
          {props.face.letter}
        </text>
      </Show>
      <g class="lid">
        <rect
          x="9"
          y={lidY()}
          width="46"
          height={lid()}
          rx="2"
          fill={TOP}
          stroke={EDGE}
          stroke-width="1.6"
        />
        <For each={[1, 2, 3]}>
          {(part) => (
            <path
              d={`M11 ${lidY() + (lid() * part) / 4}h42`}
              stroke={TOP_DARK}
              stroke-width="1.2"
            />
          )}
        </For>
        <Show when={!props.face.fragile && !props.face.letter}>
          <path
            d={`M13 ${lidY() + 4}L51 ${lidY() + lid() - 4}M51 ${lidY() + 4}L13 ${lidY() + lid() - 4}`}
            stroke={SIDE_DARK}
            stroke-width="4"
          />
        </Show>
        <rect
          x="12"
          y={lidY() + 3}
          width="40"
          height={lid() - 6}
          fill="none"
          stroke={SIDE_DARK}
          stroke-width="4"
        />
        <path
          d={`M12 ${lidY() + 3}h0M52 ${lidY() + 3}h0M12 ${lidY() + lid() - 3}h0M52 ${lidY() + lid() - 3}h0`}
          stroke={EDGE}
          stroke-width="2.2"
          stroke-linecap="round"
        />
        <Show
          when={props.face.letter}
          fallback={
            <Show when={props.face.fragile}>
              <Glass x={32} y={lidY() + lid() / 2} scale={Math.min(lid() - 5, 22) / 22} />
              <Show when={props.face.fresh}>
                <text x="46" y={lidY() + lid() / 2 + 5} font-size="15" fill={ALARM}>
                  !
                </text>
              </Show>
            </Show>
          }
        >
          <rect
            x="21"
            y={lidY() + lid() / 2 - Math.min(lid() / 2 - 1.5, 10)}
            width="22"
            height={2 * Math.min(lid() / 2 - 1.5, 10)}
            rx="3"
            fill={PAPER}
            stroke={ALARM}
            stroke-width="1.8"
          />
          <text x="32" y={lidY() + lid() / 2 + 5} font-size="16" fill={ALARM}>
            {props.face.letter}
          </text>
        </Show>
      </g>
    </>
  );
}

/** The wine glass every docker knows. */
function Glass(props: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${props.x} ${props.y}) scale(${props.scale})`}>
      <rect x="-10" y="-11" width="20" height="22" rx="2" fill={PAPER} />
      <path
        d="M-6 -8.5h12c.6 6 -1.4 9.5 -4.9 10.3v4.4h3.4v2.6h-9v-2.6h3.4v-4.4c-3.5 -.8 -5.5 -4.3 -4.9 -10.3z"
        fill={ALARM}
      />
      <path d="M1.5 -8.5l-2.4 3.2l2.6 1.6l-2 3.4" fill="none" stroke={PAPER} stroke-width="1.1" />
    </g>
  );
}

export function DockerArt(props: { livery: Livery; text: string; active?: boolean }) {
  return (
    <g stroke-linejoin="round" stroke-linecap="round">
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
      <ellipse cx="32" cy="56" rx="18" ry="5" fill="#000" opacity=".25" />
      <path
        d="M23 46h8v10h-9.5v-4zM33 46h8l1.5 6v4h-9.5z"
        fill="#3c4654"
        stroke={INK}
        stroke-width="1.6"
      />
      <path
        d="M15 34c1 -5 5 -7.5 9 -8h16c4 .5 8 3 9 8l1.5 9.5c.3 4 -5.5 4.5 -6.3 1l-1.2 -5v8.5h-22v-8.5l-1.2 5c-.8 3.5 -6.6 3 -6.3 -1z"
        fill={props.livery.colour}
        stroke={INK}
        stroke-width="1.6"
      />
      <path d="M21.5 43.5h21M21 47h22" stroke={props.livery.dark} stroke-width="1.6" />
      <circle cx="32" cy="18.5" r="8.8" fill="#e8b48a" stroke={INK} stroke-width="1.6" />
      <circle cx="29" cy="19.5" r="1.2" fill={INK} />
      <circle cx="35.4" cy="19.5" r="1.2" fill={INK} />
      <path d="M28.6 23.4q3.6 2.6 7 0" fill="none" stroke={INK} stroke-width="1.3" />
      <path
        d="M22.5 15.5c-1.5 -8 5 -11 10 -11s10.5 3 9 11c-6 -2.4 -13 -2.4 -19 0z"
        fill={props.livery.dark}
        stroke={INK}
        stroke-width="1.6"
      />
      <path
        d="M21.5 16.6c4 -3.6 15.6 -4 23 -.6l-1.5 2c-6 -2 -14.6 -2 -20.4 .4z"
        fill={props.livery.colour}
        stroke={INK}
        stroke-width="1.6"
      />
      <Badge x={32} y={35.5} r={9} livery={props.livery} text={props.text} />
    </g>
  );
}

/** Walls on three sides, a doorstep on the open one, and whose it is on the floor. */
export function DepotArt(props: { turn: number; livery: Livery; text: string; goal?: boolean }) {
  return (
    <>
      <g transform={`rotate(${props.turn} 32 32)`}>
        <rect x="1" y="1" width="62" height="62" fill={props.livery.light} />
        <For each={[0, 2, 4, 6]}>
          {(step) => (
            <path
              d={`M${4 + 8 * step} 62L60 ${6 + 8 * step}`}
              stroke={props.livery.colour}
              opacity=".22"
            />
          )}
        </For>
        <path d="M12 4h40" stroke={props.livery.dark} stroke-width="2.4" stroke-dasharray="6 5" />
        <path
          d="M25 8.5l7 6l7 -6"
          fill="none"
          stroke={props.livery.dark}
          stroke-width="2.4"
          stroke-linejoin="round"
        />
        <path d="M4 1v59h56v-59" fill="none" stroke={props.livery.dark} stroke-width="8" />
        <path
          d="M4 1v59h56v-59"
          fill="none"
          stroke={props.livery.colour}
          stroke-width="4"
          stroke-dasharray="9 2"
        />
      </g>
      <Show
        when={props.goal}
        fallback={
          <Show when={props.text}>
            <Badge x={32} y={34} r={12} livery={props.livery} text={props.text} />
          </Show>
        }
      >
        <path d="M20 53v-38" stroke={INK} stroke-width="2.6" />
        <path d="M21 15h28l-7 9.5l7 9.5h-28z" fill={PAPER} stroke={ALARM} stroke-width="2" />
        <text x="32" y="30" font-size="17" fill={ALARM}>
          {props.text}
        </text>
      </Show>
    </>
  );
}

/** A place where a depot may be put. */
export function SlotArt(props: { turn: number }) {
  return (
    <g transform={`rotate(${props.turn} 32 32)`}>
      <rect x="1" y="1" width="62" height="62" fill="#d9d2c2" />
      <path
        d="M4 1v59h56v-59"
        fill="none"
        stroke="#6f675a"
        stroke-width="2.2"
        stroke-dasharray="7 5"
      />
      <path d="M25 8.500l7 6l7 -6" fill="none" stroke="#6f675a" stroke-width="2.2" />
    </g>
  );
}

/** The winner marker. */
export const STAR =
  "M0 -12l3.5 7.6l8.3 .9l-6.2 5.6l1.7 8.2l-7.3 -4.1l-7.3 4.1l1.7 -8.2l-6.2 -5.6l8.3 -.9z";
