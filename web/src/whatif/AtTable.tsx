// At a table: the way to the what-if board, and advice at a table for practice.

import { createEffect, createSignal, Show, untrack } from "solid-js";
import type { TableStore } from "../table/store";
import { Advice } from "./Advice";
import { branchOfTable } from "./api";
import { tw } from "./texts";
import WhatIfButton from "./WhatIfButton";

export default function AtTable(props: {
  store: TableStore;
  /** The player may move now. */
  ready: boolean;
  play(move: string): void;
}) {
  const store = props.store;
  const branch = () => branchOfTable(store.id, store.key, null, store.seats());
  const practice = () => store.table()?.practice ?? false;
  const [queue, setQueue] = createSignal<readonly string[]>([]);
  // One move after the other: each waits until the one before is shown.
  createEffect(() => {
    const [next, ...rest] = queue();
    if (!next || !props.ready) return;
    untrack(() => {
      setQueue(store.state()?.moves.includes(next) ? rest : []);
      if (store.state()?.moves.includes(next)) props.play(next);
    });
  });
  const isOn = () => store.state()?.phase === "playing";
  return (
    <section class="at-table" aria-label={tw("what-if")}>
      <Show when={practice()}>
        <p>
          <strong class="tag yours">{tw("practice-tag")}</strong> {tw("practice-more")}
        </p>
        <Show when={isOn() && store.yours().length}>
          <Advice
            about={async () => {
              const { start, move, moves } = await branch();
              return { start, move, moves: [...moves] };
            }}
            version={store.state()?.version ?? 0}
            ready={props.ready}
            seats={store.seats()}
            onPlay={setQueue}
          />
        </Show>
      </Show>
      <div class="deeds">
        <WhatIfButton branch={branch} />
      </div>
    </section>
  );
}
