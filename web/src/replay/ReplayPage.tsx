// A game step by step: by arrow keys, by a click on a move, or by itself. Every move has a link.

import { createEffect, createMemo, createResource, createSignal, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { AnalysisPanel, turnAt, Word } from "../analysis/AnalysisPanel";
import { createAnalysis, ofTable } from "../analysis/store";
import { Why } from "../analysis/Why";
import { gameName } from "../games/known";
import { dressPlayers } from "../games/livery";
import { partsOf } from "../games/parts";
import { SeatSign } from "../games/SeatSign";
import { watched } from "../games/scene";
import { said, t, told } from "../i18n";
import { callPlayers } from "../i18n/names";
import { api } from "../net/api";
import type { JudgedTurn, Seat, TableView } from "../net/protocol";
import { hashOf, linkTo, replaceRoute } from "../route";
import { standing } from "../table/moves";
import { createReader } from "../table/reader";
import { seatName } from "../table/seats";
import { drawnPart, type PlayedTurn, reasonsOf, turnsOf } from "../table/turns";
import { EditionNote } from "../ui/EditionNote";
import { Header } from "../ui/Header";
import { CopyButton, DeadEnd, whyNothing } from "../ui/notices";
import { Players } from "../ui/Players";
import { ReplayControls } from "../ui/ReplayControls";
import { StatusBar } from "../ui/StatusBar";
import { Steps } from "../ui/Steps";
import { branchOfTable, openBranch } from "../whatif/api";
import WhatIfButton from "../whatif/WhatIfButton";

export default function ReplayPage(props: {
  id: string;
  key: string;
  move: number | null;
  play?: boolean;
}) {
  const [lookedAt] = createResource(() => api.look(props.id, props.key));
  const [readLog] = createResource(() => api.log(props.id, props.key));
  // A resource that failed throws when it is read.
  const failed = () => lookedAt.error ?? readLog.error;
  const status = () => (failed() ? undefined : lookedAt());
  const log = () => (failed() ? undefined : readLog());
  const moves = createMemo(() => standing(log() ?? []));
  const [at, setAt] = createSignal<number | null>(props.move);
  const here = () => Math.min(at() ?? moves().length, moves().length);
  const shown = createReader(props.id, props.key, moves, () => (log() ? here() : null));
  createEffect(() => {
    if (log()) replaceRoute({ page: "replay", id: props.id, key: props.key, move: here() });
  });
  callPlayers(() => {
    const seats = status()?.seats ?? [];
    return seats.map((_, seat) => seatName(seats, seat));
  });
  dressPlayers(() => status()?.seats ?? []);
  const turn = createMemo(() => drawnPart(turnsOf(moves().slice(0, here())), []));
  /** By the first move of a turn. */
  const turns = createMemo(
    () => new Map(turnsOf(moves()).map((played) => [played.moves[0], played])),
  );

  const analysis = createAnalysis(ofTable(props.id, props.key));
  const judged = (turn: PlayedTurn) => {
    const found = analysis.view().analysis;
    return found && turnAt(found, turn.from);
  };

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
        when={!failed()}
        fallback={
          <DeadEnd>
            <h1>{t("lost")}</h1>
            <p>{whyNothing(failed(), t("no-such-table"))}</p>
          </DeadEnd>
        }
      >
        <Show when={ready()} fallback={<p class="quiet middle">{t("opening")}</p>}>
          {(found) => (
            <main class="table replay">
              <h1 class="unseen">{t("replay")}</h1>
              <section class="play">
                <StatusBar
                  table={found().table}
                  state={found().now.state}
                  me={null}
                  text={told(moves()[here() - 1]?.events ?? []) || t("start-position")}
                />
                <Dynamic
                  component={partsOf(found().table.game).Play}
                  {...watched}
                  table={found().table}
                  seats={found().seats}
                  shown={found().now}
                  turn={turn()}
                  me={null}
                >
                  <ReplayControls
                    at={here()}
                    moves={moves().length}
                    playing={props.play ?? false}
                    onJump={setAt}
                  />
                  <Why game={found().table.game} moves={moves().slice(0, here())} />
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
                <Steps
                  class="moves"
                  label={t("moves")}
                  steps={moves()}
                  at={here()}
                  heading={(move) => {
                    const played = turns().get(move);
                    return (
                      played && <TurnHeading {...found()} turn={played} judged={judged(played)} />
                    );
                  }}
                  onJump={setAt}
                >
                  {(move) => (
                    <>
                      <code>{move.move}</code> <span>{told(move.events)}</span>
                    </>
                  )}
                </Steps>
                <AnalysisPanel
                  store={analysis}
                  name={props.id}
                  table={found().table}
                  seats={found().seats}
                  at={here()}
                  onJump={setAt}
                  onTry={(turn) =>
                    void branchOfTable(props.id, props.key, turn.at, found().seats).then((branch) =>
                      openBranch({ ...branch, moves: turn.better }),
                    )
                  }
                />
                <div class="deeds">
                  <WhatIfButton
                    branch={() => branchOfTable(props.id, props.key, here(), found().seats)}
                  />
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

/** Whose turn it is, why a bot played it, and what the analysis says of it. */
function TurnHeading(props: {
  table: TableView;
  seats: readonly Seat[];
  turn: PlayedTurn;
  judged: JudgedTurn | null | undefined;
}) {
  return (
    <>
      <Show when={props.turn.seat !== null} fallback="⚂">
        <SeatSign seat={props.turn.seat ?? 0} table={props.table} />
        <b>{seatName(props.seats, props.turn.seat ?? 0)}</b>
      </Show>
      <Show when={props.judged}>{(turn) => <Word turn={turn()} />}</Show>
      <Show when={reasonsOf(props.turn).map(said).join(" ")}>
        {(reasons) => <span class="reason">{reasons()}</span>}
      </Show>
    </>
  );
}
