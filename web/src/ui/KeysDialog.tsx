// The list of keys. The page has one; any part of it can open it.

import { createSignal, For, Show } from "solid-js";
import { t } from "../i18n";

interface Page {
  game: string;
  /** Keys of this page alone, and what they do. */
  more?: [string, string][];
}

const [page, openKeys] = createSignal<Page | null>(null);

export { openKeys };

export function KeysDialog() {
  const keys = ({ game, more = [] }: Page) => [
    ["B", t("key-board")],
    ["← ↑ ↓ →", t("key-arrows")],
    ["Enter", t("key-enter")],
    ["Esc", t("key-escape")],
    ["U", t("undo")],
    ...(game === "fragile" ? [["E", t("end-turn")]] : []),
    ...more,
    ["N", t("type-move")],
    ["R", t("turn-board")],
    ["?", t("keys")],
  ];
  const close = () => openKeys(null);
  return (
    <Show when={page()}>
      {(here) => (
        <dialog
          ref={(dialog) => queueMicrotask(() => dialog.showModal())}
          class="keys-dialog"
          onClose={close}
          aria-labelledby="keys-title"
        >
          <h2 id="keys-title">{t("keys")}</h2>
          <dl>
            <For each={keys(here())}>
              {([key, what]) => (
                <div>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              )}
            </For>
          </dl>
          <button
            type="button"
            class="primary"
            // A dialog that closes gives the focus back to where it was.
            onClick={(event) => event.currentTarget.closest("dialog")?.close()}
          >
            {t("close")}
          </button>
        </dialog>
      )}
    </Show>
  );
}
