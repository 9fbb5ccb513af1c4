// A game step by step: by arrow keys, by a click on a move, or by itself. Every move has a link.

import { createEffect, createMemo, createResource, createSignal, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { gameName } from "../games/known";
import { partsOf } from "../games/parts";
import { watched } from "../games/scene";
import { t } from "../i18n";
import { api } from "../net/api";
import type { Replay } from "../net/protocol";
import { hashOf, linkTo, replaceRoute } from "../route";
import { standing } from "../table/moves";
import type { Shown } from "../table/store";
import { EditionNote } from "./EditionNote";
import { Header } from "./Header";
import { CopyButton, DeadEnd } from "./notices";
import { Players } from "./Players";
import { ReplayControls } from "./ReplayControls";
import { StatusBar } from "./StatusBar";
import { Steps } from "./Steps";

export function ReplayPage(props: {
  id: string;
  key: string;
  move: number | null;
  play?: boolean;
}) {
  const [status] = createResource(() => api.look(props.id, props.key));
  const [log] = createResource(() => api.log(props.id, props.key));
  const moves = createMemo(() => standing(log() ?? []));
  const [at, setAt] = createSignal<number | null>(props.move);
  const [shown, setShown] = createSignal<Shown | null>(null);
  const here = () => Math.min(at() ?? moves().length, moves().length);
  const cache = new Map<number, Promise<Replay>>();
  const fetched = (move: number) => {
    const found = cache.get(move) ?? api.atMove(props.id, move, props.key);
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
        // Pieces slide for a step forward, not for a jump.
        setShown({ state: replay.state, events: wanted === last + 1 ? events : [] });
        last = wanted;
        if (wanted < moves().length) fetched(wanted + 1).catch(() => cache.delete(wanted + 1));
      },
      () => cache.delete(wanted),
    );
    replaceRoute({ page: "replay", id: props.id, key: props.key, move: wanted });
  });

  const ready = () => {
    const found = status();
    const now = shown();
    return found && now ? { ...found, now } : null;
  };

  return (
    <>
      <Header
        crumb={t("replay-of", { game: gameName(status()?.table.game ?? "") })}
        title={t("replay")}
        game={status()?.table.game}
      />
      <Show
        when={!status.error}
        fallback={
          <DeadEnd>
            <p>{t("no-such-table")}</p>
          </DeadEnd>
        }
      >
        <Show when={ready()} fallback={<p class="quiet middle">{t("opening")}</p>}>
          {(found) => (
            <main class="table replay">
              <h1 class="unseen">{t("replay")}</h1>
              <section class="play">
                <StatusBar table={found().table} state={found().now.state} />
                <Dynamic
                  component={partsOf(found().table.game).Play}
                  {...watched}
                  table={found().table}
                  seats={found().seats}
                  shown={found().now}
                >
                  <ReplayControls
                    at={here()}
                    moves={moves().length}
                    playing={props.play ?? false}
                    onJump={setAt}
                  />
                </Dynamic>
              </section>
              <aside class="side">
                <Players
                  table={found().table}
                  seats={found().seats}
                  state={found().now.state}
                  yours={[]}
                  now={() => 0}
                />
                <EditionNote table={found().table} linkKey={props.key} />
                <Steps class="moves" label={t("moves")} steps={moves()} at={here()} onJump={setAt}>
                  {(move) => (
                    <>
                      <span class="quiet">{move.kind === "played" ? move.seat + 1 : "⚂"}</span>{" "}
                      <code>{move.move}</code>
                    </>
                  )}
                </Steps>
                <div class="deeds">
                  <CopyButton
                    label={t("share-move")}
                    text={linkTo({
                      page: "replay",
                      id: props.id,
                      key: found().watch_key ?? props.key,
                      move: here(),
                    })}
                  />
                  <a class="button" href={hashOf({ page: "table", id: props.id, key: props.key })}>
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
