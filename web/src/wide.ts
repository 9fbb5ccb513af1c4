// Whether the page is wide enough for two columns: the board, and the players beside it.

import { createSignal, onCleanup } from "solid-js";

const wide = typeof matchMedia === "undefined" ? null : matchMedia("(min-width: 900px)");

export function createWide(): () => boolean {
  const [isWide, setWide] = createSignal(wide?.matches ?? true);
  const listen = () => setWide(wide?.matches ?? true);
  wide?.addEventListener("change", listen);
  onCleanup(() => wide?.removeEventListener("change", listen));
  return isWide;
}
