// Says what happens to those who listen: the same events the picture is moved by.

import { createEffect, createSignal } from "solid-js";
import { said } from "../i18n";
import type { AnyEntry } from "../net/protocol";

export function Announcer(props: { entries: readonly AnyEntry[]; status: string }) {
  const [text, setText] = createSignal("");
  let heard = -1;
  createEffect(() => {
    const last = props.entries.at(-1)?.number ?? 0;
    const fresh = heard < 0 ? [] : props.entries.filter((entry) => entry.number > heard);
    heard = last;
    const sentences = fresh.flatMap((entry) =>
      entry.kind === "played" || entry.kind === "drawn"
        ? entry.events.map((event) => said(event.text))
        : [],
    );
    setText([...sentences, props.status].join(" "));
  });
  return (
    <p class="unseen" role="log" aria-live="polite" aria-atomic="true">
      {text()}
    </p>
  );
}
