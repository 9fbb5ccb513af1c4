// Follows each piece through events. The server names pieces by cells; the picture slides them.

import type { GameEvent } from "../../net/protocol";
import { type Motion, motions } from "./motions";
import type { Crate, Position } from "./position";

export interface Actor {
  id: string;
  cell: string;
  /** 0 on the floor, 1 on a crate. */
  level: number;
  player: number | null;
  face: Crate | null;
  /** The cells it has just entered, the present one last; empty if it did not move. */
  way: string[];
  /** The event just shown turned it over. */
  flipped: boolean;
}

let born = 0;

export function cast(
  position: Position,
  before: readonly Actor[],
  events: readonly GameEvent[],
): Actor[] {
  const stacks = stacksOf(before);
  const ways = new Map<string, string[]>();
  const flips = new Set<string>();
  const dockers = before.filter((actor) => actor.player !== null);
  const dockerAt = new Map(dockers.map((docker) => [docker.cell, docker.id]));
  for (const motion of motions(events)) {
    if (motion.piece === "docker") move(dockerAt, motion, ways);
    else moveCrate(stacks, motion, ways, flips);
  }
  const crates = [...position.crates].flatMap(([cell, faces]) =>
    faces.map((face, level): Actor => {
      const id = stacks.get(cell)?.[level] ?? `crate ${++born}`;
      return {
        id,
        cell,
        level,
        player: null,
        face,
        way: ways.get(id) ?? [],
        flipped: flips.has(id),
      };
    }),
  );
  const people = position.dockers.map(({ player, cell }, index): Actor => {
    const id = `docker ${index}`;
    const way = ways.get(id) ?? [];
    return { id, cell, level: 0, player, face: null, way, flipped: false };
  });
  return [...crates, ...people];
}

function stacksOf(actors: readonly Actor[]): Map<string, string[]> {
  const stacks = new Map<string, string[]>();
  for (const actor of actors) {
    if (actor.player !== null) continue;
    const stack = stacks.get(actor.cell) ?? [];
    stack[actor.level] = actor.id;
    stacks.set(actor.cell, stack);
  }
  return stacks;
}

function move(at: Map<string, string>, { from, way }: Motion, ways: Map<string, string[]>): void {
  const id = at.get(from);
  const target = way.at(-1);
  if (!id || !target) return;
  at.delete(from);
  at.set(target, id);
  ways.set(id, [...(ways.get(id) ?? []), ...way]);
}

function moveCrate(
  stacks: Map<string, string[]>,
  { from, way }: Motion,
  ways: Map<string, string[]>,
  flips: Set<string>,
): void {
  const stack = stacks.get(from);
  const id = stack?.at(-1);
  const target = way.at(-1);
  if (!stack || !id) return;
  if (!target) {
    flips.add(id);
    return;
  }
  stack.pop();
  stacks.set(target, [...(stacks.get(target) ?? []), id]);
  ways.set(id, [...(ways.get(id) ?? []), ...way]);
}
