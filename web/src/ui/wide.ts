import { createSignal, onCleanup } from "solid-js";

/** From here on the players stand beside the board. */
export const TWO_COLUMNS = "900px";

/** True while the window is at least so wide. */
export function createWide(width: string): () => boolean {
  const query = matchMedia(`(min-width: ${width})`);
  const [wide, setWide] = createSignal(query.matches);
  const listen = () => setWide(query.matches);
  query.addEventListener("change", listen);
  onCleanup(() => query.removeEventListener("change", listen));
  return wide;
}
