// The buttons that go through moves.

import { type Key, t } from "../i18n";
import { createPlayback, type Playback } from "./playback";

export function ReplayControls(props: {
  at: number;
  moves: number;
  /** Starts to play at once. */
  playing?: boolean;
  onJump(to: number): void;
}) {
  const playback = createPlayback({
    at: () => props.at,
    moves: () => props.moves,
    onJump: (to) => props.onJump(to),
    playing: props.playing ?? false,
  });
  return <PlaybackButtons playback={playback} />;
}

export function PlaybackButtons(props: { playback: Playback }) {
  const play = props.playback;
  const Button = (own: { key: Key; sign: string; primary?: boolean; onClick(): void }) => (
    <button
      type="button"
      class={own.primary ? "primary" : ""}
      aria-label={t(own.key)}
      title={t(own.key)}
      onClick={() => own.onClick()}
    >
      {own.sign}
    </button>
  );
  return (
    <div class="deeds player-controls">
      <Button key="first-move" sign="|◀" onClick={play.first} />
      <Button key="previous-move" sign="◀" onClick={play.back} />
      <Button
        primary
        key={play.playing() ? "pause" : "autoplay"}
        sign={play.playing() ? "❚❚" : "▶▶"}
        onClick={() => play.setPlaying(!play.playing())}
      />
      <Button key="next-move" sign="▶" onClick={play.on} />
      <Button key="last-move" sign="▶|" onClick={play.last} />
      <span class="quiet">{t("move-of", { move: play.at(), moves: play.moves() })}</span>
    </div>
  );
}
