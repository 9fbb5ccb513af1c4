// A solution gone through on the board.

import { createMemo, Show } from "solid-js";
import { FragilePlay } from "../games/fragile/Play";
import { FragileTurnBar } from "../games/fragile/TurnBar";
import { said, t } from "../i18n";
import { ReplayControls } from "../ui/ReplayControls";
import { openAttempt } from "./attempt";
import { MoveList } from "./MoveList";
import { tableOf } from "./ProblemPage";
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
    return answer && shown ? { answer, shown } : null;
  });
  return (
    <>
      <div class="status playback">
        <p class="status-text">
          <strong>{props.recording.title}</strong>{" "}
          {store.failed() ? trouble(store.failed()) : said(now()?.answer.state.status)}
        </p>
        <Show when={now()}>
          {(found) => (
            <FragileTurnBar state={found().answer.state} table={tableOf(found().answer)} />
          )}
        </Show>
        <button type="button" onClick={() => props.onClose()}>
          {tp("back-to-problem")}
        </button>
      </div>
      <Show when={now()} fallback={<p class="quiet">{t("opening")}</p>}>
        {(found) => (
          <FragilePlay
            table={tableOf(found().answer)}
            seats={[]}
            shown={found().shown}
            ready={false}
            preview={() => undefined}
            play={() => {}}
            refusal={store.refusal()}
            hint={() => {}}
          >
            <ReplayControls
              at={store.line().at}
              moves={store.line().moves.length}
              onJump={store.jump}
            />
            <MoveList line={store.line()} onJump={store.jump} />
          </FragilePlay>
        )}
      </Show>
    </>
  );
}
