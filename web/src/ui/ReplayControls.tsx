// To go through moves: by buttons, arrow keys, or by itself.

import { createSignal, onCleanup } from "solid-js";
import { t } from "../i18n";

const PACE = 1100;

export function ReplayControls(props: {
  at: number;
  moves: number;
  /** Goes by itself from the beginning. */
  playing?: boolean;
  onJump(to: number): void;
}) {
  const [playing, setPlaying] = createSignal(props.playing ?? false);
  const step = (by: number) => props.onJump(Math.max(0, Math.min(props.moves, props.at + by)));
  const jump = (to: number) => {
    setPlaying(false);
    props.onJump(to);
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest("input, select, textarea, .cells")) return;
    if (event.key === "ArrowRight") step(1);
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "Home") jump(0);
    else if (event.key === "End") jump(props.moves);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  const timer = setInterval(() => {
    if (!playing()) return;
    if (props.at >= props.moves) setPlaying(false);
    else step(1);
  }, PACE);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener("keydown", onKey);
  });
  return (
    <div class="deeds player-controls">
      <button type="button" onClick={() => jump(0)} aria-label={t("first-move")}>
        |◀
      </button>
      <button type="button" onClick={() => step(-1)} aria-label={t("previous-move")}>
        ◀
      </button>
      <button
        type="button"
        class="primary"
        onClick={() => setPlaying(!playing())}
        aria-label={t(playing() ? "pause" : "autoplay")}
      >
        {playing() ? "❚❚" : "▶▶"}
      </button>
      <button type="button" onClick={() => step(1)} aria-label={t("next-move")}>
        ▶
      </button>
      <button type="button" onClick={() => jump(props.moves)} aria-label={t("last-move")}>
        ▶|
      </button>
      <span class="quiet">{t("move-of", { move: props.at, moves: props.moves })}</span>
    </div>
  );
}
