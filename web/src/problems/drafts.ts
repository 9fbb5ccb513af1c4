// Drafts of a problem in the editor, with undo and redo. The server checks each one when the player
// pauses, and the address holds it.

import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { replaceRoute } from "../route";
import { clamped, type Placed } from "../table/line";
import { type Keys, onKeys } from "../ui/keys";
import { problemsApi } from "./api";
import type { Recording } from "./Playback";
import { tp, trouble } from "./texts";

/** How the drafts of a game are written as a line of text. */
export interface Craft<D> {
  empty: D;
  /** Stands in the address for the empty draft. */
  blank: string;
  /** Null if the text is no such line. */
  parse(text: string): D | null;
  write(draft: D): string;
}

const PAUSE = 200;

export type Drafts<D> = ReturnType<typeof createDrafts<D>>;

/** `keys` work while no solution is shown. */
export function createDrafts<D>(craft: Craft<D>, given: string, keys: () => Keys) {
  const begin = given === craft.blank ? craft.empty : craft.parse(given);
  const [history, setHistory] = createSignal<Placed<D>>({
    moves: [begin ?? craft.empty],
    at: 1,
  });
  /** What the draft still lacks: null while the server is asked, empty if nothing. */
  const [wrong, setWrong] = createSignal<string | null>(null);
  const [hint, setHint] = createSignal(begin ? "" : tp("bad-link"));
  /** A solution that is played on the board, and its number of turns. */
  const [recording, setRecording] = createSignal<(Recording & { turns: number }) | null>(null);

  const draft = () => history().moves[history().at - 1] ?? craft.empty;
  const text = createMemo(() => craft.write(draft()));

  function change(next: D): void {
    const { moves, at } = history();
    if (craft.write(next) === text()) return;
    setHint("");
    setHistory({ moves: [...moves.slice(0, at), next], at: at + 1 });
  }
  const step = (by: number) =>
    setHistory((now) => ({ ...now, at: Math.max(1, clamped(now, now.at + by)) }));
  const undo = () => step(-1);
  const redo = () => step(1);

  let question = 0;
  createEffect(
    on(text, (problem) => {
      const mine = ++question;
      setWrong(null);
      setRecording(null);
      const isBlank = problem === craft.write(craft.empty);
      replaceRoute({ page: "editor", text: isBlank ? craft.blank : problem });
      const timer = setTimeout(async () => {
        const found = await problemsApi.attempt({ problem, moves: [], previews: false }).then(
          () => "",
          (error: unknown) => trouble(error),
        );
        if (mine === question) setWrong(found);
      }, PAUSE);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  onKeys(
    () =>
      recording()
        ? {}
        : { ...keys(), "ctrl+z": undo, "ctrl+shift+z": redo, "ctrl+y": redo, u: undo, y: redo },
    "input:not([type=radio]), select, textarea",
  );

  return {
    craft,
    draft,
    text,
    change,
    undo,
    redo,
    canUndo: () => history().at > 1,
    canRedo: () => history().at < history().moves.length,
    wrong,
    isValid: () => wrong() === "",
    hint,
    setHint,
    recording,
    setRecording,
  };
}
