// Short messages of the page itself, and the buttons that go with them.

import { createSignal, type JSX, Show } from "solid-js";
import { t } from "../i18n";
import { Refused, troubleText } from "../net/api";
import { Header } from "./Header";

/** What went wrong; nothing if `text` is empty. */
export function Alert(props: { text: string; id?: string }) {
  return (
    <Show when={props.text}>
      <p class="refusal" role="alert" id={props.id}>
        {props.text}
      </p>
    </Show>
  );
}

/** A page with nothing to show, and a way on. */
export function DeadEnd(props: { href?: string; link?: string; children: JSX.Element }) {
  return (
    <main class="middle">
      {props.children}
      <a class="primary" href={props.href ?? "#/"}>
        {props.link ?? t("to-lobby")}
      </a>
    </main>
  );
}

/** A link that leads nowhere. */
export function LostPage() {
  return (
    <>
      <Header />
      <DeadEnd>
        <h1>{t("lost")}</h1>
        <p>{t("lost-more")}</p>
      </DeadEnd>
    </>
  );
}

/** Why a page has nothing to show: the server cannot be reached, or it does not know `what`. */
export const whyNothing = (error: unknown, what: string): string =>
  error instanceof Refused && error.refusal.code !== "offline" ? what : troubleText(error);

/** Copies a text to the clipboard. Over plain http browsers offer only the old way. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    // A dialog that is open takes the focus from what is outside of it.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    const before = document.activeElement;
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}

/** Copies a text, and says so until there is another text to copy. If it cannot, it says that. */
export function CopyButton(props: {
  label: string;
  class?: string;
  text: string | (() => Promise<string>);
}) {
  const [copied, setCopied] = createSignal<string | null>(null);
  const [failed, setFailed] = createSignal("");
  const isCopied = () =>
    typeof props.text === "string" ? copied() === props.text : copied() !== null;
  const copy = async () => {
    const text = typeof props.text === "string" ? props.text : await props.text();
    const done = await toClipboard(text);
    setCopied(done ? text : null);
    setFailed(done ? "" : text);
  };
  return (
    <>
      <button type="button" class={props.class} onClick={() => copy().catch(() => setCopied(null))}>
        {isCopied() ? t("copied") : props.label}
      </button>
      <Show when={failed()}>
        {(text) => (
          <span class="not-copied" role="alert">
            {t("not-copied")}
            <input
              readonly
              aria-label={props.label}
              value={text()}
              onFocus={(event) => event.currentTarget.select()}
            />
          </span>
        )}
      </Show>
    </>
  );
}

/** A link to send to somebody. It may not be `ready` yet. */
export function LinkRow(props: { label: string; copy: string; link: string; ready?: boolean }) {
  return (
    <div class="link-row">
      <input
        readonly
        aria-label={props.label}
        value={(props.ready ?? true) ? props.link : ""}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label={props.copy} text={props.link} />
    </div>
  );
}
