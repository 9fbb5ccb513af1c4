// A game gone through move by move: arrows, a click on a move, or by itself. Every place has a link.

import { createEffect, createMemo, createResource, createSignal, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { gameName } from "../games/known";
import { partsOf } from "../games/parts";
import { said, t } from "../i18n";
import { api } from "../net/api";
import type { Replay } from "../net/protocol";
import { hashOf, linkTo, replaceRoute } from "../route";
import { standing } from "../table/moves";
import type { Shown } from "../table/store";
import { EditionNote } from "./EditionNote";
import { Header } from "./Header";
import { Players } from "./Players";
import { ReplayControls } from "./ReplayControls";

export function ReplayPage(props: {
  id: string;
  linkKey: string;
  move: number | null;
  play: boolean;
}) {
  const [status] = createResource(() => api.look(props.id, props.linkKey));
  const [log] = createResource(() => api.log(props.id, props.linkKey));
  const moves = createMemo(() => standing(log() ?? []));
  const [at, setAt] = createSignal<number | null>(props.move);
  const [shown, setShown] = createSignal<Shown | null>(null);
  const [copied, setCopied] = createSignal(false);
  const here = () => Math.min(at() ?? moves().length, moves().length);
  const cache = new Map<number, Promise<Replay>>();
  const fetched = (move: number) => {
    const found = cache.get(move) ?? api.atMove(props.id, move, props.linkKey);
    cache.set(move, found);
    return found;
  };
  let last = -1;

  createEffect(() => {
    if (!log()) return;
    const wanted = here();
    fetched(wanted).then(
      (replay) => {
        if (here() !== wanted) return;
        const entry = replay.entry;
        const events = entry && "events" in entry ? entry.events : [];
        // The way to a move is animated from the move before it; other jumps are not.
        setShown({ state: replay.state, events: wanted === last + 1 ? events : [] });
        last = wanted;
        if (wanted < moves().length) fetched(wanted + 1).catch(() => cache.delete(wanted + 1));
      },
      () => cache.delete(wanted),
    );
    replaceRoute({ page: "replay", id: props.id, key: props.linkKey, move: wanted });
  });

  createEffect(() => {
    document.title = `${t("replay")} – tablee`;
  });

  const ready = () => {
    const table = status()?.table;
    const now = shown();
    return table && now ? { table, now } : null;
  };

  return (
    <>
      <Header
        crumb={t("replay-of", { game: gameName(status()?.table.game ?? "") })}
        game={status()?.table.game}
      />
      <Show
        when={!status.error}
        fallback={
          <main class="middle">
            <p>{t("no-such-table")}</p>
            <a class="primary" href="#/">
              {t("to-lobby")}
            </a>
          </main>
        }
      >
        <Show when={ready()} fallback={<p class="quiet middle">{t("opening")}</p>}>
          {(found) => (
            <main class="table replay">
              <h1 class="unseen">{t("replay")}</h1>
              <section class="play">
                <div class="status">
                  <p class="status-text">{said(found().now.state.status)}</p>
                  <Dynamic
                    component={partsOf(found().table.game).TurnBar}
                    state={found().now.state}
                    table={found().table}
                  />
                </div>
                <Dynamic
                  component={partsOf(found().table.game).Play}
                  table={found().table}
                  seats={status()?.seats ?? []}
                  shown={found().now}
                  ready={false}
                  preview={() => undefined}
                  play={() => {}}
                  refusal={null}
                  hint={() => {}}
                >
                  <ReplayControls
                    at={here()}
                    moves={moves().length}
                    playing={props.play}
                    onJump={setAt}
                  />
                </Dynamic>
              </section>
              <aside class="side">
                <Players
                  table={found().table}
                  seats={status()?.seats ?? []}
                  state={found().now.state}
                  yours={[]}
                  now={() => 0}
                />
                <EditionNote table={found().table} linkKey={props.linkKey} />
                <section class="log moves" aria-label={t("moves")}>
                  <h2>{t("moves")}</h2>
                  <ol>
                    <For each={moves()}>
                      {(move, index) => (
                        <li>
                          <button
                            type="button"
                            classList={{ here: here() === index() + 1 }}
                            aria-current={here() === index() + 1 ? "step" : undefined}
                            onClick={() => setAt(index() + 1)}
                          >
                            <span class="quiet">
                              {move.kind === "played" ? move.seat + 1 : "⚂"}
                            </span>{" "}
                            <code>{move.move}</code>
                          </button>
                        </li>
                      )}
                    </For>
                  </ol>
                </section>
                <div class="deeds">
                  <button
                    type="button"
                    onClick={() => {
                      const key = status()?.watch_key ?? props.linkKey;
                      const link = linkTo({ page: "replay", id: props.id, key, move: here() });
                      navigator.clipboard?.writeText(link).then(
                        () => setCopied(true),
                        () => {},
                      );
                    }}
                  >
                    {copied() ? t("copied") : t("share-move")}
                  </button>
                  <a
                    class="button"
                    href={hashOf({ page: "table", id: props.id, key: props.linkKey })}
                  >
                    {t("back-to-table")}
                  </a>
                </div>
              </aside>
            </main>
          )}
        </Show>
      </Show>
    </>
  );
}
