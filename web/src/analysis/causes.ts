// Why something happened: the chain from the move to an event. The events say how many events back
// their causes are.

import type { GameEvent } from "../net/protocol";
import type { MoveEntry } from "../table/moves";

/**
 * The chains that end with the events of the last of these moves, each from its first cause on. A
 * chain that is the beginning of another is left out; so are events without a cause.
 */
export function chainsOf(moves: readonly MoveEntry[]): GameEvent[][] {
  const events = moves.flatMap((move) => move.events);
  const first = events.length - (moves.at(-1)?.events.length ?? 0);
  const explained = new Set<number>();
  const chains: GameEvent[][] = [];
  for (let last = events.length - 1; last >= first; last--) {
    if (explained.has(last)) continue;
    const chain: GameEvent[] = [];
    let place = last;
    for (;;) {
      const event = events[place];
      if (!event) break;
      chain.unshift(event);
      explained.add(place);
      if (!event.cause) break;
      place -= event.cause;
    }
    if (chain.length > 1) chains.unshift(chain);
  }
  return chains;
}
