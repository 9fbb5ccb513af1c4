// The sources of points, from the events.

import type { FragileEvent } from "../games/fragile/events";
import type { ShearPanicEvent } from "../games/shear_panic/events";
import type { AnyEntry } from "../net/protocol";
import { standing } from "./moves";

type Source = "crates" | "fragile" | "team" | "roger" | "black" | "shearer" | "extras";

interface Score {
  player: number;
  points: number;
  source: Source;
}

function scored(event: FragileEvent | ShearPanicEvent): Score | null {
  switch (event.kind) {
    case "crate-stored": {
      const { player, points } = event;
      return player === null ? null : { player, points, source: points > 1 ? "fragile" : "crates" };
    }
    case "points-scored":
      return { player: event.player, points: event.points, source: event.field as Source };
    case "extras-cost":
      return { player: event.player, points: event.points, source: "extras" };
    default:
      return null;
  }
}

export function sources(entries: readonly AnyEntry[], players: number): Map<Source, number[]> {
  const found = new Map<Source, number[]>();
  for (const entry of standing(entries)) {
    for (const event of entry.events as (FragileEvent | ShearPanicEvent)[]) {
      const score = scored(event);
      if (!score) continue;
      const row = found.get(score.source) ?? Array.from({ length: players }, () => 0);
      row[score.player] = (row[score.player] ?? 0) + score.points;
      found.set(score.source, row);
    }
  }
  return found;
}
