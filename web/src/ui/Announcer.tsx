// Tells screen readers what happens: the sentences of the events that move the picture.

import { createEffect, createSignal } from "solid-js";
import { told } from "../i18n";
import type { AnyEntry } from "../net/protocol";
import { eventsOf } from "../table/moves";

export function Announcer(props: { entries: readonly AnyEntry[]; status: string }) {
  const [text, setText] = createSignal("");
  let heard = -1;
  createEffect(() => {
    const fresh = heard < 0 ? [] : props.entries.filter((entry) => entry.number > heard);
    heard = props.entries.at(-1)?.number ?? 0;
    setText([told(eventsOf(fresh)), props.status].filter(Boolean).join(" "));
  });
  return (
    <p class="unseen" role="log" aria-live="polite" aria-atomic="true">
      {text()}
    </p>
  );
}
