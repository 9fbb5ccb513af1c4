// The time that is left to a player. It is large when it is short.

import { createSignal, onCleanup } from "solid-js";
import { t } from "../i18n";

/** Seconds under which a clock is shown large. */
const SHORT = 30;

export function clockText(total: number): string {
  if (total >= 86_400) return t("clock-days", { count: Math.floor(total / 86_400) });
  const hours = Math.floor(total / 3600);
  const minutes = String(Math.floor(total / 60) % 60).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${minutes}:${String(total % 60).padStart(2, "0")}`;
}

/** A clock that runs. */
export function Clock(props: { deadline: number; now(): number }) {
  const left = () => Math.max(0, Math.round(props.deadline - props.now()));
  const [seconds, setSeconds] = createSignal(left());
  const timer = setInterval(() => setSeconds(left()), 500);
  onCleanup(() => clearInterval(timer));
  return (
    <span class="clock" classList={{ late: seconds() < SHORT }} role="timer">
      {clockText(seconds())}
    </span>
  );
}
