// Playing any game: its own drawing with cells to click, and the list of its moves.

import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { t } from "../../i18n";
import { MoveButton } from "../MoveButton";
import type { Scene } from "../scene";
import { elsewhere, naming, open, picked, touched } from "./cells";
import { Picture } from "./Picture";
import { cellsOf, readPicture } from "./picture";

export function GeneralPlay(props: Scene) {
  const picture = createMemo(() => readPicture(props.shown.state.picture ?? ""));
  const cells = createMemo(() => [...cellsOf(picture()).keys()]);
  const moves = createMemo(() => (props.ready ? props.shown.state.moves : []));
  const [chosen, setChosen] = createSignal<string[]>([]);
  createEffect(on(moves, () => setChosen([])));

  /** Moves to be decided between now: those of the chosen cells, or those that no cell stands for. */
  const offered = createMemo(() => {
    if (chosen().length) return naming(moves(), chosen());
    return cells().length ? elsewhere(moves(), cells()) : [];
  });
  const marks = createMemo(() => {
    const found = new Map<string, string>();
    for (const cell of touched(props.shown.events, cells())) found.set(cell, "last");
    for (const cell of open(moves(), cells(), chosen())) found.set(cell, "open");
    for (const cell of props.refusal?.cells ?? []) found.set(cell, "refused");
    for (const cell of chosen()) found.set(cell, "chosen");
    return found;
  });

  function onPick(cell: string): void {
    if (!props.ready) {
      props.hint(t(props.shown.state.phase === "over" ? "hint-over" : "hint-not-now"));
      return;
    }
    const now = picked(moves(), chosen(), cell);
    const [only, other] = now?.length ? naming(moves(), now) : [];
    if (only && !other) props.play(only);
    else if (now) setChosen(now);
    // Where a move is just a cell, the server says by which rule this one is none.
    else if (moves().some((move) => cells().includes(move))) props.play(cell);
    else props.hint(t("hint-lit"));
  }

  const Move = (own: { move: string; strong?: boolean }) => (
    <MoveButton
      text={own.move}
      strong={own.strong ?? false}
      onPlay={() => props.play(own.move)}
      onPoint={() => {}}
    />
  );

  return (
    <>
      <Show when={picture()}>
        {(drawn) => (
          <Picture
            picture={drawn()}
            marks={marks()}
            onPick={onPick}
            onCancel={() => setChosen([])}
          />
        )}
      </Show>
      <Show when={offered().length}>
        <fieldset class="armed" aria-label={t("confirm-move")}>
          <For each={offered()}>{(move) => <Move move={move} strong />}</For>
        </fieldset>
      </Show>
      {props.children}
      <Show when={props.ready}>
        <details class="choices" open>
          <summary>
            {t("moves")} <span class="count">{moves().length}</span>
          </summary>
          <div class="choice-list">
            <For each={moves()}>{(move) => <Move move={move} />}</For>
          </div>
        </details>
      </Show>
    </>
  );
}
