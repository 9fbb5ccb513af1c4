// The badge of whoever sits on a seat, as the game of the table has it.

import { liveryOf, PlayerSign } from "./livery";
import { GAMES } from "./parts";
import type { Setting } from "./scene";

export function SeatSign(props: { seat: number; table: Setting }) {
  const parts = () => GAMES[props.table.game];
  return (
    <PlayerSign
      livery={parts()?.livery(props.seat, props.table) ?? liveryOf(props.seat)}
      text={parts()?.sign(props.seat, props.table) ?? String(props.seat + 1)}
    />
  );
}
