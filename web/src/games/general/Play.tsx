// Any game, by its own drawing: cells to click, and the list of moves.

import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { t } from "../../i18n";
import { AllMoves, ArmedMoves } from "../MoveButtons";
import { hintNotNow, type Scene } from "../scene";
import { elsewhere, naming, open, picked, touched } from "./cells";
import { Picture } from "./Picture";
import { cellsOf, readPicture } from "./picture";

export function GeneralPlay(props: Scene) {
  const picture = createMemo(() => readPicture(props.shown.state.picture ?? ""));
  const cells = createMemo(() => [...cellsOf(picture()).keys()]);
  const moves = createMemo(() => (props.ready ? props.shown.state.moves : []));
  const [chosen, setChosen] = createSignal<string[]>([]);
  createEffect(on(moves, () => setChosen([])));

  /** The moves of the chosen cells; with no cell chosen, the moves that name no cell. */
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
      hintNotNow(props);
      return;
    }
    const now = picked(moves(), chosen(), cell);
    const [only, other] = now?.length ? naming(moves(), now) : [];
    if (only && !other) props.play(only);
    else if (now) setChosen(now);
    // Where a cell alone can be a move, the server says which rule forbids this one.
    else if (moves().some((move) => cells().includes(move))) props.play(cell);
    else props.hint(t("hint-lit"));
  }

  const asIs = (move: string) => move;
  return (
    <>
      <Show when={picture()}>
        {(drawn) => (
          <Picture
            picture={drawn()}
            marks={marks()}
            banner={props.banner}
            onPick={onPick}
            onCancel={() => setChosen([])}
          />
        )}
      </Show>
      <ArmedMoves moves={offered()} text={asIs} onPlay={props.play} />
      {props.children}
      <Show when={props.ready}>
        <AllMoves open title={t("moves")} moves={moves()} text={asIs} onPlay={props.play} />
      </Show>
    </>
  );
}
