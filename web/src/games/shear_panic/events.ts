// Written by build_backend/make_types.py from tablee/games/shear_panic/events.py: change that, then run it.

import type { GameEvent } from "../../net/protocol";

export type ShearPanicEvent =
  | FirstDrawn
  | FirstNamed
  | JumpedOff
  | TurnBegan
  | TurnPassed
  | CommandPlayed
  | SheepPanicked
  | FlockPanicked
  | GroupMoved
  | PanicRolled
  | GroupChosen
  | RegroupRolled
  | LinesReplaced
  | ExtraSpent
  | CounterAdvanced
  | FigureArrived
  | FigureLeft
  | SheepShorn
  | PointsScored
  | ExtrasCost
  | GameEnded;

export interface FirstDrawn extends GameEvent {
  kind: "first-drawn";
  player: number;
}

/** The player had a haircut last (S-2.2). */
export interface FirstNamed extends GameEvent {
  kind: "first-named";
  player: number;
}

/** The player's marker leaves the truck. */
export interface JumpedOff extends GameEvent {
  kind: "jumped-off";
  player: number;
}

export interface TurnBegan extends GameEvent {
  kind: "turn-began";
  player: number;
}

/** The player has no sheep left (S-8.2), no command left (S-8.3) or no target (S-4.9). */
export interface TurnPassed extends GameEvent {
  kind: "turn-passed";
  player: number;
}

/** A sheep that moved: from where, and to where. */
export interface Shift {
  colour: string;
  start: [number, number];
  end: [number, number];
}

/** Something moved sheep, or turned them all. */
export interface FlockChanged extends GameEvent {
  player: number;
  shifts: Shift[];
  origin: [number, number];
  /** The flock after the event. */
  flock: string;
}

export interface CommandPlayed extends FlockChanged {
  kind: "command-played";
  command: string;
  number: number;
  way: string;
  sheep: string;
}

export interface SheepPanicked extends FlockChanged {
  kind: "sheep-panicked";
  sheep: string;
  way: string;
}

export interface FlockPanicked extends FlockChanged {
  kind: "flock-panicked";
  way: string;
}

/** A group came back in a line (S-5.2), after a slide (S-5.3) or the shortest way (S-5.4). */
export interface GroupMoved extends FlockChanged {
  kind: "group-moved";
}

export interface PanicRolled extends GameEvent {
  kind: "panic-rolled";
  player: number;
  face: string;
}

export interface GroupChosen extends GameEvent {
  kind: "group-chosen";
  player: number;
  sheep: string[];
}

export interface RegroupRolled extends GameEvent {
  kind: "regroup-rolled";
  player: number;
  face: string;
}

/** The face rolled does not bring the group to the main flock, so other lines count (S-5.4). */
export interface LinesReplaced extends GameEvent {
  kind: "lines-replaced";
  face: string;
  lines: string;
  /** True if the main flock is out of reach, so that the lines lead to any other group. */
  to_any: boolean;
}

/** The player adds an extra step to the command (S-9.4), or must add one (S-9.5). */
export interface ExtraSpent extends GameEvent {
  kind: "extra-spent";
  player: number;
  number: number;
}

export interface CounterAdvanced extends GameEvent {
  kind: "counter-advanced";
  start: number;
  end: number;
}

/** Roger or the Shearer now stands in front of the flock (S-6.2). */
export interface FigureArrived extends GameEvent {
  kind: "figure-arrived";
  figure: string;
}

export interface FigureLeft extends GameEvent {
  kind: "figure-left";
  figure: string;
}

export interface SheepShorn extends GameEvent {
  kind: "sheep-shorn";
  sheep: [string, [number, number]][];
  origin: [number, number];
  /** The flock that is left. */
  flock: string;
}

export interface PointsScored extends GameEvent {
  kind: "points-scored";
  player: number;
  points: number;
  field: string;
}

/** A player pays for the extra steps left at the end (S-9.6). `points` is negative. */
export interface ExtrasCost extends GameEvent {
  kind: "extras-cost";
  player: number;
  points: number;
}

export interface GameEnded extends GameEvent {
  kind: "game-ended";
  winners: number[];
  /** What decided the game: `points`, `sheep` or `turn` (S-8.1). */
  decided_by: string;
}
