// Follows each sheep through events. The server names sheep by cells; the picture slides them.

import type { GameEvent } from "../../net/protocol";
import type { ShearPanicEvent } from "./events";
import { add, type Colour, type Facing, type Flock, parseFlock, type Spot, same } from "./flock";

export interface Actor extends Spot {
  id: string;
  colour: Colour;
}

let born = 0;
const spotOf = ([x, y]: [number, number]): Spot => ({ x, y });
const read = (events: readonly GameEvent[]) => events as readonly ShearPanicEvent[];

interface Walked {
  actors: Actor[];
  /** The new corner of the flock, seen from the old one. */
  origin: Spot;
}

/** The sheep after events, seen from the corner before them. */
export function walk(before: readonly Actor[], events: readonly GameEvent[]): Walked {
  let actors = [...before];
  let origin: Spot = { x: 0, y: 0 };
  const at = (spot: Spot) => {
    const place = add(origin, spot);
    return actors.find((actor) => same(actor, place));
  };
  for (const event of read(events)) {
    if ("shifts" in event) {
      const moved = new Map(
        event.shifts.flatMap((shift) => {
          const actor = at(spotOf(shift.start));
          return actor ? [[actor.id, add(origin, spotOf(shift.end))] as const] : [];
        }),
      );
      actors = actors.map((actor) => ({ ...actor, ...(moved.get(actor.id) ?? {}) }));
    } else if (event.kind === "sheep-shorn") {
      const shorn = new Set(event.sheep.map(([, spot]) => at(spotOf(spot))?.id));
      actors = actors.filter((actor) => !shorn.has(actor.id));
    } else continue;
    origin = add(origin, spotOf(event.origin));
  }
  return { actors, origin };
}

export function cast(
  flock: Flock,
  before: readonly Actor[],
  events: readonly GameEvent[],
): Actor[] {
  const { actors, origin } = walk(before, events);
  const left = actors.map((actor) => ({ ...actor, ...add(actor, origin, -1) }));
  return flock.sheep.map((sheep) => {
    const found = left.find((actor) => same(actor, sheep) && actor.colour === sheep.colour);
    return found ?? { ...sheep, id: `sheep ${++born}` };
  });
}

/** A sheep that events moved: from where to where. A shorn one goes nowhere. */
export interface Way {
  colour: string;
  from: Spot;
  to: Spot | null;
}

/** The way of each sheep over all the events, seen from the corner after them. */
export function waysOf(events: readonly GameEvent[]): Way[] {
  const ways: Way[] = [];
  let origin: Spot = { x: 0, y: 0 };
  const wayTo = (colour: string, spot: Spot): Way => {
    const found = ways.find(({ to }) => to && same(to, spot));
    if (found) return found;
    const fresh = { colour, from: spot, to: spot };
    ways.push(fresh);
    return fresh;
  };
  for (const event of read(events)) {
    if ("shifts" in event) {
      const moved = event.shifts.map(({ colour, start, end }) => ({
        way: wayTo(colour, add(origin, spotOf(start))),
        end: add(origin, spotOf(end)),
      }));
      for (const { way, end } of moved) way.to = end;
    } else if (event.kind === "sheep-shorn") {
      for (const [colour, spot] of event.sheep) wayTo(colour, add(origin, spotOf(spot))).to = null;
    } else continue;
    origin = add(origin, spotOf(event.origin));
  }
  return ways
    .filter(({ from, to }) => !to || !same(from, to))
    .map(({ colour, from, to }) => ({
      colour,
      from: add(from, origin, -1),
      to: to && add(to, origin, -1),
    }));
}

/** The direction the flock looks after these events; null if they do not touch it. */
export function facingAfter(events: readonly GameEvent[]): Facing | null {
  const last = read(events).findLast((event) => "flock" in event);
  return last ? parseFlock(last.flock).facing : null;
}

export const rolledIn = (events: readonly GameEvent[]): string | undefined =>
  read(events).findLast((event) => event.kind === "panic-rolled" || event.kind === "regroup-rolled")
    ?.face;

/** The space of the counter after these events; undefined if it stays. */
export const counterAfter = (events: readonly GameEvent[]): number | undefined =>
  read(events).findLast((event) => event.kind === "counter-advanced")?.end;
