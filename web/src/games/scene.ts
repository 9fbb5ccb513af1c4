// What a game's own part of the page gets to show and to ask: of a live table, or of a replay.

import type { JSX } from "solid-js";
import type { Refusal } from "../net/api";
import type { Preview, Seat, TableView } from "../net/protocol";
import type { Shown } from "../table/store";

/** As much of a table as a board asks for: lessons and problems have no more. */
export type Setting = Pick<TableView, "game" | "options" | "scenery">;

export interface Scene {
  table: Setting;
  seats: Seat[];
  shown: Shown;
  /** It is for us to move, and the board shows the present. */
  ready: boolean;
  preview(move: string): Preview | undefined;
  play(move: string): void;
  refusal: Refusal | null;
  /** Say something of our own where refusals stand. */
  hint(text: string): void;
  /** What stands right below the board: answers, undo, the end of the turn. */
  children: JSX.Element;
}
