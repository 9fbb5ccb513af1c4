// A ladder of five hints, each telling more, and whether it can be solved at all from here.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import { said } from "../i18n";
import type { Spoken } from "../net/protocol";
import { problemsApi } from "./api";
import type { AttemptStore } from "./attempt";
import { note, progressOf } from "./progress";
import { tp, trouble } from "./texts";

const STEPS = 5;

export function Hints(props: { store: AttemptStore }) {
  const { problem } = props.store;
  const [told, setTold] = createSignal<Spoken[]>([]);
  const [outlook, setOutlook] = createSignal<Spoken | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [problemText, setProblemText] = createSignal("");
  let question = 0;

  // Hints are about the position they were given in.
  createEffect(
    on(props.store.moves, () => {
      question++;
      setTold([]);
      setOutlook(null);
      setBusy(false);
      setProblemText("");
    }),
  );

  async function ask(about: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblemText("");
    const mine = ++question;
    try {
      await about();
    } catch (error) {
      if (mine === question) setProblemText(trouble(error));
    }
    if (mine === question) setBusy(false);
  }

  const hint = () =>
    ask(async () => {
      const mine = question;
      const moves = props.store.moves();
      const found = await problemsApi.hint({ problem, moves, step: told().length + 1 });
      if (mine !== question) return;
      if (Object.keys(found.text).length === 0) {
        setOutlook(found.outlook.text);
        return;
      }
      setTold((list) => [...list, found.text]);
      note(problem, { hints: progressOf(problem).hints + 1 });
    });

  const reachable = () =>
    ask(async () => {
      const mine = question;
      const found = await problemsApi.outlook({ problem, moves: props.store.moves() });
      if (mine === question) setOutlook(found.text);
    });

  return (
    <section class="hints" aria-label={tp("hints")}>
      <div class="deeds">
        <button
          type="button"
          class="next-hint"
          disabled={busy() || told().length === STEPS}
          onClick={hint}
        >
          {tp("next-hint", { step: Math.min(STEPS, told().length + 1), steps: STEPS })} <kbd>H</kbd>
        </button>
        <button type="button" disabled={busy()} onClick={reachable}>
          {tp("still-solvable")}
        </button>
        <Show when={busy()}>
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
        <Show when={problemText()}>
          <p class="refusal">{problemText()}</p>
        </Show>
      </div>
    </section>
  );
}
