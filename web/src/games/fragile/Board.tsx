// The quay with its pieces and marks, under a grid of cells for mouse, keyboard and screen reader.

import { createMemo, For, type JSX, Show } from "solid-js";
import { t } from "../../i18n";
import { onBoard } from "../../memory";
import type { GameEvent } from "../../net/protocol";
import { CellGrid } from "../CellGrid";
import { Drawing, RefusedCells, Rising, steadyIds, translate } from "../drawing";
import { liveryOf } from "../livery";
import { NOBODY } from "../palette";
import { hop, type Point, slide } from "../slide";
import type { Actor } from "./cast";
import { CELL, CELLS, centre, corner, lineThrough, MARGIN, SIZE, spot, WIDTH } from "./cells";
import type { Motion } from "./motions";
import { CrateArt, DepotArt, DockerArt, LEVEL, SlotArt } from "./pieces";
import { type FragileState, goalLetters, type Scenery } from "./position";
import { Quay } from "./Quay";
import { Trail, TrailNumbers } from "./Trail";
import type { Hand, Target } from "./targets";
import { cellText } from "./words";

interface Props {
  scenery: Scenery;
  state: FragileState;
  actors: Actor[];
  problem: boolean;
  targets: Map<string, Target>;
  hand: Hand;
  /** True for a crate that the docker in hand would first have to walk to. */
  isFar?(cell: string): boolean;
  /** The action points that a click on a cell costs. */
  costs: Map<string, number>;
  /** The motions of the considered move. */
  ghost: Motion[];
  /** The last turn. */
  trail: readonly GameEvent[];
  refused: readonly string[];
  /** The points of crates that were just stored. */
  stored: readonly { at: Point; text: string }[];
  /** What a click on a cell leads to, in sentences. */
  leadsTo?(cell: string): string;
  banner?: JSX.Element;
  onPick(cell: string, pointer: string): boolean;
  onAim(cell: string | null): void;
  onCancel(): void;
}

const STORED = 0.76;

export function Board(props: Props) {
  const letters = createMemo(() => goalLetters(props.state.position, CELLS));
  const order = createMemo(() =>
    [...props.actors].sort((a, b) => spot(a.cell).row - spot(b.cell).row || a.level - b.level),
  );
  const ids = steadyIds(order);
  const byId = createMemo(() => new Map(props.actors.map((actor) => [actor.id, actor])));
  const covered = createMemo(
    () => new Set(props.actors.filter((actor) => actor.level > 0).map((actor) => actor.cell)),
  );
  const activeCell = () =>
    props.hand.docker ??
    (props.state.active === null ? null : props.state.position.dockers[props.state.active]?.cell);

  function Piece(piece: { id: string }) {
    const actor = createMemo<Actor | undefined>((last) => byId().get(piece.id) ?? last);
    const isStored = () => (actor()?.cell ?? "") in props.state.depots && actor()?.face !== null;
    const place = (cell: string, level: number) => {
      const { x, y } = corner(cell);
      const inset = isStored() ? 0.12 * CELL : 0;
      const up = onBoard(0, -LEVEL * level);
      return { x: x + inset + up.x, y: y + inset + up.y };
    };
    let before: { x: number; y: number } | null = null;
    let element: SVGGElement | undefined;
    const transform = createMemo(() => {
      const now = actor();
      if (!now) return "";
      const here = place(now.cell, now.level);
      if (element && before && now.way.length) {
        const way = now.way.slice(0, -1).map((cell) => corner(cell));
        slide(element, before, [...way, here], now.face !== null && now.level > 0);
      } else if (element && now.flipped) hop(element, here);
      before = here;
      return translate(here);
    });
    const letter = () => {
      const goal = actor()?.face?.goal;
      return goal ? (letters().get(goal) ?? null) : null;
    };
    const player = () => actor()?.player ?? 0;
    const helps = () => props.problem && player() !== 0;
    return (
      <g ref={element} class="piece" transform={transform()}>
        <g class="upright" classList={{ stored: isStored() }}>
          <Show
            when={actor()?.face}
            fallback={
              <DockerArt
                livery={helps() ? NOBODY : liveryOf(player())}
                text={helps() ? "·" : String(player() + 1)}
                active={actor()?.cell === activeCell()}
              />
            }
          >
            {(face) => (
              <g transform={isStored() ? `scale(${STORED})` : ""}>
                <CrateArt
                  face={{ ...face(), letter: letter() }}
                  stacked={(actor()?.level ?? 0) > 0}
                  covered={covered().has(actor()?.cell ?? "")}
                />
                <Show when={(actor()?.level ?? 0) > 0}>
                  <g class="stack-count">
                    <circle cx="52" cy="22" r="9" />
                    <text x="52" y="27" font-size="14">
                      2
                    </text>
                  </g>
                </Show>
              </g>
            )}
          </Show>
        </g>
      </g>
    );
  }

  return (
    <div class="board quay" onPointerLeave={() => props.onAim(null)}>
      <Drawing class="ground" width={WIDTH}>
        <Quay />
      </Drawing>
      <Drawing width={WIDTH}>
        <For each={Object.entries(props.scenery.slots)}>
          {([slot, door]) => {
            const turn = turnTo(slot, door);
            const owner = () => props.state.depots[slot];
            const goal = () => letters().get(slot);
            return (
              <g transform={translate(corner(slot))}>
                <Show when={owner() !== undefined} fallback={<SlotArt turn={turn} />}>
                  <DepotArt
                    turn={turn}
                    livery={props.problem ? NOBODY : liveryOf(owner() ?? null)}
                    text={
                      goal() ??
                      (owner() === null || props.problem ? "" : String((owner() ?? 0) + 1))
                    }
                    goal={goal() !== undefined}
                  />
                </Show>
              </g>
            );
          }}
        </For>
        <g class="trails" classList={{ faint: props.hand.docker !== null }}>
          <Trail events={props.trail} />
        </g>
        <Targets targets={props.targets} hand={props.hand} layer="below" costs={props.costs} />
        <For each={ids()}>{(id) => <Piece id={id} />}</For>
        <g class="trails" classList={{ faint: props.hand.docker !== null }}>
          <TrailNumbers events={props.trail} />
        </g>
        <Targets targets={props.targets} hand={props.hand} layer="above" costs={props.costs} />
        <Ghost {...props} />
        <Rising points={props.stored} />
        <RefusedCells at={props.refused.map(corner)} />
      </Drawing>
      <CellGrid
        label={t("board-fragile")}
        columns={SIZE}
        rows={SIZE}
        inset={MARGIN / WIDTH}
        name={(column, row) => CELLS[row * SIZE + column] ?? ""}
        describe={(cell) =>
          cellText(cell, props.state, props.scenery, props.targets.get(cell), props.costs.get(cell))
        }
        grabs={(cell) =>
          cell === props.hand.docker ||
          cell === props.hand.crate ||
          props.isFar?.(cell) ||
          (props.targets.get(cell)?.kind ?? "act") !== "act"
        }
        lit={(cell) => props.targets.has(cell)}
        leadsTo={(cell) => props.leadsTo?.(cell) ?? ""}
        onPick={props.onPick}
        onAim={props.onAim}
        onCancel={props.onCancel}
      />
      {props.banner}
    </div>
  );
}

function turnTo(slot: string, door: string): number {
  const from = spot(slot);
  const to = spot(door);
  if (to.row < from.row) return 0;
  if (to.column > from.column) return 90;
  return to.row > from.row ? 180 : 270;
}

function Targets(props: {
  targets: Map<string, Target>;
  hand: Hand;
  layer: "below" | "above";
  costs: Map<string, number>;
}) {
  const marks = () =>
    [...props.targets.values()].filter(
      (target) => (target.kind === "docker") === (props.layer === "below"),
    );
  return (
    <g>
      <Show when={props.layer === "below" && (props.hand.crate ?? props.hand.docker)}>
        {(held) => (
          <rect
            class="held"
            x={corner(held()).x + 2}
            y={corner(held()).y + 2}
            width={CELL - 4}
            height={CELL - 4}
            rx="8"
          />
        )}
      </Show>
      <For each={marks()}>
        {(target) => (
          <g class={`target ${target.kind}`} transform={translate(corner(target.cell))}>
            <g class="upright">{markOf(target, props.costs.get(target.cell))}</g>
          </g>
        )}
      </For>
    </g>
  );
}

function markOf(target: Target, points: number | undefined): JSX.Element {
  if (target.kind === "docker") return <ellipse class="pick" cx="32" cy="54" rx="27" ry="9" />;
  if (target.kind !== "act") return <rect class="pick" x="5" y="7" width="54" height="54" rx="8" />;
  const kinds = new Set(target.actions.map((action) => action.kind));
  const sign = kinds.has("stack") ? "▲" : "";
  return (
    <>
      <circle class="dot" cx="32" cy="32" r="15" />
      <text class="cost" x="32" y="38" font-size="17">
        {points ?? sign}
      </text>
      <Show when={points !== undefined && sign}>
        <text class="sign-of-action" x="52" y="20" font-size="16">
          {sign}
        </text>
      </Show>
    </>
  );
}

/** Where pieces would be after a move. */
function Ghost(props: Props) {
  const actorOf = ({ from, piece }: Motion) =>
    props.actors.findLast(
      (actor) => actor.cell === from && (actor.player !== null) === (piece === "docker"),
    );
  return (
    <g class="ghost">
      <For each={props.ghost}>
        {(motion) => {
          const actor = actorOf(motion);
          const player = actor?.player ?? null;
          const end = motion.way.at(-1) ?? motion.from;
          const onTop =
            motion.piece === "crate" && props.state.position.crates.has(end) && end !== motion.from;
          const { x, y } = corner(end);
          const up = onBoard(0, onTop ? -LEVEL : 0);
          const fragile = (actor?.face?.fragile ?? false) || motion.way.length === 0;
          return (
            <>
              <path class="way" d={lineThrough([motion.from, ...motion.way])} />
              <For each={motion.way.slice(0, -1)}>
                {(cell) => (
                  <circle class="way-stop" cx={centre(cell).x} cy={centre(cell).y} r="6" />
                )}
              </For>
              <g transform={translate({ x: x + up.x, y: y + up.y })} opacity=".72">
                <g class="upright">
                  <Show
                    when={motion.piece === "docker"}
                    fallback={
                      <CrateArt face={{ fragile, fresh: false, letter: null }} stacked={onTop} />
                    }
                  >
                    <DockerArt livery={liveryOf(player)} text={String((player ?? 0) + 1)} />
                  </Show>
                </g>
              </g>
            </>
          );
        }}
      </For>
    </g>
  );
}
