// The moves of an attempt, with sentences. Undone moves stay in the list, to be played again.

import { t, told } from "../i18n";
import type { Played } from "../net/protocol";
import type { Placed } from "../table/line";
import { Steps } from "../ui/Steps";
import { tp } from "./texts";

export function MoveList(props: { line: Placed<Played>; onJump(to: number): void }) {
  return (
    <Steps
      class="line"
      label={t("log")}
      start={tp("start")}
      steps={props.line.moves}
      at={props.line.at}
      onJump={props.onJump}
    >
      {(entry) => (
        <>
          <code>{entry.move}</code>
          <span>{told(entry.events)}</span>
        </>
      )}
    </Steps>
  );
}
