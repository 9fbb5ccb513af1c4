// Keys that work anywhere on a page, except where the player writes.

import { onCleanup } from "solid-js";

/** Actions by key: "u", "ctrl+z", "ctrl+shift+z". Command counts as control. */
export type Keys = Record<string, () => void>;

/** Listens while the component is on the page; not inside elements that match `except`. */
export function onKeys(keys: () => Keys, except = "input, select, textarea, dialog"): void {
  const listen = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    const chord = [
      control && "ctrl",
      control && event.shiftKey && "shift",
      event.altKey && "alt",
      event.key.toLowerCase(),
    ];
    const act = keys()[chord.filter(Boolean).join("+")];
    if (!act || (event.target as HTMLElement).closest(except)) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listen);
  onCleanup(() => document.removeEventListener("keydown", listen));
}

export const focusBoard = () =>
  document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
