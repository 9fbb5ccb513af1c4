// A game's own drawing, with its cells as buttons for mouse, finger and keyboard.

import { createEffect, createMemo, createSignal, type JSX, onCleanup } from "solid-js";
import { t } from "../../i18n";
import { ARROWS } from "../CellGrid";
import { neighbour, type Spot } from "./cells";
import { cellsOf, markOn } from "./picture";

export function Picture(props: {
  picture: SVGSVGElement;
  /** Marks by cell. The player may choose cells that are "open". */
  marks: ReadonlyMap<string, string>;
  banner?: JSX.Element;
  onPick(cell: string): void;
  onCancel(): void;
}) {
  let frame!: HTMLDivElement;
  const cells = createMemo(() => cellsOf(props.picture));
  const [cursor, setCursor] = createSignal("");
  /** The cell that the keyboard is on. */
  const [focus, setFocus] = createSignal("");

  function place(picture: SVGSVGElement): void {
    const focused = frame.contains(document.activeElement);
    frame.replaceChildren(picture);
    if (!cells().has(cursor())) setCursor(cells().keys().next().value ?? "");
    if (focused) cells().get(cursor())?.focus();
  }

  // One effect: a mark has a size only once its picture is on the page.
  createEffect(() => {
    for (const [cell, element] of cells()) {
      const open = props.marks.get(cell) === "open";
      const content = element.querySelector("title")?.textContent;
      const label = [cell, content, open ? t("can-choose") : ""].filter(Boolean).join(", ");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", label);
      element.setAttribute("tabindex", cell === cursor() ? "0" : "-1");
      element.classList.add("cell");
      element.classList.toggle("lit", open);
    }
    if (frame.firstChild !== props.picture) place(props.picture);
    const marks = [...props.marks, [focus(), "focus"] as const].flatMap(([cell, kind]) => {
      const element = cells().get(cell);
      return element ? [markOn(element, kind)] : [];
    });
    onCleanup(() => {
      for (const mark of marks) mark.remove();
    });
  });

  const cellAt = (event: Event): string | undefined =>
    (event.target as Element).closest<SVGElement>("[data-cell]")?.dataset.cell;

  function spots(): Spot[] {
    return [...cells()].map(([cell, element]) => {
      const box = element.getBoundingClientRect();
      return { cell, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    if (step) {
      const all = spots();
      const here = all.find(({ cell }) => cell === cursor());
      const next = here && neighbour(here, all, ...step);
      if (next) cells().get(next.cell)?.focus();
    } else if (event.key === "Enter" || event.key === " ") props.onPick(cursor());
    else if (event.key === "Escape") props.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="board general">
      {/* biome-ignore lint/a11y/useSemanticElements: the cells of a picture are no fields of a form */}
      <div
        ref={frame}
        class="cells"
        role="group"
        aria-label={t("board")}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          const cell = cellAt(event) ?? "";
          setCursor(cell || cursor());
          setFocus(event.target.matches(":focus-visible") ? cell : "");
        }}
        onFocusOut={() => setFocus("")}
        onClick={(event) => {
          const cell = cellAt(event);
          if (cell) props.onPick(cell);
        }}
      />
      {props.banner}
    </div>
  );
}
