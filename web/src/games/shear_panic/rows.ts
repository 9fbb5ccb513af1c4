// The points of each sheep at a gate or a pen, as the events tell them.

import type { GameEvent } from "../../net/protocol";
import type { ShearPanicEvent } from "./events";
import { type Colour, type Flock, type Spot, VECTORS } from "./flock";

/** S-6.4, S-6.6: by row, from the front for Roger, from the back for the Shearer. */
const ROWS = [4, 3, 2, 1];

/** Empty if the rows do not add up to what the events say: the flock has moved on since. */
export function rowPoints(
  events: readonly GameEvent[],
  flock: Flock,
  colours: readonly Colour[],
): { spot: Spot; points: number }[] {
  const scored = (events as readonly ShearPanicEvent[]).flatMap((event) =>
    event.kind === "points-scored" && ["roger", "shearer"].includes(event.field) ? [event] : [],
  );
  const field = scored[0]?.field;
  if (!field) return [];
  const way = VECTORS[flock.facing] ?? { x: 0, y: 0 };
  const sign = field === "roger" ? -1 : 1;
  const depth = ({ x, y }: Spot) => sign * (x * way.x + y * way.y);
  const first = Math.min(...flock.sheep.map(depth));
  const found = flock.sheep.flatMap((sheep) => {
    const player = colours.indexOf(sheep.colour);
    const points = ROWS[depth(sheep) - first] ?? 0;
    return player >= 0 && points ? [{ spot: sheep, points, player }] : [];
  });
  const total = (player: number) =>
    found.filter((sheep) => sheep.player === player).reduce((sum, { points }) => sum + points, 0);
  const agrees = colours.every(
    (_, player) =>
      total(player) ===
      scored
        .filter((event) => event.player === player)
        .reduce((sum, { points }) => sum + points, 0),
  );
  return agrees ? found : [];
}
