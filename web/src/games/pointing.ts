// What the player points at, and how a click becomes a move. Both games share it.

import { createMemo, createSignal } from "solid-js";
import { confirms } from "../memory";

/** `movesAt` returns the moves that end on a place of the board; a `final` one cannot be undone. */
export function createPointing<Move extends { text: string }>(
  movesAt: (place: string) => readonly Move[],
  send: (text: string) => void,
  final: (move: Move) => boolean,
) {
  const [aim, setAim] = createSignal<string | null>(null);
  const [armed, setArmed] = createSignal<string | null>(null);
  const [pointed, setPointed] = createSignal<Move | null>(null);
  const disarm = () => {
    setArmed(null);
    setPointed(null);
  };
  const play = (move: Move) => {
    disarm();
    send(move.text);
  };
  return {
    movesAt,
    aimAt: (place: string | null) => void setAim(place),
    pointAt: (move: Move | null) => void setPointed(() => move),
    disarm,
    play,
    /** The moves on the place of the first tap: a second tap or a button plays one. */
    armedMoves: () => movesAt(armed() ?? ""),
    /** The move to preview: of the button, of the first tap, or under the pointer. */
    considered: createMemo(() => pointed() ?? movesAt(armed() ?? aim() ?? "")[0] ?? null),
    /**
     * Plays the only move there. A finger taps twice, and so does a mouse for what cannot be undone;
     * several moves become buttons.
     */
    act(place: string, pointer: string): void {
      const [only, other] = movesAt(place);
      const asks = pointer === "touch" || (only && confirms() && final(only));
      if (only && !other && (!asks || armed() === place)) play(only);
      else setArmed(place);
    },
  };
}
