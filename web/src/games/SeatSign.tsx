// The badge of a seat, as the game of the table draws it.

import { PlayerSign } from "./livery";
import { partsOf } from "./parts";
import type { Setting } from "./scene";

export function SeatSign(props: { seat: number; table: Setting }) {
  const parts = () => partsOf(props.table.game);
  return (
    <PlayerSign
      livery={parts().livery(props.seat, props.table)}
      text={parts().sign(props.seat, props.table)}
    />
  );
}
