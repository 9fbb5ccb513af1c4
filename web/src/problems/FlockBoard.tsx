// The meadow of the editor: a frame of cells that stays where it is.

import { createMemo, For, Show } from "solid-js";
import { CellGrid } from "../games/CellGrid";
import { Drawing, translate } from "../games/drawing";
import { add, type Spot, spotKey } from "../games/shear_panic/flock";
import { SheepArt } from "../games/shear_panic/pieces";
import { spotText } from "../games/shear_panic/words";
import { t } from "../i18n";
import { type FlockDraft, FRAME, flockOf, spotOf } from "./flockDraft";

const CELL = 64;
const at = ({ x, y }: Spot) => ({ x: x * CELL, y: y * CELL });
const LINES = Array.from(
  { length: FRAME - 1 },
  (_, line) => `M${(line + 1) * CELL} 0V${FRAME * CELL}M0 ${(line + 1) * CELL}H${FRAME * CELL}`,
).join("");

export function FlockBoard(props: {
  draft: FlockDraft;
  /** The spot of the sheep in the hand. */
  held: string | null;
  /** Sheep can be dragged. */
  moves: boolean;
  onPick(key: string, pointer: string): boolean;
  onCancel(): void;
}) {
  const box = createMemo(() => flockOf(props.draft));
  const isSheep = (key: string) => key in props.draft.sheep;
  return (
    <div class="board pasture">
      <Drawing width={FRAME * CELL}>
        <rect width={FRAME * CELL} height={FRAME * CELL} rx="14" class="meadow" />
        <path d={LINES} class="frame-lines" />
        <g class="names">
          <For each={Array.from({ length: box().flock.width }, (_, x) => x)}>
            {(x) => {
              const place = () => at(add(box().corner, { x, y: box().flock.height }));
              return (
                <text x={place().x + CELL / 2} y={Math.min(place().y + 22, FRAME * CELL - 8)}>
                  {String.fromCharCode(65 + x)}
                </text>
              );
            }}
          </For>
          <For each={Array.from({ length: box().flock.height }, (_, y) => y)}>
            {(y) => {
              const place = () => at(add(box().corner, { x: 0, y }));
              return (
                <text x={Math.max(place().x - 14, 8)} y={place().y + CELL / 2 + 6}>
                  {y + 1}
                </text>
              );
            }}
          </For>
        </g>
        <For each={Object.keys(props.draft.sheep)}>
          {(key) => (
            <g transform={translate(at(spotOf(key)))}>
              <Show when={props.draft.sheep[key]}>
                {(colour) => <SheepArt colour={colour()} facing={props.draft.facing} />}
              </Show>
            </g>
          )}
        </For>
        <Show when={props.held}>
          {(key) => (
            <rect
              class="held"
              x={at(spotOf(key())).x - 1}
              y={at(spotOf(key())).y - 1}
              width={CELL + 2}
              height={CELL + 2}
              rx="11"
            />
          )}
        </Show>
      </Drawing>
      <CellGrid
        label={t("board-sheep")}
        columns={FRAME}
        rows={FRAME}
        inset={0}
        name={(column, row) => spotKey({ x: column, y: row })}
        describe={(key) => spotText(add(spotOf(key), box().corner, -1), box().flock, undefined)}
        grabs={(key) => props.moves && isSheep(key)}
        lit={(key) => props.moves && isSheep(key)}
        leadsTo={() => ""}
        onPick={props.onPick}
        onAim={() => {}}
        onCancel={props.onCancel}
      />
    </div>
  );
}
