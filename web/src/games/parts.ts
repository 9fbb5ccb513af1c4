// Which parts of the page belong to which game.

import type { Component } from "solid-js";
import type { StateView } from "../net/protocol";
import { FragileHoldings } from "./fragile/Holdings";
import { FragilePlay } from "./fragile/Play";
import { FragileTurnBar } from "./fragile/TurnBar";
import { GeneralPlay } from "./general/Play";
import { liveryOf } from "./livery";
import type { Livery } from "./palette";
import type { Scene, Setting } from "./scene";
import { SheepHoldings } from "./shear_panic/Holdings";
import { coloursOf, sheepLivery, sheepNeutral } from "./shear_panic/livery";
import { SheepPlay } from "./shear_panic/Play";
import { SheepTurnBar } from "./shear_panic/TurnBar";

export interface GameParts {
  Play: Component<Scene>;
  Holdings?: Component<{ player: number; state: StateView; table: Setting }>;
  TurnBar?: Component<{ state: StateView; table: Setting }>;
  livery(player: number, table: Setting): Livery;
  /** What stands on the player's badge. */
  sign(player: number, table: Setting): string;
  /** What a new table begins with where that differs from the game's own defaults. */
  usual?: Readonly<Record<string, string>>;
  /** Colours nobody plays, as they look and as they are called. */
  neutral?(table: Setting): { livery: Livery; sign: string; name: string }[];
}

const GAMES: Record<string, GameParts> = {
  fragile: {
    Play: FragilePlay,
    Holdings: FragileHoldings,
    TurnBar: FragileTurnBar,
    livery: (player) => liveryOf(player),
    sign: (player) => String(player + 1),
  },
  "shear-panic": {
    Play: SheepPlay,
    Holdings: SheepHoldings,
    TurnBar: SheepTurnBar,
    livery: sheepLivery,
    sign: (player, table) => coloursOf(table)[player] ?? "?",
    usual: { first: "draw" },
    neutral: sheepNeutral,
  },
};

const GENERAL: GameParts = {
  Play: GeneralPlay,
  livery: (player) => liveryOf(player),
  sign: (player) => String(player + 1),
};

/** Whether the page has parts made for this game. */
export const hasOwnParts = (game: string): boolean => game in GAMES;

/** The parts made for this game, or those that show any game by its drawing. */
export const partsOf = (game: string): GameParts => GAMES[game] ?? GENERAL;
