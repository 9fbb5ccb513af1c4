// Animations of pieces.

import { motionAllowed, speed } from "../memory";
import type { Speed } from "../table/pace";

export interface Point {
  x: number;
  y: number;
}

/** Milliseconds, a little less than a step of the others takes. */
const DURATIONS: Record<Speed, number> = {
  step: 460,
  slow: 800,
  normal: 460,
  fast: 190,
  once: 190,
};
const duration = () => DURATIONS[speed()];

/** Slides a piece along its way. With `lift` it goes over the top of something. */
export function slide(piece: SVGElement, from: Point, way: readonly Point[], lift = false): void {
  const to = way.at(-1);
  if (!to || !motionAllowed() || typeof piece.animate !== "function") return;
  const points = [from, ...way];
  const place = ({ x, y }: Point) => `translate(${x}px, ${y}px)`;
  const keyframes = points.map((point) => ({ transform: place(point) }));
  const middle = Math.floor(points.length / 2);
  if (lift && points.length === 2) {
    const top = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 26 };
    keyframes.splice(middle, 0, { transform: place(top) });
  }
  const longer = 1 + 0.13 * Math.max(0, points.length - 4);
  piece.animate(keyframes, {
    duration: duration() * longer,
    easing: "cubic-bezier(.4, 0, .3, 1)",
  });
}

/** Lets a piece hop in place. */
export function hop(piece: SVGElement, at: Point): void {
  if (!motionAllowed() || typeof piece.animate !== "function") return;
  const place = (dy: number) => ({ transform: `translate(${at.x}px, ${at.y + dy}px)` });
  piece.animate([place(0), place(-16), place(0), place(-5), place(0)], { duration: duration() });
}

/** Turns a piece about a point, the shorter way. Angles are in degrees. */
export function turn(piece: SVGElement, about: Point, from: number, to: number): void {
  if (!motionAllowed() || typeof piece.animate !== "function") return;
  const shorter = ((((to - from) % 360) + 540) % 360) - 180;
  const place = (angle: number) => ({
    transform: `translate(${about.x}px, ${about.y}px) rotate(${angle}deg) translate(${-about.x}px, ${-about.y}px)`,
  });
  piece.animate([place(to - shorter), place(to)], { duration: duration(), easing: "ease-in-out" });
}
