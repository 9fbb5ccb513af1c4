// The meadow with the flock, under a grid of cells for mouse, keyboard and screen reader.

import { createMemo, For, type JSX, Show } from "solid-js";
import { t } from "../../i18n";
import { CellGrid } from "../CellGrid";
import { Drawing, RefusedCells, Rising, steadyIds, translate } from "../drawing";
import { type Point, slide } from "../slide";
import { FLEECES } from "./art";
import type { Actor, Way } from "./cast";
import {
  add,
  type Colour,
  FACINGS,
  type Facing,
  type Flock,
  type Spot,
  same,
  sideWay,
  spotKey,
  VECTORS,
} from "./flock";
import { RogerArt, ShearerArt, SheepArt } from "./pieces";
import type { Target } from "./targets";
import { letterOf, spotText } from "./words";

const CELL = 64;
const ROOM = 2;
const LEAST = 7;

export interface GhostSheep {
  actor: Actor;
  to: Spot;
}

interface Props {
  flock: Flock;
  actors: Actor[];
  figure: string | null;
  /** The sheep that the Shearer has just taken. */
  shorn: readonly Way[];
  /** The ways of the last turn. */
  trail: readonly Way[];
  targets: Map<string, Target>;
  held: Spot | null;
  /** The sheep that are regrouped, and the ways they may go. */
  group: readonly Spot[];
  groupWays: readonly { from: Spot; to: Spot }[];
  ghosts: GhostSheep[];
  ghostFacing: Facing | null;
  refused: readonly Spot[];
  /** What each sheep has just scored. */
  gains: readonly { spot: Spot; points: number }[];
  die: { face: string; number: number } | null;
  /** What a click on a spot leads to, in sentences. */
  leadsTo(spot: Spot): string;
  banner?: JSX.Element;
  onPick(spot: Spot, pointer: string): boolean;
  onAim(spot: Spot | null): void;
  onCancel(): void;
}

export function Meadow(props: Props) {
  const size = createMemo(() =>
    Math.max(LEAST, props.flock.width + 2 * ROOM, props.flock.height + 2 * ROOM),
  );
  const left = () => Math.floor((size() - props.flock.width) / 2);
  const top = () => Math.floor((size() - props.flock.height) / 2);
  const corner = (spot: Spot) => ({ x: (spot.x + left()) * CELL, y: (spot.y + top()) * CELL });
  const line = (...way: Spot[]) =>
    `M${way.map((spot) => `${corner(spot).x + 32} ${corner(spot).y + 32}`).join("L")}`;
  const ids = steadyIds(() => [...props.actors].sort((a, b) => (a.id < b.id ? -1 : 1)));
  const byId = createMemo(() => new Map(props.actors.map((actor) => [actor.id, actor])));
  /** The sheep that a preview shows elsewhere. */
  const leaving = createMemo(() => new Set(props.ghosts.map((ghost) => ghost.actor.id)));
  const spotOf = (name: string): Spot => {
    const [x = 0, y = 0] = name.split(",").map(Number);
    return { x, y };
  };

  function Sheep(own: { id: string }) {
    const actor = createMemo<Actor | undefined>((last) => byId().get(own.id) ?? last);
    let element: SVGGElement | undefined;
    let before: Spot | null = null;
    const transform = createMemo(() => {
      const now = actor();
      if (!now) return "";
      const here = corner(now);
      if (element && before && !same(before, here)) slide(element, before, [here]);
      before = here;
      return translate(here);
    });
    return (
      <g
        ref={element}
        class="piece"
        transform={transform()}
        opacity={leaving().has(own.id) ? ".28" : undefined}
      >
        <Show when={actor()}>
          {(found) => <SheepArt colour={found().colour} facing={props.flock.facing} />}
        </Show>
      </g>
    );
  }

  /** Where a sheep came from, in its colour, and an arrow to where it is now. */
  function Trace(way: Way) {
    const from = () => corner(way.from);
    const isFree = () => !props.flock.sheep.some((sheep) => same(sheep, way.from));
    const colour = () => FLEECES[way.colour as Colour].colour;
    return (
      <g class="trail sheep">
        <Show when={isFree()}>
          <rect
            x={from().x + 5}
            y={from().y + 5}
            width={CELL - 10}
            height={CELL - 10}
            rx="9"
            style={{ stroke: colour() }}
          />
          <text x={from().x + 32} y={from().y + 38} font-size="17" fill={colour()}>
            {way.to ? letterOf(way.colour) : "✂"}
          </text>
        </Show>
        <Show when={way.to}>
          {(to) => (
            <>
              <path class="edge" d={arrowBetween(corner(way.from), corner(to()))} />
              <path d={arrowBetween(corner(way.from), corner(to()))} style={{ stroke: colour() }} />
            </>
          )}
        </Show>
      </g>
    );
  }

  /** The direction in which the flock looks. */
  const front = (): Spot => VECTORS[props.flock.facing] ?? { x: 0, y: 0 };
  /** Before the middle of the front row. */
  const figureSpot = (): Spot => {
    const way = front();
    const depth = ({ x, y }: Spot) => x * way.x + y * way.y;
    const first = Math.max(...props.flock.sheep.map(depth));
    const row = props.flock.sheep.filter((sheep) => depth(sheep) === first);
    return add(row[Math.floor(row.length / 2)] ?? { x: 0, y: 0 }, way);
  };
  const back = (): Facing => FACINGS[(FACINGS.indexOf(props.flock.facing) + 2) % 4] ?? "S";
  const tufts = createMemo(() => {
    const room = size() * CELL;
    return Array.from({ length: Math.floor((room * room) / 5200) }, (_, number) => {
      const x = 10 + ((number * 97.3) % (room - 20));
      const y = 14 + ((number * 61.7 + 13 * (number % 5)) % (room - 20));
      return `M${x.toFixed(1)} ${y.toFixed(1)}l-3 -7m3 7l0 -9m0 9l3 -7`;
    }).join("");
  });

  return (
    <div
      class="board pasture"
      style={{ "--front-x": front().x, "--front-y": front().y }}
      onPointerLeave={() => props.onAim(null)}
    >
      <Drawing width={size() * CELL}>
        <rect width={size() * CELL} height={size() * CELL} rx="14" class="meadow" />
        <path d={tufts()} class="tufts" />
        <g class="names">
          <For each={Array.from({ length: props.flock.width }, (_, x) => x)}>
            {(x) => {
              // Beyond the cells beside the flock, where arrows and figures stand.
              const at = () => corner({ x, y: props.flock.height + 1 });
              return (
                <text x={at().x + CELL / 2} y={at().y + 22}>
                  {String.fromCharCode(65 + x)}
                </text>
              );
            }}
          </For>
          <For each={Array.from({ length: props.flock.height }, (_, y) => y)}>
            {(y) => {
              const at = () => corner({ x: -1, y });
              return (
                <text x={at().x - 14} y={at().y + CELL / 2 + 6}>
                  {y + 1}
                </text>
              );
            }}
          </For>
        </g>
        <Show when={props.figure && props.flock.sheep.length}>
          <g class="figure" transform={translate(corner(figureSpot()))}>
            <Show when={props.figure === "shearer"} fallback={<RogerArt facing={back()} />}>
              <g class="upright">
                <ShearerArt />
              </g>
            </Show>
          </g>
        </Show>
        <For each={ids()}>{(id) => <Sheep id={id} />}</For>
        <For each={props.shorn}>
          {(way) => (
            <g transform={translate(corner(way.from))}>
              <g class="shorn">
                <SheepArt colour={way.colour as Colour} facing={props.flock.facing} />
              </g>
            </g>
          )}
        </For>
        <g class="trails" classList={{ faint: props.targets.size > 0 }}>
          <For each={props.trail}>{(way) => <Trace {...way} />}</For>
        </g>
        <For each={props.group}>
          {(spot) => (
            <rect
              class="regroups"
              x={corner(spot).x - 2}
              y={corner(spot).y - 2}
              width={CELL + 4}
              height={CELL + 4}
              rx="12"
            />
          )}
        </For>
        <For each={props.groupWays}>
          {({ from, to }) => (
            <path class="group-way" d={arrowBetween(corner(from), corner(to), 22)} />
          )}
        </For>
        <Show when={props.held}>
          {(held) => (
            <rect
              class="held"
              x={corner(held()).x - 1}
              y={corner(held()).y - 1}
              width={CELL + 2}
              height={CELL + 2}
              rx="11"
            />
          )}
        </Show>
        <For each={[...props.targets.values()]}>
          {(target) => (
            <g class={`target ${target.kind}`} transform={translate(corner(target.spot))}>
              <Show
                when={target.kind === "act" ? target : null}
                fallback={<rect class="pick" x="1" y="1" width="62" height="62" rx="11" />}
              >
                {(act) => (
                  <>
                    <circle class="dot" cx="32" cy="32" r="18" />
                    <path class="arrow" d={arrowFor(act(), props.flock.facing)} />
                    <Show when={act().choices.length > 1}>
                      <text class="sign-of-action" x="50" y="18" font-size="14">
                        {act().choices.length}
                      </text>
                    </Show>
                  </>
                )}
              </Show>
            </g>
          )}
        </For>
        <g class="ghost">
          <For each={props.ghosts}>
            {({ actor, to }) => (
              <>
                <path class="way" d={line(actor, to)} />
                <g transform={translate(corner(to))} opacity=".82">
                  <SheepArt
                    colour={actor.colour}
                    facing={props.ghostFacing ?? props.flock.facing}
                  />
                </g>
              </>
            )}
          </For>
        </g>
        <Rising
          points={props.gains.map(({ spot, points }) => ({
            at: { x: corner(spot).x + CELL / 2, y: corner(spot).y + CELL / 2 },
            text: `+${points}`,
          }))}
        />
        <RefusedCells at={props.refused.map(corner)} />
      </Drawing>
      <Show when={props.die} keyed>
        {({ face }) => {
          const fleece = face in FLEECES ? FLEECES[face as Colour] : null;
          return (
            <div
              class="die"
              style={fleece ? { color: "#fff", background: fleece.colour } : {}}
              aria-hidden="true"
            >
              {face in FLEECES || face === "W" ? letterOf(face) : face.replace("x", "×")}
            </div>
          );
        }}
      </Show>
      <CellGrid
        label={t("board-sheep")}
        columns={size()}
        rows={size()}
        inset={0}
        name={(column, row) => spotKey({ x: column - left(), y: row - top() })}
        describe={(name) => spotText(spotOf(name), props.flock, props.targets.get(name))}
        grabs={(name) =>
          props.targets.get(name)?.kind === "sheep" ||
          (props.held !== null && spotKey(props.held) === name)
        }
        lit={(name) => props.targets.has(name)}
        leadsTo={(name) => props.leadsTo(spotOf(name))}
        stops={(name) =>
          props.targets.has(name) || props.flock.sheep.some((sheep) => spotKey(sheep) === name)
        }
        onPick={(name, pointer) => props.onPick(spotOf(name), pointer)}
        onAim={(name) => props.onAim(name === null ? null : spotOf(name))}
        onCancel={props.onCancel}
      />
      {props.banner}
    </div>
  );
}

/** An arrow for a direction, with a barrier for a line up; a half circle for a turn, a tick for a
 * place, dots for a choice. */
function arrowFor(target: Extract<Target, { kind: "act" }>, facing: Facing): string {
  const choice = target.choices[0];
  if (target.choices.length > 1 || !choice) return "M24 32h0M32 32h0M40 32h0";
  if (choice.kind === "group" || choice.kind === "move") return "M24 32l6 7l11 -14";
  const isLineUp = choice.kind === "command" && choice.command === "line up";
  const way = VECTORS[isLineUp ? sideWay(choice.way, facing) : choice.way];
  if (!way) {
    return choice.way === "left"
      ? "M41 40a11 11 0 1 0 -18 -1M22 31l1 9l8 -2"
      : "M23 40a11 11 0 1 1 18 -1M42 31l-1 9l-8 -2";
  }
  const angle = Math.atan2(way.x, -way.y);
  const at = (along: number, across: number) =>
    `${(32 + along * Math.sin(angle) + across * Math.cos(angle)).toFixed(1)} ${(32 - along * Math.cos(angle) + across * Math.sin(angle)).toFixed(1)}`;
  // A line up ends at a barrier.
  const barrier = isLineUp ? `M${at(11, -11)}L${at(11, 11)}` : "";
  const tip = isLineUp ? 6 : 10;
  return `M${at(-10, 0)}L${at(tip, 0)}M${at(tip - 7, -7)}L${at(tip, 0)}L${at(tip - 7, 7)}${barrier}`;
}

/** From the middle of one cell towards the middle of another, with a head. */
function arrowBetween(from: Point, to: Point, short = 14): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = { x: to.x + 32 - short * Math.cos(angle), y: to.y + 32 - short * Math.sin(angle) };
  const barb = (side: number) =>
    `${(end.x - 13 * Math.cos(angle + side)).toFixed(1)} ${(end.y - 13 * Math.sin(angle + side)).toFixed(1)}`;
  const tip = `${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
  return `M${from.x + 32} ${from.y + 32}L${tip}M${barb(0.55)}L${tip}L${barb(-0.55)}`;
}
