// Why something happened: the chain from the move to an event. The events say how many events back
// their causes are.

import type { GameEvent } from "../net/protocol";
import { eventsOf, type MoveEntry } from "../table/moves";

/** The places of the events that lead to the one on `last`, the first cause first. */
function placesTo(events: readonly GameEvent[], last: number): number[] {
  const places: number[] = [];
  for (let place = last; events[place]; ) {
    places.unshift(place);
    const { cause } = events[place] as GameEvent;
    if (!cause) break;
    place -= cause;
  }
  return places;
}

/** The chain that ends with the event on `last`. */
export const chainTo = (events: readonly GameEvent[], last: number): GameEvent[] =>
  placesTo(events, last).map((place) => events[place] as GameEvent);

/**
 * The chains that end with the events of the last of these moves, each from its first cause on. A
 * chain that is the beginning of another is left out; so are events without a cause.
 */
export function chainsOf(moves: readonly MoveEntry[]): GameEvent[][] {
  const events = eventsOf(moves);
  const first = events.length - (moves.at(-1)?.events.length ?? 0);
  const explained = new Set<number>();
  const chains: GameEvent[][] = [];
  for (let last = events.length - 1; last >= first; last--) {
    if (explained.has(last)) continue;
    const places = placesTo(events, last);
    for (const place of places) explained.add(place);
    if (places.length > 1) chains.unshift(chainTo(events, last));
  }
  return chains;
}
