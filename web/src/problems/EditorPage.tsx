// The editor of problems, of the game that the address says: empty for Fragile, its name for another,
// or a whole problem.

import { createSignal, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n";
import type { Json } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Header } from "../ui/Header";
import { problemsApi } from "./api";
import FlockEditor from "./FlockEditor";
import { FLOCKS, isFlock } from "./flock";
import QuayEditor from "./QuayEditor";
import { tp, trouble } from "./texts";
import "./problems.css";

export default function EditorPage(props: { text: string }) {
  const game = props.text === FLOCKS || isFlock(props.text) ? FLOCKS : "fragile";
  const [board, setBoard] = createSignal<Json | null>(null);
  const asking = createQuestion(trouble);
  void asking.ask(() => problemsApi.board(game), setBoard);
  return (
    <>
      <Header crumb={tp("editor")} game={game} />
      <Show when={board()} fallback={<p class="quiet middle">{asking.wrong() || t("opening")}</p>}>
        {(found) => (
          <Dynamic
            component={game === FLOCKS ? FlockEditor : QuayEditor}
            board={found()}
            text={props.text}
          />
        )}
      </Show>
    </>
  );
}
