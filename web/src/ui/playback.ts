// Goes through moves: by arrow keys, or by itself at the player's speed.

import { createEffect, createSignal, onCleanup } from "solid-js";
import { speed } from "../memory";
import { SPEEDS } from "../table/pace";
import { onKeys } from "./keys";

/** A step is shown for twice as long as at the table: there are sentences to read. */
const pause = () => Math.max(150, 2 * SPEEDS[speed()]);

export type Playback = ReturnType<typeof createPlayback>;

export function createPlayback(line: {
  /** How many of the moves are shown. */
  at(): number;
  moves(): number;
  onJump(to: number): void;
  /** Starts to play at once. */
  playing?: boolean;
}) {
  const [playing, setPlaying] = createSignal(line.playing ?? false);
  const step = (by: number) => line.onJump(Math.max(0, Math.min(line.moves(), line.at() + by)));
  const jump = (to: number) => {
    setPlaying(false);
    line.onJump(to);
  };
  const first = () => jump(0);
  const back = () => step(-1);
  const on = () => step(1);
  const last = () => jump(line.moves());
  onKeys(
    () => ({ home: first, arrowleft: back, arrowright: on, end: last }),
    "input, select, textarea, dialog, .cells",
  );
  createEffect(() => {
    if (!playing()) return;
    if (line.at() >= line.moves()) setPlaying(false);
    else if (Number.isFinite(pause())) {
      const timer = setTimeout(on, pause());
      onCleanup(() => clearTimeout(timer));
    }
  });
  return {
    at: line.at,
    moves: line.moves,
    playing,
    setPlaying,
    first,
    back,
    on,
    last,
    /** Plays on from a move. */
    playFrom(move: number) {
      line.onJump(move);
      setPlaying(true);
    },
  };
}
