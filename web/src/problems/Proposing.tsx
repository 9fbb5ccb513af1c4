// Proposes a problem for the server's own book. The operator of the server decides.

import { createSignal, Show } from "solid-js";
import { playerName, setPlayerName } from "../memory";
import type { ProposedView } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import { tp, trouble } from "./texts";

const LONGEST_NAME = 24;

export function Proposing(props: { problem: string }) {
  const [name, setName] = createSignal(playerName());
  const [done, setDone] = createSignal<ProposedView | null>(null);
  const sending = createQuestion(trouble);
  function send(event: Event): void {
    event.preventDefault();
    setPlayerName(name());
    void sending.ask(() => problemsApi.propose({ problem: props.problem, name: name() }), setDone);
  }
  return (
    <form class="propose" onSubmit={send}>
      <p>{tp("propose-more")}</p>
      <label class="field">
        {tp("propose-name")}
        <input
          required
          maxLength={LONGEST_NAME}
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={sending.busy() || done() !== null}>
        {tp("propose")}
      </button>
      <div role="status">
        <Show when={done()}>{tp("proposed")}</Show>
      </div>
      <Alert text={sending.wrong()} />
    </form>
  );
}
