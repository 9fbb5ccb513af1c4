// Legal moves as buttons. Pointing at one shows what it leads to.

import { For, Show } from "solid-js";
import { t } from "../i18n";

interface Moves<Move> {
  moves: readonly Move[];
  text(move: Move): string;
  notation?(move: Move): string;
  cost?(move: Move): number | undefined;
  /** In sentences. */
  leadsTo?(move: Move): string;
  onPlay(move: Move): void;
  onPoint?(move: Move | null): void;
}

export function MoveButtons<Move>(props: Moves<Move> & { strong?: boolean }) {
  return (
    <For each={props.moves}>
      {(move) => (
        <button
          type="button"
          class="move"
          classList={{ strong: props.strong ?? false }}
          aria-description={props.leadsTo?.(move) || undefined}
          onClick={() => props.onPlay(move)}
          onPointerEnter={() => props.onPoint?.(move)}
          onPointerLeave={() => props.onPoint?.(null)}
          onFocus={() => props.onPoint?.(move)}
          onBlur={() => props.onPoint?.(null)}
        >
          {props.text(move)}
          <Show when={props.cost?.(move)}>
            {(points) => <span class="move-cost">{t("points", { count: points() })}</span>}
          </Show>
          <Show when={props.notation?.(move)}>{(text) => <code>{text()}</code>}</Show>
        </button>
      )}
    </For>
  );
}

/** The moves to decide between now. */
export function ArmedMoves<Move>(props: Moves<Move>) {
  return (
    <Show when={props.moves.length}>
      <fieldset class="armed" aria-label={t("confirm-move")}>
        <MoveButtons {...props} strong />
      </fieldset>
    </Show>
  );
}

/** All moves, for players who prefer a list. */
export function AllMoves<Move>(props: Moves<Move> & { title: string; open?: boolean }) {
  return (
    <details class="choices" open={props.open}>
      <summary>
        {props.title} <span class="count">{props.moves.length || ""}</span>
      </summary>
      <div class="choice-list">
        <MoveButtons {...props} />
      </div>
    </details>
  );
}
