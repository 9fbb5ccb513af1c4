// What a game's part of the page shows, and what it can do.

import { createMemo, type JSX } from "solid-js";
import { t, told } from "../i18n";
import type { Refusal } from "../net/api";
import type { GameEvent, Preview, Seat, TableView } from "../net/protocol";
import { eventsOf } from "../table/moves";
import type { Shown } from "../table/store";
import type { PlayedTurn } from "../table/turns";

/** The part of a table that a board needs. Lessons and problems have no more. */
export type Setting = Pick<TableView, "game" | "options" | "scenery">;

export interface Scene {
  table: Setting;
  seats: Seat[];
  shown: Shown;
  /** The turn to draw on the board. Lessons and problems draw the last move. */
  turn?: Pick<PlayedTurn, "seat" | "moves"> | null;
  /** The seat of the player who looks; null for a watcher. */
  me?: number | null;
  /** The player may move, and the board shows the present. */
  ready: boolean;
  preview(move: string): Preview | undefined;
  play(move: string): void;
  refusal: Refusal | null;
  /** Shows a sentence of the page where refusals stand. */
  hint(text: string): void;
  /** Stands over the top of the board, and takes no room. */
  banner?: JSX.Element;
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

/** What a move leads to, in sentences. */
export const foretold = (scene: Scene, move: { text: string } | undefined): string =>
  told((move && scene.preview(move.text)?.events) ?? []);

/** Says that it is not the player's turn. */
export const hintNotNow = ({ hint, shown }: Scene): void =>
  hint(t(shown.state.phase === "over" ? "hint-over" : "hint-not-now"));

/** The events to draw on the board. The last move stays drawn after the end of its turn. */
export const drawnEvents = (scene: Scene, moves: (event: GameEvent) => boolean) =>
  createMemo<GameEvent[]>((before) => {
    if (scene.turn !== undefined) return eventsOf(scene.turn?.moves ?? []);
    const events = scene.shown.events;
    return events.some(moves) || !events.length ? events : before;
  }, []);
