// Written by build_backend/make_types.py from tablee/games/fragile/events.py: change that, then run it.

import type { GameEvent } from "../../net/protocol";

export type FragileEvent =
  | FirstDrawn
  | DepotPlaced
  | DockerPlaced
  | StrawsDrawn
  | TurnBegan
  | TurnPassed
  | DockerActivated
  | DockerWent
  | CratePushed
  | CrateStacked
  | CrateUnstacked
  | CrateFlipped
  | CrateHandedOver
  | CrateStored
  | MarkerTaken
  | EndIsNear
  | TurnEnded
  | GameEnded;

/** Chance has decided who begins. */
export interface FirstDrawn extends GameEvent {
  kind: "first-drawn";
  player: number;
}

export interface DepotPlaced extends GameEvent {
  kind: "depot-placed";
  /** null for a neutral depot. */
  player: number | null;
  slot: string;
}

export interface DockerPlaced extends GameEvent {
  kind: "docker-placed";
  player: number;
  depot: string;
}

export interface StrawsDrawn extends GameEvent {
  kind: "straws-drawn";
  order: number[];
}

export interface TurnBegan extends GameEvent {
  kind: "turn-began";
  player: number;
  /** The action points of each docker this turn. */
  points: number;
}

/** No docker of the player could act. */
export interface TurnPassed extends GameEvent {
  kind: "turn-passed";
  player: number;
}

export interface DockerActivated extends GameEvent {
  kind: "docker-activated";
  player: number;
  docker: string;
  points: number;
}

export interface DockerWent extends GameEvent {
  kind: "docker-went";
  docker: string;
  target: string;
  /** Every cell the docker entered, the target last. */
  path: string[];
  cost: number;
}

/** A docker moved a crate; each way to do so is a class of its own. */
export interface CrateMoved extends GameEvent {
  docker: string;
  crate: string;
  target: string;
}

export interface CratePushed extends CrateMoved {
  kind: "crate-pushed";
  docker_target: string;
  cost: number;
}

export interface CrateStacked extends CrateMoved {
  kind: "crate-stacked";
  docker_target: string;
  cost: number;
}

export interface CrateUnstacked extends CrateMoved {
  kind: "crate-unstacked";
  cost: number;
}

export interface CrateFlipped extends GameEvent {
  kind: "crate-flipped";
  docker: string;
  crate: string;
  flips_left: number;
  cost: number;
}

/** One docker of a chain, and where it sets the crate. */
export interface Link {
  docker: string;
  target: string;
}

export interface CrateHandedOver extends CrateMoved {
  kind: "crate-handed-over";
  links: Link[];
  cost: number;
}

export interface CrateStored extends GameEvent {
  kind: "crate-stored";
  depot: string;
  /** The owner of the depot. null for a neutral one. */
  player: number | null;
  points: number;
}

export interface MarkerTaken extends GameEvent {
  kind: "marker-taken";
  player: number;
  previous: number | null;
}

/** All depots of a player are full. */
export interface EndIsNear extends GameEvent {
  kind: "end-is-near";
  player: number;
}

export interface TurnEnded extends GameEvent {
  kind: "turn-ended";
  player: number;
}

export interface GameEnded extends GameEvent {
  kind: "game-ended";
  winners: number[];
}
