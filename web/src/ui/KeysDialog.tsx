import { createEffect, For } from "solid-js";
import { t } from "../i18n";

export function KeysDialog(props: {
  open: boolean;
  onClose(): void;
  game: string;
  /** Keys of this page alone, and what they do. */
  more?: [string, string][];
}) {
  let dialog: HTMLDialogElement | undefined;
  createEffect(() => {
    if (props.open) dialog?.showModal();
    else dialog?.close();
  });
  const keys = () => [
    ["B", t("key-board")],
    ["← ↑ ↓ →", t("key-arrows")],
    ["Enter", t("key-enter")],
    ["Esc", t("key-escape")],
    ["U", t("undo")],
    ...(props.game === "fragile" ? [["E", t("end-turn")]] : []),
    ...(props.more ?? []),
    ["N", t("type-move")],
    ["R", t("turn-board")],
    ["?", t("keys")],
  ];
  return (
    <dialog
      ref={dialog}
      class="keys-dialog"
      onClose={() => props.onClose()}
      aria-labelledby="keys-title"
    >
      <h2 id="keys-title">{t("keys")}</h2>
      <dl>
        <For each={keys()}>
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
      <button type="button" class="primary" onClick={() => props.onClose()}>
        {t("close")}
      </button>
    </dialog>
  );
}
