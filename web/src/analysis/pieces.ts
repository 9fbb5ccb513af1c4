// Which event brought a piece to where it stands. The search goes back from the newest event.

import type { FragileEvent } from "../games/fragile/events";
import type { ShearPanicEvent } from "../games/shear_panic/events";
import { add, type Spot, same } from "../games/shear_panic/flock";
import type { GameEvent } from "../net/protocol";

const spotAt = ([x, y]: readonly [number, number]): Spot => ({ x, y });

/** `cell` is a spot of the flock as the board names it: `2,0`. */
function sheepMover(events: readonly ShearPanicEvent[], cell: string): number {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  let spot: Spot = { x, y };
  for (let place = events.length - 1; place >= 0; place--) {
    const event = events[place];
    if (!event || !("origin" in event)) continue;
    spot = add(spot, spotAt(event.origin)); // from the flock after the event to the one before it
    const shifts = "shifts" in event ? event.shifts : [];
    if (shifts.some(({ end }) => same(spotAt(end), spot))) return place;
    const left =
      "shifts" in event ? shifts.map(({ start }) => start) : event.sheep.map(([, at]) => at);
    if (left.some((at) => same(spotAt(at), spot))) return -1; // nobody stands there any more
  }
  return -1;
}

/** The cells that pieces leave and those that they enter. */
function ways(event: FragileEvent): { from: string[]; to: string[] } {
  switch (event.kind) {
    case "docker-went":
      return { from: [event.docker], to: [event.target] };
    case "crate-pushed":
    case "crate-stacked":
      return { from: [event.crate, event.docker], to: [event.target, event.docker_target] };
    case "crate-unstacked":
    case "crate-handed-over":
      return { from: [event.crate], to: [event.target] };
    default:
      return { from: [], to: [] };
  }
}

/** Of a stack it is the upper crate: what came last leaves first. */
function crateMover(events: readonly FragileEvent[], cell: string): number {
  let gone = 0;
  for (let place = events.length - 1; place >= 0; place--) {
    const { from, to } = ways(events[place] as FragileEvent);
    if (to.includes(cell) && gone-- === 0) return place;
    gone += Number(from.includes(cell));
  }
  return -1;
}

/** The place of the event that last moved the piece on a cell; -1 if none has. */
export function moverOf(game: string, events: readonly GameEvent[], cell: string): number {
  if (game === "fragile") return crateMover(events as readonly FragileEvent[], cell);
  if (game === "shear-panic") return sheepMover(events as readonly ShearPanicEvent[], cell);
  return -1;
}
