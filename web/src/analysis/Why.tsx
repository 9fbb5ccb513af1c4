// Why did this happen? The chain of causes of the move that the board shows, with the rules; or of
// the piece that somebody clicks, where a click plays nothing.

import { createEffect, createMemo, createSignal, on, onCleanup, Show } from "solid-js";
import { hasOwnParts } from "../games/parts";
import { eventsOf, type MoveEntry } from "../table/moves";
import { tw } from "../whatif/texts";
import { Chains } from "./Chains";
import { chainsOf, chainTo } from "./causes";
import { moverOf } from "./pieces";

export function Why(props: { game: string; moves: readonly MoveEntry[] }) {
  const [cell, setCell] = createSignal<string | null>(null);
  createEffect(
    on(
      () => props.moves.length,
      () => setCell(null),
    ),
  );
  const pick = ({ target }: MouseEvent) => {
    const picked = target instanceof Element && target.closest<HTMLElement>(".play .cell");
    if (picked && hasOwnParts(props.game))
      setCell(picked.matches(".lit, .grabs") ? null : (picked.dataset.cell ?? null));
  };
  // Before the board hears of the click: afterwards other cells may be lit.
  document.addEventListener("click", pick, true);
  onCleanup(() => document.removeEventListener("click", pick, true));

  const ofPiece = createMemo(() => {
    const at = cell();
    const events = eventsOf(props.moves);
    return at === null ? [] : chainTo(events, moverOf(props.game, events, at));
  });
  const ofMove = createMemo(() => chainsOf(props.moves));
  return (
    <section class="why-chain" aria-label={tw("why")}>
      <div role="status">
        <Show when={cell() !== null}>
          <p>
            <b>{tw("why-piece")}</b>
          </p>
          <Show when={ofPiece().length} fallback={<p>{tw("why-unmoved")}</p>}>
            <Chains game={props.game} chains={[ofPiece()]} />
          </Show>
        </Show>
      </div>
      <Show when={ofMove().length}>
        <details>
          <summary>{tw("why")}</summary>
          <Chains game={props.game} chains={ofMove()} />
        </details>
      </Show>
      <Show when={hasOwnParts(props.game)}>
        <p class="small quiet">{tw("why-click")}</p>
      </Show>
    </section>
  );
}
