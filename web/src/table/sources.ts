// Where points came from, read off the events.

import type { Entry, GameEvent } from "../net/protocol";
import { standing } from "./moves";

export type Source = "crates" | "fragile" | "team" | "roger" | "black" | "shearer" | "extras";

function scored(event: GameEvent): { player: number; points: number; source: Source } | null {
  const player = event.player;
  if (typeof player !== "number" || typeof event.points !== "number") return null;
  if (event.kind === "crate-stored")
    return { player, points: event.points, source: event.points > 1 ? "fragile" : "crates" };
  if (event.kind === "points-scored")
    return { player, points: event.points, source: event.field as Source };
  if (event.kind === "extras-cost") return { player, points: event.points, source: "extras" };
  return null;
}

export function sources(entries: readonly Entry[], players: number): Map<Source, number[]> {
  const found = new Map<Source, number[]>();
  for (const entry of standing(entries)) {
    for (const event of entry.events) {
      const score = scored(event);
      if (!score) continue;
      const row = found.get(score.source) ?? Array.from({ length: players }, () => 0);
      row[score.player] = (row[score.player] ?? 0) + score.points;
      found.set(score.source, row);
    }
  }
  return found;
}
