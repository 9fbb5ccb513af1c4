// Boxes that open over the page close on Esc and on a click beside them.

import { onCleanup } from "solid-js";

export function closesLightly(box: HTMLDetailsElement): void {
  const onPress = (event: Event) => {
    if (!box.contains(event.target as Node)) box.open = false;
  };
  // Before anything else on the page hears the key: it means this box.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    box.open = false;
    box.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("keydown", onKey, true);
  onCleanup(() => {
    document.removeEventListener("pointerdown", onPress);
    document.removeEventListener("keydown", onKey, true);
  });
}
