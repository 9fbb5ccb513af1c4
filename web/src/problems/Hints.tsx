// Five hints, each of which tells more, and whether the position can still be solved.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import { said } from "../i18n";
import type { Spoken } from "../net/protocol";
import { createQuestion } from "../net/question";
import { Alert } from "../ui/notices";
import { problemsApi } from "./api";
import type { AttemptStore } from "./attempt";
import { note, progressOf } from "./progress";
import { tp, trouble } from "./texts";

const STEPS = 5;

export function Hints(props: { store: AttemptStore; onHelp(): void }) {
  const { problem } = props.store;
  const [told, setTold] = createSignal<Spoken[]>([]);
  const [outlook, setOutlook] = createSignal<Spoken | null>(null);
  const server = createQuestion(trouble);

  // A hint is about the position it was given in.
  createEffect(
    on(props.store.moves, () => {
      server.forget();
      setTold([]);
      setOutlook(null);
    }),
  );

  const line = () => ({ problem, moves: props.store.moves() });
  const hint = () =>
    server.ask(
      () => problemsApi.hint({ ...line(), step: told().length + 1 }),
      (found) => {
        if (Object.keys(found.text).length === 0) setOutlook(found.outlook.text);
        else {
          setTold((list) => [...list, found.text]);
          props.onHelp();
          note(problem, { hints: progressOf(problem).hints + 1 });
        }
      },
    );
  const reachable = () =>
    server.ask(
      () => problemsApi.outlook(line()),
      (found) => setOutlook(found.text),
    );

  return (
    <section class="hints" aria-label={tp("hints")}>
      <div class="deeds">
        <button
          type="button"
          class="next-hint"
          disabled={server.busy() || told().length === STEPS}
          onClick={hint}
        >
          {tp("next-hint", { step: Math.min(STEPS, told().length + 1), steps: STEPS })} <kbd>H</kbd>
        </button>
        <button type="button" disabled={server.busy()} onClick={reachable}>
          {tp("still-solvable")}
        </button>
        <Show when={server.busy()}>
          <span class="quiet">{tp("searching")}</span>
        </Show>
      </div>
      <div role="status">
        <Show when={told().length}>
          <ol>
            <For each={told()}>{(text) => <li>{said(text)}</li>}</For>
          </ol>
        </Show>
        <Show when={outlook()}>{(text) => <p class="outlook">{said(text())}</p>}</Show>
        <Alert text={server.wrong()} />
      </div>
    </section>
  );
}
