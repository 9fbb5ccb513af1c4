// The parts of the page that belong to one game.

import type { Component } from "solid-js";
import type { StateView } from "../net/protocol";
import { fragileGoal, fragileToDo } from "./fragile/goal";
import { FragileHoldings } from "./fragile/Holdings";
import { FragilePlay } from "./fragile/Play";
import { FragileTurnBar } from "./fragile/TurnBar";
import { GeneralPlay } from "./general/Play";
import { liveryOf } from "./livery";
import type { Livery } from "./palette";
import type { Scene, Setting } from "./scene";
import { sheepGoal } from "./shear_panic/goal";
import { SheepHoldings } from "./shear_panic/Holdings";
import { sheepLivery, sheepNeutral, sheepSign } from "./shear_panic/livery";
import { SheepPlay } from "./shear_panic/Play";
import { SheepTurnBar } from "./shear_panic/TurnBar";

interface GameParts {
  Play: Component<Scene>;
  Holdings?: Component<{ player: number; state: StateView; table: Setting }>;
  TurnBar?: Component<{ state: StateView; table: Setting }>;
  /** What to do now, if the page says it better than the server; else empty. */
  toDo?(state: StateView): string;
  /** What all this is for, at this moment of the game. */
  goal?(state: StateView, table: Setting, me: number | null): string;
  livery(player: number, table: Setting): Livery;
  /** The text on the player's badge. */
  sign(player: number, table: Setting): string;
  /** Options of a new table that differ from the defaults of the game. */
  usual?: Readonly<Record<string, string>>;
  /** The colours that nobody plays. */
  neutral?(table: Setting): { livery: Livery; sign: string; name: string }[];
}

const GAMES: Record<string, GameParts> = {
  fragile: {
    Play: FragilePlay,
    Holdings: FragileHoldings,
    TurnBar: FragileTurnBar,
    toDo: fragileToDo,
    goal: fragileGoal,
    livery: (player) => liveryOf(player),
    sign: (player) => String(player + 1),
  },
  "shear-panic": {
    Play: SheepPlay,
    Holdings: SheepHoldings,
    TurnBar: SheepTurnBar,
    goal: sheepGoal,
    livery: sheepLivery,
    sign: sheepSign,
    usual: { first: "draw" },
    neutral: sheepNeutral,
  },
};

const GENERAL: GameParts = {
  Play: GeneralPlay,
  livery: (player) => liveryOf(player),
  sign: (player) => String(player + 1),
};

/** True if the page has parts made for this game. */
export const hasOwnParts = (game: string): boolean => game in GAMES;

/** The parts made for this game; else the parts for any game. */
export const partsOf = (game: string): GameParts => GAMES[game] ?? GENERAL;
