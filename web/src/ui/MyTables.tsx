// The tables of this browser: whose turn it is, since when, how it ended; and a way to tidy them away.

import { createMemo, For, Show } from "solid-js";
import { gameName } from "../games/known";
import { language, t } from "../i18n";
import { forgetTable, knownTables } from "../memory";
import { api, Refused } from "../net/api";
import type { Brief } from "../net/protocol";
import { hashOf } from "../route";
import { briefOf, isMyTurn } from "../table/mine";
import { seatName } from "../table/seats";
import { Asking } from "./Asking";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "5 minutes ago", in the language of the page. */
function ago(seconds: number): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of UNITS)
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return words.format(0, "minute");
}

/** Whose turn it is, or who has won. */
function standing(brief: Brief): string {
  const { phase, actor, seats, winners, yours, how } = brief;
  if (phase === "waiting") return t("phase-waiting");
  if (phase === "playing") {
    if (isMyTurn(brief)) return t("your-turn");
    return actor === null || actor < 0
      ? t("phase-playing")
      : t("turn-of", { name: seatName(seats, actor) });
  }
  if (!winners.length) return t(how ? "game-stopped" : "no-winner");
  if (yours.length === 1 && winners.some((seat) => yours.includes(seat))) return t("you-won");
  return t("winner", { names: winners.map((seat) => seatName(seats, seat)).join(", ") });
}

/** Leaves a table that is not over, and forgets it. */
async function tidyAway(id: string, brief: Brief | undefined): Promise<void> {
  if (brief?.phase !== "over")
    await api.tidyAway(id).catch((error: unknown) => {
      // Who only watched has no seat to leave.
      const codes = ["not-your-seat", "no-table"];
      if (!(error instanceof Refused && codes.includes(error.refusal.code))) throw error;
    });
  forgetTable(id);
}

/** Tables that wait for this player come first, then those in play, then those that are over. */
function rank(id: string): number {
  const brief = briefOf(id);
  if (!brief) return 1;
  return isMyTurn(brief) ? 0 : brief.phase === "over" ? 2 : 1;
}

/** So many are seen at once, above the form for a new table. */
const AT_ONCE = 3;

export function MyTables() {
  const tables = createMemo(() => [...knownTables()].sort((a, b) => rank(a.id) - rank(b.id)));
  return (
    <Show when={tables().length}>
      <section aria-labelledby="my-tables">
        <h2 id="my-tables">{t("my-tables")}</h2>
        <Rows tables={tables().slice(0, AT_ONCE)} />
        <Show when={tables().length > AT_ONCE}>
          <details class="more-tables">
            <summary>{t("more-tables", { count: tables().length - AT_ONCE })}</summary>
            <Rows tables={tables().slice(AT_ONCE)} />
          </details>
        </Show>
      </section>
    </Show>
  );
}

function Rows(props: { tables: ReturnType<typeof knownTables> }) {
  return (
    <ul class="tables">
      <For each={props.tables}>
        {({ id, key, game }) => {
          const brief = () => briefOf(id);
          return (
            <li class="my-table">
              <a class="table-row" href={hashOf({ page: "table", id, key })}>
                <strong>{gameName(game)}</strong>
                <span>
                  {brief()
                    ?.seats.map((seat) => seat.name || "…")
                    .join(", ")}
                </span>
                <Show when={brief()}>
                  {(found) => (
                    <span class="standing">
                      <span class="tag" classList={{ yours: isMyTurn(found()) }}>
                        {standing(found())}
                      </span>
                      <Show when={found().since > 0}>
                        <span class="quiet small">{ago(found().now - found().since)}</span>
                      </Show>
                    </span>
                  )}
                </Show>
              </a>
              <Show
                when={brief()?.phase === "over"}
                fallback={
                  <Asking
                    class=""
                    sign="✕"
                    label={t("tidy-away")}
                    question={t("tidy-sure")}
                    onYes={() => tidyAway(id, brief())}
                  />
                }
              >
                <button
                  type="button"
                  aria-label={t("tidy-away")}
                  title={t("tidy-away")}
                  onClick={() => forgetTable(id)}
                >
                  ✕
                </button>
              </Show>
            </li>
          );
        }}
      </For>
    </ul>
  );
}
