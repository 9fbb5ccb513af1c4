// The looks of a player. A number and a shape go with each colour.

import { createEffect, createSignal, Match, onCleanup, Switch } from "solid-js";
import type { Seat } from "../net/protocol";
import { Drawing } from "./drawing";
import { type Livery, NOBODY, PAPER, PLAYERS } from "./palette";

/** The server's names of the colours, in the order of the palette. */
const COLOURS = ["blue", "orange", "green", "purple"];

const [chosen, setChosen] = createSignal<readonly string[]>([]);

/** The players wear the colours of their seats as long as the component is on the page. */
export function dressPlayers(seats: () => readonly Seat[]): void {
  createEffect(() => setChosen(seats().map((seat) => seat.colour ?? "")));
  onCleanup(() => setChosen([]));
}

/** The place in the palette of each player's colour. Who has chosen none wears the usual one. */
function places(): number[] {
  const found = chosen().map((colour) => COLOURS.indexOf(colour));
  const free = COLOURS.map((_, place) => place).filter((place) => !found.includes(place));
  return found.map((place, player) => {
    if (place >= 0) return place;
    const usual = free.includes(player) ? player : (free[0] ?? player);
    free.splice(free.indexOf(usual), 1);
    return usual;
  });
}

export const liveryOf = (player: number | null): Livery =>
  (player === null ? undefined : PLAYERS[places()[player] ?? player]) ?? NOBODY;

/** The looks of a colour by its name. */
export const paletteLivery = (colour: string): Livery => PLAYERS[COLOURS.indexOf(colour)] ?? NOBODY;

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
    <Drawing class="sign" width={32}>
      <Badge
        x={16}
        y={props.livery.badge === "triangle" ? 18 : 16}
        r={10}
        livery={props.livery}
        text={props.text}
      />
    </Drawing>
  );
}
