// What stands below the board: refusals, undo, the end of the turn, and moves typed as text. Every
// click gets an answer: a button that cannot do its work says why.

import { createEffect, createSignal, type JSX, Show } from "solid-js";
import { said, t } from "../i18n";
import { turnBoard } from "../memory";
import type { Refusal } from "../net/api";
import type { StateView } from "../net/protocol";
import { RuleLink } from "../rules/open";
import { openKeys } from "./KeysDialog";
import { focusBoard, onKeys } from "./keys";

export interface Turn {
  game: string;
  state: StateView;
  /** The player may move, and the board shows the present. */
  ready: boolean;
  /** The player may undo. In the setup of a game that is so until the next player acts. */
  canUndo?: boolean;
  play(move: string): void;
  undo(): void;
  hint(text: string): void;
  /** Keys of this page alone, and what they do. */
  moreKeys?: [string, string][];
}

/** A hint of the page. It and a refusal of the server never stand together: the later one counts. */
export function createHint(refusal: () => Refusal | null, forgetRefusal: () => void) {
  const [hint, setHint] = createSignal("");
  createEffect(() => {
    if (refusal()) setHint("");
  });
  return [
    hint,
    (text: string) => {
      forgetRefusal();
      setHint(text);
    },
  ] as const;
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

/** Only in Fragile does a player end the turn. */
const canEnd = (turn: Turn) => turn.ready && turn.state.moves.includes("end");
const canUndo = (turn: Turn) => turn.canUndo ?? (turn.ready && turn.state.undo.possible);

function undo(turn: Turn): void {
  // If only another player can undo, the server says so.
  if (canUndo(turn) || (turn.ready && turn.state.undo.possible)) turn.undo();
  else turn.hint(said(turn.state.undo.reason) || t("hint-not-now"));
}

function endTurn(turn: Turn): void {
  // If the turn cannot end yet, the server names the rule.
  if (turn.ready) turn.play("end");
  else turn.hint(t("hint-not-now"));
}

function endText(state: StateView): string {
  const points = state.position.points as number;
  const acting = state.position.active !== null;
  return acting && points > 0 ? t("end-turn-left", { count: points }) : t("end-turn");
}

const showKeys = ({ game, moreKeys = [] }: Turn) => openKeys({ game, more: moreKeys });

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
      <TypedMove turn={props.turn} />
      <button
        type="button"
        class="keys"
        onClick={() => showKeys(props.turn)}
        aria-label={t("keys")}
      >
        ?
      </button>
    </div>
  );
}

/** The server reads the text and says what is wrong with it. */
function TypedMove(props: { turn: Turn }) {
  const [text, setText] = createSignal("");
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (!text().trim() || !props.turn.ready) return;
        props.turn.play(text().trim());
        setText("");
      }}
    >
      <input
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && focusBoard()}
        placeholder={t("type-move")}
        aria-label={t("type-move")}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxlength="200"
      />
    </form>
  );
}

export function turnKeys(turn: () => Turn | null): void {
  onKeys(() => {
    const now = turn();
    if (!now) return {};
    return {
      u: () => undo(now),
      ...(now.game === "fragile" && { e: () => endTurn(now) }),
      b: focusBoard,
      n: () => document.querySelector<HTMLElement>(".typed input")?.focus(),
      r: turnBoard,
      "?": () => showKeys(now),
    };
  });
}
