// The spots that can be clicked, from the legal moves and the hand. There are no rules in here.

import {
  add,
  type Flock,
  type MenuEntry,
  type Spot,
  sideWay,
  spotKey,
  spotNamed,
  VECTORS,
} from "./flock";
import { type Choice, type Deed, isFor, isReply } from "./notation";

export interface Hand {
  command: MenuEntry | null;
  /** The cell of the sheep that moves. */
  sheep: string | null;
}

export const EMPTY_HAND: Hand = { command: null, sheep: null };

export type Target = { kind: "sheep"; spot: Spot } | { kind: "act"; spot: Spot; choices: Deed[] };

const OUTSIDE = ["line push", "diagonal push"];

/** The moves on the meadow that the hand can make. */
export function inHand(choices: readonly Choice[], hand: Hand): Deed[] {
  return choices.filter((choice): choice is Deed => {
    if (isReply(choice)) return false;
    if (choice.kind === "command") return hand.command !== null && isFor(choice, hand.command);
    return true;
  });
}

/** True if the player picks a sheep first, then its way. */
const needsSheep = (choice: Deed): boolean =>
  choice.kind === "push" ||
  (choice.kind === "command" && choice.cell !== null && !OUTSIDE.includes(choice.command));

export function targets(
  choices: readonly Choice[],
  hand: Hand,
  flock: Flock,
  group: string,
): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const choice of inHand(choices, hand)) {
    const cell = "cell" in choice ? choice.cell : null;
    if (needsSheep(choice) && cell && cell !== hand.sheep) {
      const spot = spotNamed(cell);
      if (!found.has(spotKey(spot))) found.set(spotKey(spot), { kind: "sheep", spot });
    }
  }
  for (const choice of inHand(choices, hand)) {
    const cell = "cell" in choice ? choice.cell : null;
    if (needsSheep(choice) && cell !== hand.sheep) continue;
    const spot = anchor(choice, flock, group);
    const there = found.get(spotKey(spot));
    if (there?.kind === "act") there.choices.push(choice);
    else found.set(spotKey(spot), { kind: "act", spot, choices: [choice] });
  }
  return found;
}

/** The spot to click for a move: where its sheep goes, or where the push comes from. */
export function anchor(choice: Deed, flock: Flock, group: string): Spot {
  switch (choice.kind) {
    case "group":
      return spotNamed(choice.cell);
    case "move":
      return add(spotNamed(group), { x: choice.dx, y: choice.dy });
    case "turn":
      return side(choice.way, flock);
    case "push":
      return add(spotNamed(choice.cell), VECTORS[choice.way] ?? { x: 0, y: 0 });
    case "command": {
      if (!choice.cell) return side(choice.way, flock);
      const steps = OUTSIDE.includes(choice.command) ? -1 : 1;
      return add(spotNamed(choice.cell), VECTORS[choice.way] ?? { x: 0, y: 0 }, steps);
    }
  }
}

/** The spot outside the middle of a side of the flock. */
function side(name: string, flock: Flock): Spot {
  const middle = { x: Math.floor((flock.width - 1) / 2), y: Math.floor((flock.height - 1) / 2) };
  switch (sideWay(name, flock.facing)) {
    case "N":
      return { x: middle.x, y: -1 };
    case "S":
      return { x: middle.x, y: flock.height };
    case "E":
      return { x: flock.width, y: middle.y };
    case "W":
      return { x: -1, y: middle.y };
  }
}

/** The menu entries that can be played now. */
export function playable(choices: readonly Choice[], menu: readonly MenuEntry[]): MenuEntry[] {
  return menu.filter((entry) => choices.some((choice) => isFor(choice, entry)));
}
