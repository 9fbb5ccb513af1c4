// Moves typed as they are written; the server reads them and says what is wrong with them.

import { createSignal } from "solid-js";
import { t } from "../i18n";

export function TypedMove(props: { onPlay(text: string): void; disabled: boolean }) {
  const [text, setText] = createSignal("");
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const line = text().trim();
        if (!line || props.disabled) return;
        props.onPlay(line);
        setText("");
      }}
    >
      <input
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape")
            document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
        }}
        placeholder={t("type-move")}
        aria-label={t("type-move")}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxlength="200"
      />
    </form>
  );
}
