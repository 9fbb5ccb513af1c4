// What to come back for: the problem of the day, the next problem near the player's strength, the
// rush, and the player's rating with its curve.

import { createMemo, For, Show } from "solid-js";
import type { BookView } from "../net/protocol";
import { hashOf } from "../route";
import { addressOf, GAMES, type GameName, nearMyStrength, TITLES, useDaily } from "./books";
import { daysOf, streak } from "./progress";
import { standing } from "./rating";
import { rushBest } from "./rush";
import { bookName, tp } from "./texts";

export function Today(props: { books: readonly BookView[] }) {
  const near = createMemo(() => nearMyStrength(props.books));
  return (
    <ul class="today">
      <For each={GAMES}>{(game) => <Daily game={game} />}</For>
      <Show when={near()}>
        {(place) => (
          <li>
            <a class="today-card" href={addressOf(place()) ?? ""}>
              <strong>{tp("near-strength")}</strong>
              <span>
                {bookName(place().book)}, {tp("problem-number", { number: place().listed.number })}
              </span>
            </a>
          </li>
        )}
      </Show>
      <For each={GAMES}>
        {(game) => (
          <li>
            <a class="today-card" href={hashOf({ page: "rush", game })}>
              <strong>{tp("rush")}</strong>
              <span>
                {TITLES[game]}: {tp("rush-short")}
              </span>
              <Show when={rushBest(game)}>
                {(count) => <span class="tag">{tp("rush-best", { count: count() })}</span>}
              </Show>
            </a>
          </li>
        )}
      </For>
      <li class="today-card">
        <strong>{tp("my-rating", { rating: Math.round(standing().rating) })}</strong>
        <Show when={standing().curve.length} fallback={<span>{tp("rating-more")}</span>}>
          <Curve values={standing().curve} />
          <span class="quiet">{tp("attempts-rated", { count: standing().curve.length })}</span>
        </Show>
      </li>
    </ul>
  );
}

function Daily(props: { game: GameName }) {
  const daily = useDaily(props.game);
  const today = () => (daily.error ? undefined : daily());
  const days = () => daysOf(props.game);
  return (
    <Show when={today()}>
      {(found) => (
        <li>
          <a class="today-card" href={hashOf({ page: "daily", game: props.game })}>
            <strong>{tp("daily")}</strong>
            <span>
              {TITLES[props.game]}, {found().date}
            </span>
            <Show when={days().includes(found().date)}>
              <span class="tag done">✓ {tp("state-solved")}</span>
            </Show>
            <Show when={streak(days(), found().date)}>
              {(count) => <span class="tag">{tp("streak", { count: count() })}</span>}
            </Show>
          </a>
        </li>
      )}
    </Show>
  );
}

function Curve(props: { values: readonly number[] }) {
  const points = () => {
    const values = props.values;
    const [low, high] = [Math.min(...values) - 10, Math.max(...values) + 10];
    const right = 200 / Math.max(1, values.length - 1);
    return values.map((value, index) => ({
      x: index * right,
      y: 50 - (50 * (value - low)) / (high - low),
    }));
  };
  const last = () => points().at(-1);
  return (
    <svg class="curve" viewBox="-4 -4 208 58" role="img" aria-label={tp("rating-curve")}>
      <polyline
        points={points()
          .map(({ x, y }) => `${x},${y}`)
          .join(" ")}
      />
      <circle cx={last()?.x} cy={last()?.y} r="3.5" />
    </svg>
  );
}
