// The cells of a board as a grid of buttons over its picture: for clicks, drags, arrow keys and
// screen readers.

import { createEffect, createSignal, For, on } from "solid-js";
import { onBoard } from "../memory";

interface Props {
  label: string;
  columns: number;
  rows: number;
  /** The width of the frame, as part of the whole width. */
  inset: number;
  name(column: number, row: number): string;
  describe(cell: string): string;
  /** True if a drag may begin there. */
  grabs(cell: string): boolean;
  lit(cell: string): boolean;
  /** `pointer` is "press" before a click. Returns true if the hand took a piece. */
  onPick(cell: string, pointer: string): boolean;
  onAim(cell: string | null): void;
  onCancel(): void;
}

/** How many pixels a tap may miss a lit cell by. On a phone cells are smaller than fingers. */
const FINGER = 26;
/** By arrow key: columns to the right, rows down. */
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function CellGrid(props: Props) {
  const [cursor, setCursor] = createSignal({ column: 0, row: 0 });
  const cells = new Map<string, HTMLButtonElement>();
  let grid: HTMLDivElement | undefined;
  let pressed: string | null = null;
  let dragged = false;
  let taken = false;

  const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  createEffect(
    on(
      () => [props.columns, props.rows] as const,
      ([columns, rows]) =>
        setCursor(({ column, row }) => ({ column: clamp(column, columns), row: clamp(row, rows) })),
    ),
  );

  function move(column: number, row: number): void {
    const next = { column: clamp(column, props.columns), row: clamp(row, props.rows) };
    setCursor(next);
    cells.get(props.name(next.column, next.row))?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    const { column, row } = cursor();
    if (step) {
      const { x, y } = onBoard(...step);
      move(column + x, row + y);
    } else if (event.key === "Home") move(0, event.ctrlKey ? 0 : row);
    else if (event.key === "End") move(props.columns - 1, event.ctrlKey ? props.rows - 1 : row);
    else if (event.key === "Tab") return;
    else if (event.key === "Escape") props.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const cellOf = (event: PointerEvent): string | null => {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const cell = (element as HTMLElement).dataset?.cell;
      if (cell) return cell;
    }
    return null;
  };

  /** The cell itself if it is lit; else the nearest lit one that a finger may have meant. */
  function meant(cell: string, event: MouseEvent, pointer: string): string {
    if (pointer !== "touch" || props.lit(cell)) return cell;
    let best = cell;
    let nearest = FINGER;
    for (const [name, element] of cells) {
      if (!props.lit(name)) continue;
      const box = element.getBoundingClientRect();
      const away = Math.hypot(
        event.clientX - (box.left + box.right) / 2,
        event.clientY - (box.top + box.bottom) / 2,
      );
      if (away < nearest) {
        nearest = away;
        best = name;
      }
    }
    return best;
  }

  function onPointerUp(event: PointerEvent): void {
    const from = pressed;
    pressed = null;
    const over = cellOf(event);
    dragged = from !== null && over !== null && over !== from && props.grabs(from);
    if (dragged && over) {
      props.onPick(over, "drag");
      event.preventDefault();
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a board is a grid of buttons, not a table
    <div
      ref={grid}
      class="cells"
      role="grid"
      aria-label={props.label}
      tabindex="-1"
      style={{
        inset: `${props.inset * 100}%`,
        "grid-template-rows": `repeat(${props.rows}, 1fr)`,
      }}
      onKeyDown={onKeyDown}
      onPointerUp={onPointerUp}
    >
      <For each={Array.from({ length: props.rows }, (_, row) => row)}>
        {(row) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
          <div
            class="cells-row"
            role="row"
            style={{ "grid-template-columns": `repeat(${props.columns}, 1fr)` }}
          >
            <For each={Array.from({ length: props.columns }, (_, column) => column)}>
              {(column) => {
                const name = () => props.name(column, row);
                return (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  <button
                    type="button"
                    role="gridcell"
                    class="cell"
                    ref={(element) => {
                      createEffect(() => cells.set(name(), element));
                    }}
                    data-cell={name()}
                    classList={{ lit: props.lit(name()), grabs: props.grabs(name()) }}
                    aria-label={props.describe(name())}
                    title={props.describe(name())}
                    tabindex={cursor().column === column && cursor().row === row ? 0 : -1}
                    onFocus={() => {
                      setCursor({ column, row });
                      props.onAim(name());
                    }}
                    onBlur={() => props.onAim(null)}
                    onPointerEnter={(event) => {
                      if (event.pointerType !== "touch") props.onAim(name());
                    }}
                    onPointerDown={(event) => {
                      dragged = taken = false;
                      pressed = name();
                      if (props.grabs(name())) {
                        // Else all events of this finger go to the cell it began on.
                        if (event.currentTarget.hasPointerCapture(event.pointerId))
                          event.currentTarget.releasePointerCapture(event.pointerId);
                        taken = props.onPick(name(), "press");
                      }
                    }}
                    onClick={(event) => {
                      if (dragged || taken) return;
                      // In old browsers a click has no pointer type.
                      const pointer = event instanceof PointerEvent ? event.pointerType : "";
                      props.onPick(meant(name(), event, pointer), pointer || "key");
                    }}
                  />
                );
              }}
            </For>
          </div>
        )}
      </For>
    </div>
  );
}
