// The best turns that a bot finds here, with the chances after each.

import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { AdviceView, Branch, Seat } from "../net/protocol";
import { createQuestion } from "../net/question";
import { seatName } from "../table/seats";
import { Alert } from "../ui/notices";
import { whatIfApi } from "./api";
import { percent } from "./chances";
import { tw } from "./texts";

export function Advice(props: {
  about(): Promise<Branch> | Branch;
  /** Another position has another version, and forgets the advice. */
  version: unknown;
  /** Somebody is to play, and may. */
  ready: boolean;
  seats: readonly Seat[];
  onPlay(moves: readonly string[]): void;
}) {
  const asking = createQuestion();
  const [found, setFound] = createSignal<AdviceView | null>(null);
  createEffect(
    on(
      () => props.version,
      () => {
        asking.forget();
        setFound(null);
      },
    ),
  );
  const ask = () => asking.ask(async () => whatIfApi.advice(await props.about()), setFound);
  const chances = (all: readonly number[]) =>
    all
      .map((chance, seat) =>
        tw("chance-of", { name: seatName(props.seats, seat), percent: percent(chance) }),
      )
      .join(" · ");
  return (
    <section class="advice" aria-label={tw("best-turns")}>
      <button type="button" disabled={asking.busy() || !props.ready} onClick={ask}>
        {asking.busy() ? tw("thinking") : tw("ask-bot")}
      </button>
      <div role="status">
        <Show when={found()}>
          {(advice) => (
            <>
              <p class="small">
                {tw("chances-now")} {chances(advice().chances)}
              </p>
              <ol>
                <For each={advice().turns}>
                  {(turn) => (
                    <li>
                      <code>{turn.moves.join(" ")}</code>
                      <span class="small quiet">{chances(turn.chances)}</span>
                      <button
                        type="button"
                        disabled={!props.ready}
                        onClick={() => props.onPlay(turn.moves)}
                      >
                        {tw("play-this")}
                      </button>
                    </li>
                  )}
                </For>
              </ol>
            </>
          )}
        </Show>
      </div>
      <Alert text={asking.wrong()} />
    </section>
  );
}
