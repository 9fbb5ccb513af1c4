// The chat: ready-made phrases that everybody reads in their own language, and typed lines. It is
// closed until a player opens it, and every player can be muted.

import { createMemo, createSignal, For, Show } from "solid-js";
import { said, t } from "../i18n";
import { muted, setMuted } from "../memory";
import type { AnyEntry } from "../net/protocol";
import { phrases, phraseText } from "../table/phrases";
import { seatName } from "../table/seats";
import type { TableStore } from "../table/store";
import { Tick } from "./fields";

type Chat = Extract<AnyEntry, { kind: "chatted" }>;

export function Talk(props: { store: TableStore }) {
  const store = props.store;
  const [text, setText] = createSignal("");
  const [read, setRead] = createSignal(-1);
  const [open, setOpen] = createSignal(false);
  const keyOf = (seat: number) => `${store.id} ${seat}`;
  const isMuted = (seat: number) => muted().includes(keyOf(seat));
  const toggle = (seat: number) =>
    setMuted(
      isMuted(seat)
        ? muted().filter((key) => key !== keyOf(seat))
        : [...muted(), keyOf(seat)].slice(-100),
    );
  const all = createMemo(() =>
    store.entries().filter((entry): entry is Chat => entry.kind === "chatted"),
  );
  const heard = createMemo(() => all().filter((chat) => !isMuted(chat.seat)));
  const fresh = () =>
    open()
      ? 0
      : heard().filter((chat) => chat.number > read() && !store.yours().includes(chat.seat)).length;
  const name = (seat: number) => seatName(store.seats(), seat);
  const others = () =>
    store
      .seats()
      .flatMap((seat, index) =>
        seat.kind === "person" && !store.yours().includes(index) ? [index] : [],
      );
  const send = (event: Event) => {
    event.preventDefault();
    const line = text().trim();
    if (line) store.chat(line);
    setText("");
  };
  return (
    <Show when={all().length || (store.yours().length && others().length)}>
      <details
        class="talk"
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
          setRead(all().at(-1)?.number ?? -1);
        }}
      >
        <summary>
          {t("talk")}{" "}
          <Show when={fresh()}>
            <span class="tag yours">{fresh()}</span>
          </Show>
        </summary>
        <ol aria-live="polite">
          <For each={heard().slice(-30)}>
            {(chat) => (
              <li>
                <strong>{name(chat.seat)}:</strong> {chat.text || phraseText(chat.phrase ?? "")}
              </li>
            )}
          </For>
        </ol>
        <Show when={open() && store.yours().length}>
          <div class="phrases">
            <For each={[...phrases()]}>
              {([phrase, spoken]) => (
                <button type="button" onClick={() => store.say(phrase)}>
                  {said(spoken)}
                </button>
              )}
            </For>
          </div>
          <form onSubmit={send}>
            <input
              value={text()}
              maxlength="300"
              onInput={(event) => setText(event.currentTarget.value)}
              placeholder={t("say")}
              aria-label={t("say")}
              autocomplete="off"
            />
          </form>
        </Show>
        <For each={others()}>
          {(seat) => (
            <Tick checked={isMuted(seat)} onChange={() => toggle(seat)}>
              {t("mute", { name: name(seat) })}
            </Tick>
          )}
        </For>
      </details>
    </Show>
  );
}
