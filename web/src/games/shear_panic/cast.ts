// Which sheep is which: the server names them by where they stand, the picture must slide them.

import type { GameEvent } from "../../net/protocol";
import type { ShearPanicEvent } from "./events";
import { add, type Colour, type Facing, type Flock, parseFlock, type Spot } from "./flock";

export interface Actor extends Spot {
  id: string;
  colour: Colour;
}

let born = 0;
const spotOf = ([x, y]: [number, number]): Spot => ({ x, y });
const read = (events: readonly GameEvent[]) => events as readonly ShearPanicEvent[];

interface Walked {
  actors: Actor[];
  /** Where the flock's new corner lies, seen from its old one. */
  origin: Spot;
}

/** Sheep after events, told from the corner the flock had before them. */
export function walk(before: readonly Actor[], events: readonly GameEvent[]): Walked {
  let actors = [...before];
  let origin: Spot = { x: 0, y: 0 };
  const at = (spot: Spot) => {
    const place = add(origin, spot);
    return actors.find((actor) => actor.x === place.x && actor.y === place.y);
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
    const found = left.find(
      (actor) => actor.x === sheep.x && actor.y === sheep.y && actor.colour === sheep.colour,
    );
    return found ?? { ...sheep, id: `sheep ${++born}` };
  });
}

/** Where each sheep that the last events moved came from, and where it is now. */
export function trailOf(
  before: readonly Actor[],
  events: readonly GameEvent[],
  after: readonly Actor[],
): { from: Spot; to: Spot }[] {
  const { origin } = walk(before, events);
  const old = new Map(before.map((actor) => [actor.id, add(actor, origin, -1)]));
  return after.flatMap((actor) => {
    const from = old.get(actor.id);
    return from && (from.x !== actor.x || from.y !== actor.y) ? [{ from, to: actor }] : [];
  });
}

/** Which way the flock looks after these events; null if they do not touch it. */
export function facingAfter(events: readonly GameEvent[]): Facing | null {
  const last = read(events).findLast((event) => "flock" in event);
  return last ? parseFlock(last.flock).facing : null;
}

export const rolledIn = (events: readonly GameEvent[]): string | undefined =>
  read(events).findLast((event) => event.kind === "panic-rolled" || event.kind === "regroup-rolled")
    ?.face;

/** Where these events leave the counter; undefined if it stays. */
export const counterAfter = (events: readonly GameEvent[]): number | undefined =>
  read(events).findLast((event) => event.kind === "counter-advanced")?.end;
