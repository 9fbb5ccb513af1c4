// How everything of one player looks. Colour never stands alone: there is a number and a shape.

import { Match, Switch } from "solid-js";

export interface Livery {
  colour: string;
  dark: string;
  light: string;
  badge: "circle" | "square" | "diamond" | "triangle";
}

export const INK = "#2b2118";
export const PAPER = "#fffaf0";
export const ALARM = "#b3261e";

export const PLAYERS: readonly Livery[] = [
  { colour: "#2a6fb0", dark: "#17446f", light: "#cfe2f3", badge: "circle" },
  { colour: "#c65400", dark: "#7f3600", light: "#fbdcc4", badge: "square" },
  { colour: "#1a7d52", dark: "#0f4d32", light: "#cbebdb", badge: "diamond" },
  { colour: "#8a4a9e", dark: "#4e2560", light: "#e8d6ee", badge: "triangle" },
];

export const NOBODY: Livery = {
  colour: "#78736a",
  dark: "#57524a",
  light: "#e3dfd6",
  badge: "circle",
};

export const liveryOf = (player: number | null): Livery =>
  (player === null ? undefined : PLAYERS[player]) ?? NOBODY;

/** A player's number on the player's shape. */
export function Badge(props: { x: number; y: number; r: number; livery: Livery; text: string }) {
  const paint = () => ({ fill: props.livery.colour, stroke: PAPER, "stroke-width": 1.5 });
  const r = () => props.r;
  return (
    <g class="badge">
      <Switch>
        <Match when={props.livery.badge === "circle"}>
          <circle cx={props.x} cy={props.y} r={r()} {...paint()} />
        </Match>
        <Match when={props.livery.badge === "square"}>
          <rect
            x={props.x - 0.9 * r()}
            y={props.y - 0.9 * r()}
            width={1.8 * r()}
            height={1.8 * r()}
            rx="2"
            {...paint()}
          />
        </Match>
        <Match when={props.livery.badge === "diamond"}>
          <path
            d={`M${props.x} ${props.y - 1.25 * r()}l${1.25 * r()} ${1.25 * r()}l${-1.25 * r()} ${1.25 * r()}l${-1.25 * r()} ${-1.25 * r()}z`}
            {...paint()}
          />
        </Match>
        <Match when={props.livery.badge === "triangle"}>
          <path
            d={`M${props.x} ${props.y - 1.45 * r()}l${1.5 * r()} ${2.4 * r()}h${-3 * r()}z`}
            {...paint()}
          />
        </Match>
      </Switch>
      <text x={props.x} y={props.y + 0.42 * r()} font-size={String(1.2 * r())} fill={PAPER}>
        {props.text}
      </text>
    </g>
  );
}

/** The badge by itself, in a line of text. */
export function PlayerSign(props: { livery: Livery; text: string }) {
  return (
    <svg
      class="sign"
      viewBox="0 0 32 32"
      aria-hidden="true"
      text-anchor="middle"
      font-weight="bold"
    >
      <Badge
        x={16}
        y={props.livery.badge === "triangle" ? 18 : 16}
        r={10}
        livery={props.livery}
        text={props.text}
      />
    </svg>
  );
}
