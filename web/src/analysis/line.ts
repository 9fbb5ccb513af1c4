// The lines of the graph of chances.

import type { Analysis } from "../net/protocol";
import { SURE } from "../whatif/chances";

export interface Point {
  x: number;
  y: number;
}

export interface Frame {
  width: number;
  height: number;
  edge: number;
}

const rounded = (value: number) => Math.round(10 * value) / 10;

const across = (share: number, { width, edge }: Frame) =>
  rounded(edge + share * (width - 2 * edge));

/** A player's chance at the start and after each turn. */
export function lineOf(analysis: Analysis, seat: number, frame: Frame): Point[] {
  const chances = [analysis.start, ...analysis.turns.map((turn) => turn.after)];
  const steps = Math.max(1, chances.length - 1);
  return chances.map((all, place) => ({
    x: across(place / steps, frame),
    y: rounded(frame.edge + (1 - (all[seat] ?? 0) / SURE) * (frame.height - 2 * frame.edge)),
  }));
}

/** Where the board stands in the graph, after so many moves. */
export function placeOf(analysis: Analysis, at: number, frame: Frame): number {
  const { turns } = analysis;
  const over = turns.filter(({ last }) => last < at).length;
  const here = turns[over];
  const inside = here ? Math.max(0, at - here.first) / (here.last + 1 - here.first) : 0;
  return across((over + inside) / Math.max(1, turns.length), frame);
}
