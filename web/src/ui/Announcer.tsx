// Tells screen readers what happens, in the sentences of the events, one line after the other.

import { createEffect, createSignal, For, onCleanup } from "solid-js";
import { told } from "../i18n";
import type { AnyEntry } from "../net/protocol";
import { eventsOf } from "../table/moves";

/** Milliseconds that a voice needs for a character, and for the shortest line. */
const CHARACTER = 60;
const SHORTEST = 900;
/** How many lines stay. */
const KEPT = 8;

export function Announcer(props: {
  entries: readonly AnyEntry[];
  status: string;
  /** Said last when the turn comes to the player who listens; empty if it is not the player's. */
  yourTurn?: string;
}) {
  const [lines, setLines] = createSignal<string[]>([]);
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));

  /** Bots are faster than a voice: each line waits until the one before can be read out. */
  function next(): void {
    timer = undefined;
    const line = waiting.shift();
    if (!line) return;
    setLines((said) => [...said.slice(1 - KEPT), line]);
    timer = setTimeout(next, Math.max(SHORTEST, CHARACTER * line.length));
  }

  let heard = -1;
  let before = { status: "", yourTurn: "" };
  createEffect(() => {
    const { entries, status, yourTurn = "" } = props;
    const fresh = heard < 0 ? [] : entries.filter((entry) => entry.number > heard);
    heard = entries.at(-1)?.number ?? 0;
    // Whoever acts has heard enough of what was before.
    if (fresh.length && before.yourTurn) waiting = [];
    // Whose turn has begun, the status says.
    const events = eventsOf(fresh);
    const happened = told(events.filter(({ kind }) => kind !== "turn-began"));
    // The turn may have gone round since the last line.
    const began = yourTurn !== before.yourTurn || events.some(({ kind }) => kind === "turn-began");
    const toDo = status !== before.status || began ? status : "";
    const called = yourTurn && began ? `${yourTurn}.` : "";
    before = { status, yourTurn };
    const line = [happened, toDo, called].filter(Boolean).join(" ");
    if (line) waiting.push(line);
    if (!timer) next();
  });

  return (
    <div class="unseen" role="log" aria-live="polite">
      <For each={lines()}>{(line) => <p>{line}</p>}</For>
    </div>
  );
}
