// The editor: put pieces on the quay, give crates their depots, ask the solver, send the link. The
// address holds the whole problem.

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import { Board } from "../games/fragile/Board";
import { type Actor, cast } from "../games/fragile/cast";
import type { Scenery } from "../games/fragile/position";
import type { Target } from "../games/fragile/targets";
import { boardText } from "../games/fragile/words";
import { TextBoard } from "../games/TextBoard";
import { t } from "../i18n";
import { createQuestion } from "../net/question";
import { go, linkTo, replaceRoute } from "../route";
import { clamped, type Placed } from "../table/line";
import { Card, Select } from "../ui/fields";
import { Header } from "../ui/Header";
import { focusBoard, onKeys } from "../ui/keys";
import { Alert, LinkRow } from "../ui/notices";
import { problemsApi } from "./api";
import { CheckPanel } from "./CheckPanel";
import {
  cleared,
  type Draft,
  draftText,
  EMPTY,
  isEmpty,
  MOST_TURNS,
  moved,
  parseDraft,
  put,
  stateOf,
  TOOLS,
  type Tool,
  withGoal,
} from "./draft";
import { Playback, type Recording } from "./Playback";
import { type ProblemKey, tp, trouble } from "./texts";
import "./problems.css";

const PAUSE = 200;
const TURNS = Array.from({ length: MOST_TURNS }, (_, index) => {
  const count = String(index + 1);
  return [count, count] as const;
});

export default function EditorPage(props: { text: string }) {
  const [scenery, setScenery] = createSignal<Scenery | null>(null);
  const asking = createQuestion(trouble);
  void asking.ask(problemsApi.board, setScenery);
  return (
    <>
      <Header crumb={tp("editor")} game="fragile" />
      <Show
        when={scenery()}
        fallback={<p class="quiet middle">{asking.wrong() || t("opening")}</p>}
      >
        {(found) => <Editor scenery={found()} text={props.text} />}
      </Show>
    </>
  );
}

function Editor(props: { scenery: Scenery; text: string }) {
  const given = props.text ? parseDraft(props.text) : EMPTY;
  const [history, setHistory] = createSignal<Placed<Draft>>({ moves: [given ?? EMPTY], at: 1 });
  const [tool, setTool] = createSignal<Tool>("crate");
  const [held, setHeld] = createSignal<string | null>(null);
  const [level, setLevel] = createSignal(0);
  /** What the draft still lacks: null while the server is asked, empty if nothing. */
  const [wrong, setWrong] = createSignal<string | null>(null);
  const [hint, setHint] = createSignal(given ? "" : tp("bad-link"));
  /** A solution that is played on the board, and its number of turns. */
  const [recording, setRecording] = createSignal<(Recording & { turns: number }) | null>(null);

  const draft = () => history().moves[history().at - 1] ?? EMPTY;
  const text = createMemo(() => draftText(draft()));
  const slots = Object.keys(props.scenery.slots);
  const state = createMemo(() => stateOf(draft(), slots));
  const actors = createMemo<Actor[]>(() => cast(state().position, [], []));

  function change(next: Draft): void {
    const { moves, at } = history();
    if (draftText(next) === text()) return;
    setHint("");
    setHistory({ moves: [...moves.slice(0, at), next], at: at + 1 });
  }
  const step = (by: number) => {
    setHeld(null);
    setHistory((now) => ({ ...now, at: Math.max(1, clamped(now, now.at + by)) }));
  };

  // The server checks the draft when the player pauses.
  let question = 0;
  createEffect(
    on(text, (problem) => {
      const mine = ++question;
      setWrong(null);
      setRecording(null);
      replaceRoute({ page: "editor", text: problem === draftText(EMPTY) ? "" : problem });
      const timer = setTimeout(async () => {
        const found = await problemsApi.attempt({ problem, moves: [], previews: false }).then(
          () => "",
          (error: unknown) => trouble(error),
        );
        if (mine === question) setWrong(found);
      }, PAUSE);
      onCleanup(() => clearTimeout(timer));
    }),
  );

  const crateAt = (cell: string) => draft().crates[cell];
  const targets = createMemo<Map<string, Target>>(() => {
    const found = new Map<string, Target>();
    if (tool() === "move")
      for (const cell of [...draft().dockers, ...draft().others])
        found.set(cell, { kind: "docker", cell });
    if (tool() === "move" || tool() === "goal")
      for (const cell of Object.keys(draft().crates)) found.set(cell, { kind: "crate", cell });
    if (tool() === "goal" && held())
      for (const cell of slots) found.set(cell, { kind: "act", cell, actions: [] });
    return found;
  });

  function take(cell: string): void {
    setHeld(cell);
    setLevel((crateAt(cell)?.length ?? 1) - 1);
  }

  function onPick(cell: string, pointer: string): boolean {
    setHint("");
    const now = tool();
    if (pointer === "press") {
      if (!targets().has(cell) || cell === held()) return false;
      take(cell);
      return true;
    }
    if (now === "goal") pickForGoal(cell);
    else if (now === "move") pickForMove(cell);
    else if (now === "erase") change(cleared(draft(), cell));
    else if (now === "crate" && slots.includes(cell) && crateAt(cell))
      change(cleared(draft(), cell));
    else change(put(draft(), now, cell));
    return true;
  }

  function pickForGoal(cell: string): void {
    const from = held();
    if (from && slots.includes(cell)) {
      change(withGoal(draft(), from, level(), cell));
      setHeld(null);
    } else if (cell === from) setHeld(null);
    else if (crateAt(cell)) take(cell);
    else setHint(tp(from ? "pick-depot" : "pick-crate"));
  }

  function pickForMove(cell: string): void {
    const from = held();
    if (from) {
      setHeld(null);
      change(moved(draft(), from, cell));
    } else if (!isEmpty(draft(), cell)) take(cell);
    else setHint(tp("pick-something"));
  }

  function choose(next: Tool): void {
    setHeld(null);
    setTool(next);
  }

  const undo = () => step(-1);
  const redo = () => step(1);
  onKeys(
    () =>
      recording()
        ? {}
        : {
            ...Object.fromEntries(TOOLS.map((name, index) => [index + 1, () => choose(name)])),
            "ctrl+z": undo,
            "ctrl+shift+z": redo,
            "ctrl+y": redo,
            u: undo,
            y: redo,
            b: focusBoard,
          },
    "input:not([type=radio]), select, textarea",
  );

  const stacked = () => tool() === "goal" && (crateAt(held() ?? "")?.length ?? 0) > 1;

  return (
    <main class="table problem editor">
      <section class="play">
        <div class="problem-head">
          <h1>{tp("editor")}</h1>
          <span class="task">{tp(`tool-help-${tool()}` as ProblemKey)}</span>
        </div>
        <Show
          when={recording()}
          keyed
          fallback={
            <>
              <fieldset class="tools">
                <legend class="unseen">{tp("tools")}</legend>
                <For each={TOOLS}>
                  {(name, index) => (
                    <Card
                      name="tool"
                      value={name}
                      chosen={tool() === name}
                      onChoose={() => choose(name)}
                    >
                      {tp(`tool-${name}` as ProblemKey)} <kbd>{index() + 1}</kbd>
                    </Card>
                  )}
                </For>
              </fieldset>
              <Board
                scenery={props.scenery}
                state={state()}
                actors={actors()}
                problem
                targets={targets()}
                hand={{ docker: null, crate: held() }}
                costs={new Map()}
                ghost={[]}
                trail={[]}
                stored={[]}
                refused={[]}
                onPick={onPick}
                onAim={() => {}}
                onCancel={() => setHeld(null)}
              />
              <Show when={stacked()}>
                <fieldset class="deeds" aria-label={tp("which-crate")}>
                  <For each={[0, 1]}>
                    {(index) => (
                      <button
                        type="button"
                        class={level() === index ? "primary" : ""}
                        aria-pressed={level() === index}
                        onClick={() => setLevel(index)}
                      >
                        {tp(index ? "upper-crate" : "lower-crate")}
                      </button>
                    )}
                  </For>
                </fieldset>
              </Show>
            </>
          }
        >
          {(found) => (
            <Playback
              problem={draftText({ ...draft(), turns: Math.max(draft().turns, found.turns) })}
              recording={found}
              onClose={() => setRecording(null)}
            />
          )}
        </Show>
        <div class="answer" role="status">
          <Show when={hint()}>
            <p class="refusal soft">{hint()}</p>
          </Show>
          <Show when={wrong()}>
            {(why) => (
              <p class="refusal soft">
                {tp("not-yet")} {why()}
              </p>
            )}
          </Show>
        </div>
        <div class="deeds">
          <button type="button" disabled={history().at <= 1} onClick={undo}>
            {t("undo")} <kbd>U</kbd>
          </button>
          <button type="button" disabled={history().at >= history().moves.length} onClick={redo}>
            {t("redo")} <kbd>Y</kbd>
          </button>
          <button type="button" onClick={() => change({ ...EMPTY, turns: draft().turns })}>
            {tp("clear-board")}
          </button>
          <Select
            class="turns-field"
            label={tp("turns-allowed")}
            value={String(draft().turns)}
            options={TURNS}
            onChange={(turns) => change({ ...draft(), turns: Number(turns) })}
          />
        </div>
        <CheckPanel
          problem={text()}
          valid={wrong() === ""}
          onTurns={(turns) => change({ ...draft(), turns })}
          onReplay={({ turns, moves }) =>
            setRecording({ title: tp("replay-shortest"), moves, turns: turns.length })
          }
          onProblem={(problem) => change(parseDraft(problem) ?? draft())}
        />
        <TextBoard lines={boardText(state(), props.scenery)} />
      </section>
      <aside class="side">
        <section class="seating" aria-labelledby="share-title">
          <h2 id="share-title">{tp("share")}</h2>
          <p>{tp("share-more")}</p>
          <LinkRow
            label={tp("problem-link")}
            copy={tp("copy-link")}
            link={linkTo({ page: "own", text: text() })}
            ready={wrong() === ""}
          />
          <div class="deeds">
            <button
              type="button"
              class="primary"
              disabled={wrong() !== ""}
              onClick={() => go({ page: "own", text: text() })}
            >
              {tp("play-it")}
            </button>
            <Show when={wrong() === ""}>
              <a class="button" href={problemsApi.toml(text())} download="problem.toml">
                {tp("export-toml")}
              </a>
            </Show>
          </div>
        </section>
        <Line text={text()} onLine={change} />
        <a class="button" href="#/problems">
          {tp("to-problems")}
        </a>
      </aside>
    </main>
  );
}

/** The problem as a line of text. */
function Line(props: { text: string; onLine(draft: Draft): void }) {
  const [problem, setProblem] = createSignal("");
  return (
    <form
      class="seating"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("line");
        const draft = parseDraft(String(typed ?? "").replace(/\s/g, ""));
        setProblem(draft ? "" : tp("bad-line"));
        if (draft) props.onLine(draft);
      }}
    >
      <label class="field">
        {tp("as-line")}
        <input
          name="line"
          value={props.text}
          autocomplete="off"
          spellcheck={false}
          maxlength="700"
        />
      </label>
      <button type="submit">{tp("take-line")}</button>
      <Alert text={problem()} />
    </form>
  );
}
