// The editor of Fragile's problems: put pieces on the quay, and give crates their depots.

import { createMemo, createSignal, For, Show } from "solid-js";
import { Board } from "../games/fragile/Board";
import { type Actor, cast } from "../games/fragile/cast";
import { readScenery } from "../games/fragile/position";
import type { Target } from "../games/fragile/targets";
import { boardText } from "../games/fragile/words";
import type { Json } from "../net/protocol";
import { Select } from "../ui/fields";
import { focusBoard } from "../ui/keys";
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
import { type Craft, createDrafts } from "./drafts";
import { type ProblemKey, tp } from "./texts";
import { Tools, Workbench } from "./Workbench";

const TURNS = Array.from({ length: MOST_TURNS }, (_, index) => {
  const count = String(index + 1);
  return [count, count] as const;
});

const QUAY: Craft<Draft> = {
  empty: EMPTY,
  blank: "",
  parse: (text) => parseDraft(text.replace(/\s/g, "")),
  write: draftText,
};

export default function QuayEditor(props: { board: Json; text: string }) {
  const scenery = readScenery(props.board);
  const [tool, setTool] = createSignal<Tool>("crate");
  const [held, setHeld] = createSignal<string | null>(null);
  const [level, setLevel] = createSignal(0);
  const drafts = createDrafts(QUAY, props.text, () => ({
    ...Object.fromEntries(TOOLS.map((name, index) => [index + 1, () => choose(name)])),
    b: focusBoard,
  }));
  const { draft, change, setHint } = drafts;
  const slots = Object.keys(scenery.slots);
  const state = createMemo(() => stateOf(draft(), slots));
  const actors = createMemo<Actor[]>(() => cast(state().position, [], []));

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

  const stacked = () => tool() === "goal" && (crateAt(held() ?? "")?.length ?? 0) > 1;

  return (
    <Workbench
      drafts={drafts}
      help={tp(`tool-help-${tool()}` as ProblemKey)}
      fields={
        <Select
          class="turns-field"
          label={tp("turns-allowed")}
          value={String(draft().turns)}
          options={TURNS}
          onChange={(turns) => change({ ...draft(), turns: Number(turns) })}
        />
      }
      playable={(turns) => draftText({ ...draft(), turns: Math.max(draft().turns, turns) })}
      onTurns={(turns) => change({ ...draft(), turns })}
      onClear={() => change({ ...EMPTY, turns: draft().turns })}
      words={boardText(state(), scenery)}
      example={tp("bad-line")}
    >
      <Tools tools={TOOLS} chosen={tool()} text={(name) => tp(`tool-${name}`)} onChoose={choose} />
      <Board
        scenery={scenery}
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
    </Workbench>
  );
}
