// The great moments in large letters over the board: points, the marker, panic, shearing, the end.

import { createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { FragileEvent } from "../games/fragile/events";
import type { ShearPanicEvent } from "../games/shear_panic/events";
import { t } from "../i18n";
import type { GameEvent } from "../net/protocol";

/** In milliseconds. */
const LASTS = 2600;

export interface Moment {
  kind: string;
  text: string;
}

/** `name` calls a player. */
export function momentsOf(
  events: readonly GameEvent[],
  name: (player: number) => string,
): Moment[] {
  const found: Moment[] = [];
  const gains: string[] = [];
  for (const event of events as readonly (FragileEvent | ShearPanicEvent)[]) {
    const say = (text: string) => found.push({ kind: event.kind, text });
    switch (event.kind) {
      case "crate-stored":
        if (event.player === null) say(t("moment-stored-neutral"));
        else say(t("moment-stored", { name: name(event.player), points: event.points }));
        break;
      case "marker-taken":
        say(t("moment-marker", { name: name(event.player) }));
        break;
      case "end-is-near":
        say(t("moment-last-turns"));
        break;
      case "points-scored":
        // A line may break between players, not within one.
        if (event.points)
          gains.push(`${name(event.player)} +${event.points}`.replaceAll(" ", "\u00a0"));
        break;
      case "sheep-shorn":
        if (event.sheep.length) say(t("moment-shorn", { count: event.sheep.length }));
        break;
      case "panic-rolled":
        say(t("moment-panic"));
    }
  }
  if (gains.length) found.push({ kind: "points-scored", text: gains.join(" · ") });
  return found;
}

export function Climax(props: { events: readonly GameEvent[]; name(player: number): string }) {
  const [moments, setMoments] = createSignal<Moment[]>([]);
  // Steps that follow soon, without a moment of their own, do not keep it on the board.
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  createEffect(
    on(
      () => props.events,
      (events) => {
        const fresh = momentsOf(events, props.name);
        if (!fresh.length) return;
        setMoments(fresh);
        clearTimeout(timer);
        timer = setTimeout(() => setMoments([]), LASTS);
      },
    ),
  );
  return (
    // Screen readers hear the sentences of the events.
    <div class="climax-place" aria-hidden="true">
      <Show when={moments().length}>
        <div class="climax">
          <For each={moments()}>{({ kind, text }) => <p class={kind}>{text}</p>}</For>
        </div>
      </Show>
    </div>
  );
}
