// A lesson on the real board with the real rules. The server plays the moves made so far and says
// whether the step is done. The browser remembers only which games were learnt.

import { batch, createEffect, createResource, createSignal, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { gameName } from "../games/known";
import { partsOf } from "../games/parts";
import { said, t } from "../i18n";
import { learned, setLearned } from "../memory";
import { api, type Refusal, Refused } from "../net/api";
import type { LessonPart, LessonStepView } from "../net/protocol";
import { createQuestion } from "../net/question";
import { go, hashOf, replaceRoute } from "../route";
import { openRules } from "../rules/open";
import { goToTable } from "../table/opening";
import { Announcer } from "../ui/Announcer";
import { Header } from "../ui/Header";
import { Alert, DeadEnd, whyNothing } from "../ui/notices";
import { Answers, createHint, type Turn, TurnDeeds, turnKeys } from "../ui/TurnDeeds";
import WhatIfButton from "../whatif/WhatIfButton";
import { practise } from "./practise";
import "./learn.css";

export default function LearnPage(props: { game: string; step: number }) {
  const [readLesson] = createResource(() => api.lesson(props.game));
  // A resource that failed throws when it is read.
  const lesson = () => (readLesson.error ? undefined : readLesson());
  const [step, setStep] = createSignal(props.step);
  const [moves, setMoves] = createSignal<string[]>([]);
  const [view, setView] = createSignal<LessonStepView | null>(null);
  const [refusal, setRefusal] = createSignal<Refusal | null>(null);
  const [hint, setHint] = createHint(refusal, () => setRefusal(null));
  const [finished, setFinished] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const count = () => lesson()?.titles.length ?? 0;
  const isLost = () => readLesson.error || (lesson() && props.step >= count());

  async function tell(next: readonly string[], number = step()): Promise<void> {
    setBusy(true);
    setHint("");
    try {
      const told = await api.lessonStep(props.game, number, next);
      batch(() => {
        setMoves([...next]);
        setView(told);
      });
    } catch (error) {
      setRefusal(error instanceof Refused ? error.refusal : { code: "failed", text: {} });
    }
    setBusy(false);
  }
  createEffect(() => {
    const number = step();
    replaceRoute({ page: "learn", game: props.game, step: number });
    void tell([], number);
  });

  /** The next step, or another further on. */
  const next = (number = step() + 1) => {
    if (number < count()) {
      batch(() => {
        setView(null);
        setMoves([]);
        setStep(number);
      });
    } else {
      setLearned([...new Set([...learned(), props.game])]);
      setFinished(true);
    }
  };
  const show = () => {
    const solution = view()?.solution ?? [];
    const fits = moves().every((move, index) => move === solution[index]);
    const following = fits ? solution[moves().length] : solution[0];
    if (following) void tell(fits ? [...moves(), following] : [following]);
  };

  const turn = (): Turn | null => {
    const now = view();
    return (
      now && {
        game: props.game,
        state: now.state,
        ready: !busy() && !now.done && now.state.actor === 0,
        play: (move) => void tell([...moves(), move]),
        undo: () => void tell(moves().slice(0, -1)),
        hint: setHint,
      }
    );
  };
  turnKeys(turn);
  const stranded = () => {
    const now = view();
    return now !== null && !now.done && now.state.actor !== 0;
  };

  return (
    <>
      <Header
        crumb={gameName(props.game)}
        title={t("learn-of", { game: gameName(props.game) })}
        game={props.game}
      />
      <Show
        when={!isLost()}
        fallback={
          <DeadEnd
            {...(count() && {
              href: hashOf({ page: "learn", game: props.game, step: 0 }),
              link: t("to-first-step"),
            })}
          >
            <h1>{t("lost")}</h1>
            <p>
              {readLesson.error
                ? whyNothing(readLesson.error, t("no-such-lesson"))
                : t("no-such-lesson")}
            </p>
          </DeadEnd>
        }
      >
        <main class="learn" data-moves={`${step()} ${moves().length}`}>
          <Show when={!finished()} fallback={<Finished game={props.game} />}>
            <section class="coach" aria-live="polite">
              <Steps
                titles={(lesson()?.titles ?? []).map(said)}
                parts={lesson()?.parts ?? []}
                here={step()}
                onGo={setStep}
                onSkip={next}
              />
              <h1>{said(lesson()?.titles[step()])}</h1>
              <p>{said(view()?.text)}</p>
              <Show when={view()?.done}>
                <p class="done">
                  <strong>{t("well-done")}</strong>{" "}
                  <button
                    type="button"
                    class="primary"
                    ref={(button) => queueMicrotask(() => button.focus())}
                    onClick={() => next()}
                  >
                    {t(step() + 1 < count() ? "next-step" : "finish")}
                  </button>
                </p>
              </Show>
              <Show when={stranded()}>
                <p class="refusal soft">{t("not-yet")}</p>
              </Show>
            </section>
            <Show when={lesson() && view()}>
              {(now) => (
                <section class="play">
                  <Dynamic
                    component={partsOf(props.game).Play}
                    table={{ game: props.game, options: {}, scenery: {}, ...lesson() }}
                    seats={[]}
                    shown={{ state: now().state, events: now().events }}
                    ready={turn()?.ready ?? false}
                    preview={(move: string) =>
                      now().previews.find((preview) => preview.move === move)
                    }
                    play={(move: string) => turn()?.play(move)}
                    refusal={refusal()}
                    hint={setHint}
                  >
                    <Answers game={props.game} refusal={refusal()} hint={hint()} />
                    <Show when={turn()}>
                      {(mine) => (
                        <TurnDeeds turn={mine()}>
                          <button type="button" onClick={() => void tell([])}>
                            {t("again")}
                          </button>
                          <button type="button" onClick={show} disabled={now().done}>
                            {t("show-me")}
                          </button>
                          <WhatIfButton
                            branch={() => ({
                              start: {
                                type: "lesson",
                                game: props.game,
                                step: step(),
                                moves: moves(),
                              },
                              move: null,
                              moves: [],
                            })}
                          />
                        </TurnDeeds>
                      )}
                    </Show>
                  </Dynamic>
                </section>
              )}
            </Show>
          </Show>
          <Announcer entries={[]} status={said(view()?.state.status)} />
        </main>
      </Show>
    </>
  );
}

function Steps(props: {
  titles: string[];
  parts: readonly LessonPart[];
  here: number;
  onGo(step: number): void;
  /** To the first step of the next part, or to the end. */
  onSkip(step: number): void;
}) {
  const part = () => props.parts.findLast(({ first }) => first <= props.here);
  const end = () => props.parts.find(({ first }) => first > props.here)?.first;
  const begins = (step: number) => props.parts.some(({ first }) => first === step && step > 0);
  return (
    <>
      <ol
        class="steps"
        aria-label={t("step-of", { step: props.here + 1, steps: props.titles.length })}
      >
        <For each={props.titles}>
          {(title, index) => (
            <li classList={{ "new-part": begins(index()) }}>
              <button
                type="button"
                classList={{ past: index() < props.here }}
                aria-current={index() === props.here ? "step" : undefined}
                aria-label={`${index() + 1}. ${title}`}
                title={title}
                onClick={() => props.onGo(index())}
              >
                {index() + 1}
              </button>
            </li>
          )}
        </For>
      </ol>
      <Show when={part()}>
        {(now) => (
          <p class="part">
            {said(now().title)}{" "}
            <button
              type="button"
              class="plain"
              onClick={() => props.onSkip(end() ?? props.titles.length)}
            >
              {t("skip-part")}
            </button>
          </p>
        )}
      </Show>
    </>
  );
}

/** After the last step: bots to practise with. */
function Finished(props: { game: string }) {
  const making = createQuestion();
  return (
    <section class="coach finished">
      <h1>{t("learnt")}</h1>
      <p>{t("learnt-more")}</p>
      <div class="deeds">
        <button
          type="button"
          class="primary"
          onClick={() => making.ask(() => practise(props.game), goToTable)}
        >
          {t("practise")}
        </button>
        <button type="button" onClick={() => openRules(props.game)}>
          {t("rules")}
        </button>
        <button type="button" onClick={() => go({ page: "lobby" })}>
          {t("to-lobby")}
        </button>
      </div>
      <Alert text={making.wrong()} />
    </section>
  );
}
