// Steps through moves: by buttons, by arrow keys, or by itself.

import { createSignal, onCleanup } from "solid-js";
import { type Key, t } from "../i18n";
import { onKeys } from "./keys";

const PACE = 1100;

export function ReplayControls(props: {
  at: number;
  moves: number;
  /** Starts to play at once. */
  playing?: boolean;
  onJump(to: number): void;
}) {
  const [playing, setPlaying] = createSignal(props.playing ?? false);
  const step = (by: number) => props.onJump(Math.max(0, Math.min(props.moves, props.at + by)));
  const jump = (to: number) => {
    setPlaying(false);
    props.onJump(to);
  };
  const first = () => jump(0);
  const back = () => step(-1);
  const on = () => step(1);
  const last = () => jump(props.moves);
  onKeys(
    () => ({ home: first, arrowleft: back, arrowright: on, end: last }),
    "input, select, textarea, .cells",
  );
  const timer = setInterval(() => {
    if (!playing()) return;
    if (props.at >= props.moves) setPlaying(false);
    else step(1);
  }, PACE);
  onCleanup(() => clearInterval(timer));
  const Button = (own: { key: Key; sign: string; primary?: boolean; onClick(): void }) => (
    <button
      type="button"
      class={own.primary ? "primary" : ""}
      aria-label={t(own.key)}
      onClick={() => own.onClick()}
    >
      {own.sign}
    </button>
  );
  return (
    <div class="deeds player-controls">
      <Button key="first-move" sign="|◀" onClick={first} />
      <Button key="previous-move" sign="◀" onClick={back} />
      <Button
        primary
        key={playing() ? "pause" : "autoplay"}
        sign={playing() ? "❚❚" : "▶▶"}
        onClick={() => setPlaying(!playing())}
      />
      <Button key="next-move" sign="▶" onClick={on} />
      <Button key="last-move" sign="▶|" onClick={last} />
      <span class="quiet">{t("move-of", { move: props.at, moves: props.moves })}</span>
    </div>
  );
}
