// The page of an editor, whatever the game: tools, board, what the draft lacks, the solver, and ways
// to share the problem.

import { createSignal, For, type JSX, Show } from "solid-js";
import { TextBoard } from "../games/TextBoard";
import { t } from "../i18n";
import { go, linkTo } from "../route";
import { Card } from "../ui/fields";
import { Alert, LinkRow } from "../ui/notices";
import { problemsApi } from "./api";
import { CheckPanel } from "./CheckPanel";
import type { Drafts } from "./drafts";
import { Playback } from "./Playback";
import { tp } from "./texts";

/** What a click puts down. The keys 1, 2, … choose, too. */
export function Tools<Tool extends string>(props: {
  tools: readonly Tool[];
  chosen: Tool;
  text(tool: Tool): string;
  onChoose(tool: Tool): void;
}) {
  return (
    <fieldset class="tools">
      <legend class="unseen">{tp("tools")}</legend>
      <For each={props.tools}>
        {(name, index) => (
          <Card
            name="tool"
            value={name}
            chosen={props.chosen === name}
            onChoose={() => props.onChoose(name)}
          >
            {props.text(name)} <kbd>{index() + 1}</kbd>
          </Card>
        )}
      </For>
    </fieldset>
  );
}

/** `children` are the tools and the board. A solution takes their place while it is played. */
export function Workbench<D>(props: {
  drafts: Drafts<D>;
  /** What the chosen tool does. */
  help: string;
  children: JSX.Element;
  /** Beside undo and redo. */
  fields: JSX.Element;
  /** The problem in which a solution of so many turns can be played. */
  playable(turns: number): string;
  onTurns?(turns: number): void;
  onClear(): void;
  /** The board in words. */
  words: readonly string[];
  /** What a line of text looks like. */
  example: string;
}) {
  const { drafts } = props;
  const { craft, text, change } = drafts;
  const setUp = (problem: string) => change(craft.parse(problem) ?? drafts.draft());
  return (
    <main class="table problem editor">
      <section class="play">
        <div class="problem-head">
          <h1>{tp("editor")}</h1>
          <span class="task">{props.help}</span>
        </div>
        <Show when={drafts.recording()} keyed fallback={props.children}>
          {(found) => (
            <Playback
              problem={props.playable(found.turns)}
              recording={found}
              onClose={() => drafts.setRecording(null)}
            />
          )}
        </Show>
        <div class="answer" role="status">
          <Show when={drafts.hint()}>
            <p class="refusal soft">{drafts.hint()}</p>
          </Show>
          <Show when={drafts.wrong()}>
            {(why) => (
              <p class="refusal soft">
                {tp("not-yet")} {why()}
              </p>
            )}
          </Show>
        </div>
        <div class="deeds">
          <button type="button" disabled={!drafts.canUndo()} onClick={drafts.undo}>
            {t("undo")} <kbd>U</kbd>
          </button>
          <button type="button" disabled={!drafts.canRedo()} onClick={drafts.redo}>
            {t("redo")} <kbd>Y</kbd>
          </button>
          <button type="button" onClick={() => props.onClear()}>
            {tp("clear-board")}
          </button>
          {props.fields}
        </div>
        <CheckPanel
          problem={text()}
          valid={drafts.isValid()}
          onTurns={(turns) => props.onTurns?.(turns)}
          onReplay={({ turns, moves }) =>
            drafts.setRecording({ title: tp("replay-shortest"), moves, turns: turns.length })
          }
          onProblem={setUp}
        />
        <TextBoard lines={[...props.words]} />
      </section>
      <aside class="side">
        <section class="seating" aria-labelledby="share-title">
          <h2 id="share-title">{tp("share")}</h2>
          <p>{tp("share-more")}</p>
          <LinkRow
            label={tp("problem-link")}
            copy={tp("copy-link")}
            link={linkTo({ page: "own", text: text() })}
            ready={drafts.isValid()}
          />
          <div class="deeds">
            <button
              type="button"
              class="primary"
              disabled={!drafts.isValid()}
              onClick={() => go({ page: "own", text: text() })}
            >
              {tp("play-it")}
            </button>
            <Show when={drafts.isValid()}>
              <a class="button" href={problemsApi.toml(text())} download="problem.toml">
                {tp("export-toml")}
              </a>
            </Show>
          </div>
        </section>
        <Line drafts={drafts} example={props.example} />
        <a class="button" href="#/problems">
          {tp("to-problems")}
        </a>
      </aside>
    </main>
  );
}

/** The problem as a line of text. */
function Line<D>(props: { drafts: Drafts<D>; example: string }) {
  const [problem, setProblem] = createSignal("");
  return (
    <form
      class="seating"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get("line") ?? "");
        const draft = props.drafts.craft.parse(typed.trim());
        setProblem(draft ? "" : props.example);
        if (draft) props.drafts.change(draft);
      }}
    >
      <label class="field">
        {tp("as-line")}
        <input
          name="line"
          value={props.drafts.text()}
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
