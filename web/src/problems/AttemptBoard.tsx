// The board of an attempt, and the controls that go with it.

import { createEffect, createMemo, createSignal, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { partsOf } from "../games/parts";
import type { Setting } from "../games/scene";
import { said, t } from "../i18n";
import { callPlayers } from "../i18n/names";
import type { AttemptView } from "../net/protocol";
import type { Shown } from "../table/store";
import { Announcer } from "../ui/Announcer";
import { onKeys } from "../ui/keys";
import { StatusBar } from "../ui/StatusBar";
import { Answers, createHint, type Turn, TurnDeeds, turnKeys } from "../ui/TurnDeeds";
import { createWide } from "../ui/wide";
import type { AttemptStore } from "./attempt";
import { colourNames, commandsText, isFlock } from "./flock";
import { tp } from "./texts";

export const tableOf = (answer: AttemptView): Setting => ({
  game: answer.game,
  options: { problem: answer.problem },
  scenery: answer.scenery,
});

/** What the parts of a page share about the attempt. The store has an answer already. */
export function createAttempt(store: AttemptStore, moreKeys: Turn["moreKeys"] = []) {
  const [hint, setHint] = createHint(store.refusal, () => store.setRefusal(null));
  const answer = createMemo(() => store.answer() as AttemptView);
  createEffect(() => {
    answer();
    setHint("");
  });
  if (isFlock(store.problem)) callPlayers(colourNames);
  const undo = () => store.step(-1);
  const redo = () => store.step(1);
  const turn = (): Turn => ({
    game: answer().game,
    state: answer().state,
    ready: store.idle(),
    play: store.play,
    undo,
    hint: setHint,
    moreKeys: [["Y", t("redo")], ...(moreKeys ?? [])],
  });
  /** Something else is on the board. */
  const [covered, setCovered] = createSignal(false);
  turnKeys(() => (covered() ? null : turn()));
  onKeys(() =>
    covered() ? {} : { "ctrl+z": undo, "ctrl+shift+z": redo, "ctrl+y": redo, y: redo },
  );
  return {
    store,
    answer,
    hint,
    setHint,
    turn,
    setCovered,
    /** There is room for the controls beside the board. */
    wide: createWide("60rem"),
  };
}

/** What to do, and with what. */
export const taskText = ({ problem, task, turns }: AttemptView): string =>
  isFlock(problem)
    ? tp("flock-task", { task: said(task), commands: commandsText(problem) })
    : tp("task", { turns });

export type Attempt = ReturnType<typeof createAttempt>;

/** `children` stand below the board. */
export function AttemptBoard(props: { attempt: Attempt; children: JSX.Element }) {
  const { store, answer, setHint } = props.attempt;
  const table = createMemo(() => tableOf(answer()));
  const shown = createMemo(() => store.shown() as Shown);
  return (
    <>
      <StatusBar
        mine
        table={table()}
        state={answer().state}
        meter={
          <span class="turn-meter">
            {tp(isFlock(answer().problem) ? "commands-used" : "turns-used", {
              used: answer().used,
              turns: answer().turns,
            })}
          </span>
        }
      />
      <Dynamic
        component={partsOf(table().game).Play}
        table={table()}
        seats={[]}
        shown={shown()}
        ready={store.ready()}
        preview={store.preview}
        play={store.play}
        refusal={store.refusal()}
        hint={setHint}
      >
        {props.children}
      </Dynamic>
      <Announcer entries={store.entries()} status={said(answer().state.status)} />
    </>
  );
}

/** Refusals, undo, redo, the end of the turn. `children` are further buttons. */
export function AttemptDeeds(props: { attempt: Attempt; children?: JSX.Element }) {
  const { store, hint, setHint, turn, answer } = props.attempt;
  return (
    <>
      <Show when={answer().over && !answer().solved}>
        <p class="end verdict" role="status">
          {said(answer().verdict)} {tp("flock-again")}
        </p>
      </Show>
      <Answers game={props.attempt.answer().game} refusal={store.refusal()} hint={hint()} />
      <TurnDeeds turn={turn()}>
        <button
          type="button"
          aria-disabled={!store.canRedo()}
          onClick={() => (store.canRedo() ? store.step(1) : setHint(tp("nothing-undone")))}
        >
          {t("redo")} <kbd>Y</kbd>
        </button>
        <button type="button" onClick={() => store.jump(0)}>
          {tp("restart")}
        </button>
        {props.children}
      </TurnDeeds>
    </>
  );
}
