// A solution, step by step on the board.

import { createMemo, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { partsOf } from "../games/parts";
import { watched } from "../games/scene";
import { t } from "../i18n";
import { ReplayControls } from "../ui/ReplayControls";
import { StatusBar } from "../ui/StatusBar";
import { tableOf } from "./AttemptBoard";
import { openAttempt } from "./attempt";
import { MoveList } from "./MoveList";
import { tp, trouble } from "./texts";

export interface Recording {
  title: string;
  moves: readonly string[];
}

export function Playback(props: { problem: string; recording: Recording; onClose(): void }) {
  const store = openAttempt(props.problem, props.recording.moves, true);
  const now = createMemo(() => {
    const answer = store.answer();
    const shown = store.shown();
    return answer && shown ? { table: tableOf(answer), shown } : null;
  });
  const Close = () => (
    <button type="button" onClick={() => props.onClose()}>
      {tp("back-to-problem")}
    </button>
  );
  return (
    <Show
      when={now()}
      fallback={
        <div class="status">
          <p class="status-text">{store.failed() ? trouble(store.failed()) : t("opening")}</p>
          <Close />
        </div>
      }
    >
      {(found) => (
        <>
          <StatusBar
            table={found().table}
            state={found().shown.state}
            lead={<strong>{props.recording.title}</strong>}
          >
            <Close />
          </StatusBar>
          <Dynamic
            component={partsOf(found().table.game).Play}
            {...watched}
            table={found().table}
            shown={found().shown}
            refusal={store.refusal()}
          >
            <ReplayControls
              at={store.line().at}
              moves={store.line().moves.length}
              onJump={store.jump}
            />
            <MoveList line={store.line()} onJump={store.jump} />
          </Dynamic>
        </>
      )}
    </Show>
  );
}
