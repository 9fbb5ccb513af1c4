// What a game's part of the page shows, and what it can do.

import type { JSX } from "solid-js";
import { t } from "../i18n";
import type { Refusal } from "../net/api";
import type { Preview, Seat, TableView } from "../net/protocol";
import type { Shown } from "../table/store";

/** The part of a table that a board needs. Lessons and problems have no more. */
export type Setting = Pick<TableView, "game" | "options" | "scenery">;

export interface Scene {
  table: Setting;
  seats: Seat[];
  shown: Shown;
  /** The player may move, and the board shows the present. */
  ready: boolean;
  preview(move: string): Preview | undefined;
  play(move: string): void;
  refusal: Refusal | null;
  /** Shows a sentence of the page where refusals stand. */
  hint(text: string): void;
  /** Stands below the board: answers, undo, the end of the turn. */
  children: JSX.Element;
}

/** A scene that nobody plays in. */
export const watched = {
  seats: [],
  ready: false,
  preview: () => undefined,
  play: () => {},
  refusal: null,
  hint: () => {},
} satisfies Partial<Scene>;

/** Says that it is not the player's turn. */
export const hintNotNow = ({ hint, shown }: Scene): void =>
  hint(t(shown.state.phase === "over" ? "hint-over" : "hint-not-now"));
