// The cells of a board as a grid of buttons over its picture: for clicks, drags, arrow keys and
// screen readers.

import { createEffect, createMemo, createSignal, For, on } from "solid-js";
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
  /** What a click there leads to, for screen readers; empty if it leads nowhere. */
  leadsTo(cell: string): string;
  /** True if there is something on the cell, or to do there. The cursor skips the others. */
  stops?(cell: string): boolean;
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

  const places = createMemo(() =>
    Array.from({ length: props.columns * props.rows }, (_, place) => ({
      column: place % props.columns,
      row: Math.floor(place / props.columns),
    })),
  );
  const isStop = (column: number, row: number) => props.stops?.(props.name(column, row)) ?? true;
  const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  createEffect(
    on(
      () => [props.columns, props.rows] as const,
      ([columns, rows]) =>
        setCursor(({ column, row }) => ({ column: clamp(column, columns), row: clamp(row, rows) })),
    ),
  );

  // The keyboard comes to the board where there is something.
  createEffect(() => {
    const { column, row } = cursor();
    if (isStop(column, row) || grid?.contains(document.activeElement)) return;
    const first = places().find((place) => isStop(place.column, place.row));
    if (first) setCursor({ column: first.column, row: first.row });
  });

  function move(column: number, row: number): void {
    const next = { column: clamp(column, props.columns), row: clamp(row, props.rows) };
    setCursor(next);
    cells.get(props.name(next.column, next.row))?.focus();
  }

  /** To the next cell with something on it: straight on, else the nearest one to that side. */
  function step(x: number, y: number): void {
    const { column, row } = cursor();
    const found = places()
      .map((place) => {
        const [right, down] = [place.column - column, place.row - row];
        return { ...place, on: right * x + down * y, aside: Math.abs(right * y + down * x) };
      })
      .filter((place) => place.on > 0 && isStop(place.column, place.row))
      .sort(
        (a, b) => Number(a.aside > 0) - Number(b.aside > 0) || a.on - b.on || a.aside - b.aside,
      );
    const [next] = found;
    if (next) move(next.column, next.row);
    else move(column, row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    const { row } = cursor();
    if (arrow) {
      const { x, y } = onBoard(...arrow);
      step(x, y);
    } else if (event.key === "Home") move(0, event.ctrlKey ? 0 : row);
    else if (event.key === "End") move(props.columns - 1, event.ctrlKey ? props.rows - 1 : row);
    else if (event.key === "Tab") return;
    else if (event.key === "Escape") props.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isEmptyRow = (row: number) =>
    cursor().row !== row &&
    !places().some((place) => place.row === row && isStop(place.column, row));

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
            aria-hidden={isEmptyRow(row) ? "true" : undefined}
            style={{ "grid-template-columns": `repeat(${props.columns}, 1fr)` }}
          >
            <For each={Array.from({ length: props.columns }, (_, column) => column)}>
              {(column) => {
                const name = () => props.name(column, row);
                const isHere = () => cursor().column === column && cursor().row === row;
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
                    aria-description={(isHere() && props.leadsTo(name())) || undefined}
                    aria-hidden={isHere() || isStop(column, row) ? undefined : "true"}
                    title={props.describe(name())}
                    tabindex={isHere() ? 0 : -1}
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
