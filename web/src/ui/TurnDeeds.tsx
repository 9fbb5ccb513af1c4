// What stands right below the board: why something was refused, undo, the end of the turn, and
// moves typed as they are written. Every click is answered: what cannot be done says why.

import { type JSX, onCleanup, Show } from "solid-js";
import { said, t } from "../i18n";
import { turnBoard } from "../memory";
import type { Refusal } from "../net/api";
import type { StateView } from "../net/protocol";
import { RuleLink } from "../rules/open";
import { TypedMove } from "./TypedMove";

export interface Turn {
  game: string;
  state: StateView;
  /** It is for us to move, and the board shows the present. */
  ready: boolean;
  play(move: string): void;
  undo(): void;
  hint(text: string): void;
  onKeys(): void;
}

export function Answers(props: { game: string; refusal: Refusal | null; hint: string }) {
  return (
    <div class="answer" role="alert">
      <Show when={props.refusal}>
        {(refusal) => (
          <p class="refusal">
            {said(refusal().text) || t("offline")}{" "}
            <Show when={refusal().rule}>
              {(rule) => <RuleLink game={props.game} rule={rule()} />}
            </Show>
          </p>
        )}
      </Show>
      <Show when={props.hint}>
        <p class="refusal soft">{props.hint}</p>
      </Show>
    </div>
  );
}

export const canEnd = (turn: Turn) => turn.ready && turn.state.moves.includes("end");
export const canUndo = (turn: Turn) => turn.ready && turn.state.undo.possible;

function undo(turn: Turn): void {
  if (canUndo(turn)) turn.undo();
  else turn.hint(said(turn.state.undo.reason) || t("hint-not-now"));
}

function endTurn(turn: Turn): void {
  // If it cannot end yet, the server says by which rule.
  if (turn.ready) turn.play("end");
  else turn.hint(t("hint-not-now"));
}

function endText(state: StateView): string {
  const points = state.position.points as number;
  const acting = state.position.active !== null;
  return acting && points > 0 ? t("end-turn-left", { count: points }) : t("end-turn");
}

export function TurnDeeds(props: { turn: Turn; children?: JSX.Element }) {
  return (
    <div class="deeds">
      <button
        type="button"
        aria-disabled={!canUndo(props.turn)}
        title={canUndo(props.turn) ? "" : said(props.turn.state.undo.reason)}
        onClick={() => undo(props.turn)}
      >
        {t("undo")} <kbd>U</kbd>
      </button>
      <Show when={props.turn.game === "fragile"}>
        <button
          type="button"
          class="primary"
          aria-disabled={!canEnd(props.turn)}
          onClick={() => endTurn(props.turn)}
        >
          {endText(props.turn.state)} <kbd>E</kbd>
        </button>
      </Show>
      {props.children}
      <TypedMove onPlay={props.turn.play} disabled={!props.turn.ready} />
      <button type="button" class="keys" onClick={() => props.turn.onKeys()} aria-label={t("keys")}>
        ?
      </button>
    </div>
  );
}

/** U, E, B, N, R and ? wherever one is, except where one writes. */
export function turnKeys(turn: () => Turn | null): void {
  const onKey = (event: KeyboardEvent) => {
    const writing = (event.target as HTMLElement).closest("input, select, textarea, dialog");
    const now = turn();
    if (!now || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "u") undo(now);
    else if (key === "e" && now.game === "fragile") endTurn(now);
    else if (key === "b") document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
    else if (key === "n") document.querySelector<HTMLElement>(".typed input")?.focus();
    else if (key === "r") turnBoard();
    else if (event.key === "?") now.onKeys();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  onCleanup(() => document.removeEventListener("keydown", onKey));
}
