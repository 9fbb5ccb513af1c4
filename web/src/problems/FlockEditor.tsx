// The editor of Shear Panic's problems: the flock, the counter, whose sheep count, the commands and
// the goal.

import { createMemo, createSignal, For, Show } from "solid-js";
import { type Colour, FACINGS, readScenery } from "../games/shear_panic/flock";
import { CommandSign } from "../games/shear_panic/Menu";
import { Track, trackText } from "../games/shear_panic/Track";
import { aboutText, boardText, colourName, commandName } from "../games/shear_panic/words";
import { type Key, t } from "../i18n";
import type { Json } from "../net/protocol";
import { Select } from "../ui/fields";
import { focusBoard } from "../ui/keys";
import { type Craft, createDrafts } from "./drafts";
import { FlockBoard } from "./FlockBoard";
import { capitalised, FLOCKS } from "./flock";
import {
  COLOURS,
  EMPTY_FLOCK,
  type FlockDraft,
  flockDraftText,
  flockOf,
  GOALS,
  MOST_POINTS,
  moveSheep,
  parseFlockDraft,
  putSheep,
  toggleCommand,
  withoutSheep,
} from "./flockDraft";
import { tp } from "./texts";
import { Tools, Workbench } from "./Workbench";

type Deed = "move" | "erase";
type Tool = Colour | Deed;
const isDeed = (tool: Tool): tool is Deed => tool === "move" || tool === "erase";
const TOOLS: readonly Tool[] = [...COLOURS, "K", "move", "erase"];
const MEADOW: Craft<FlockDraft> = {
  empty: EMPTY_FLOCK,
  blank: FLOCKS,
  parse: parseFlockDraft,
  write: flockDraftText,
};
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const text = String(from + index);
    return [text, text] as const;
  });
const colours = () => COLOURS.map((colour) => [colour, colourName(colour)] as const);

export default function FlockEditor(props: { board: Json; text: string }) {
  const scenery = readScenery(props.board);
  const last = (scenery.fields.at(-1)?.last ?? 1) - 1;
  const [tool, setTool] = createSignal<Tool>("B");
  const [held, setHeld] = createSignal<string | null>(null);
  const choose = (next: Tool) => {
    setHeld(null);
    setTool(next);
  };
  const drafts = createDrafts(MEADOW, props.text, () => ({
    ...Object.fromEntries(TOOLS.map((name, index) => [index + 1, () => choose(name)])),
    b: focusBoard,
  }));
  const { draft, change, setHint } = drafts;
  const set = (some: Partial<FlockDraft>) => change({ ...draft(), ...some });

  function onPick(key: string, pointer: string): boolean {
    setHint("");
    const now = tool();
    if (pointer === "press") {
      if (key === held()) return false;
      setHeld(key);
      return true;
    }
    if (now === "move") pickForMove(key);
    else change(now === "erase" ? withoutSheep(draft(), key) : putSheep(draft(), now, key));
    return true;
  }

  function pickForMove(key: string): void {
    const from = held();
    setHeld(from === null && key in draft().sheep ? key : null);
    if (from !== null) change(moveSheep(draft(), from, key));
    else if (!(key in draft().sheep)) setHint(tp("pick-something"));
  }

  const help = () => {
    const now = tool();
    return tp(isDeed(now) ? `tool-help-${now}` : "tool-help-sheep");
  };
  const words = createMemo(() => {
    const track = trackText(draft().space, scenery);
    const figure = scenery.figures[draft().space] ?? null;
    return boardText(flockOf(draft()).flock, track, figure, scenery.colours, []);
  });

  return (
    <Workbench
      drafts={drafts}
      help={help()}
      fields={
        <>
          <Select
            class="turns-field"
            label={tp("flock-front")}
            value={draft().facing}
            options={FACINGS.map((facing) => [facing, t(`way-${facing}` as Key)] as const)}
            onChange={(facing) => set({ facing })}
          />
          <Select
            class="turns-field"
            label={tp("flock-colour")}
            value={draft().colour as (typeof COLOURS)[number]}
            options={colours()}
            onChange={(colour) => set({ colour })}
          />
          <Select
            class="turns-field"
            label={tp("flock-space")}
            value={String(draft().space)}
            options={numbers(0, last)}
            onChange={(space) => set({ space: Number(space) })}
          />
          <Select
            class="turns-field"
            label={tp("tool-goal")}
            value={draft().goal}
            options={GOALS.map((goal) => [goal, tp(`goal-${goal}`)] as const)}
            onChange={(goal) => set({ goal })}
          />
          <Show when={draft().goal === "points"}>
            <Select
              class="turns-field"
              label={tp("flock-points")}
              value={String(draft().points)}
              options={numbers(1, MOST_POINTS)}
              onChange={(points) => set({ points: Number(points) })}
            />
          </Show>
          <Show when={draft().goal === "shorn"}>
            <Select
              class="turns-field"
              label={tp("flock-shorn")}
              value={draft().shorn as (typeof COLOURS)[number]}
              options={colours()}
              onChange={(shorn) => set({ shorn })}
            />
          </Show>
        </>
      }
      playable={() => drafts.text()}
      onClear={() => set({ sheep: {} })}
      words={words()}
      example={tp("bad-flock-line")}
    >
      <Tools
        tools={TOOLS}
        chosen={tool()}
        text={(name) => (isDeed(name) ? tp(`tool-${name}`) : capitalised(colourName(name)))}
        onChoose={choose}
      />
      <Track scenery={scenery} counter={draft().space} marks={[]} />
      <div class="beside">
        <div class="meadow-side">
          <FlockBoard
            draft={draft()}
            held={held()}
            moves={tool() === "move"}
            onPick={onPick}
            onCancel={() => setHeld(null)}
          />
        </div>
        <fieldset class="menu menu-side">
          <legend>{tp("flock-commands")}</legend>
          <For each={scenery.menu}>
            {({ kind, number }) => {
              const command = `${kind} ${number}`;
              const chosen = () => draft().commands.includes(command);
              return (
                <button
                  type="button"
                  class="command"
                  classList={{ chosen: chosen() }}
                  aria-pressed={chosen()}
                  title={aboutText(kind)}
                  onClick={() => change(toggleCommand(draft(), command))}
                >
                  <CommandSign kind={kind} />
                  <span>{commandName(kind)}</span> <b>{number}</b>
                </button>
              );
            }}
          </For>
        </fieldset>
      </div>
    </Workbench>
  );
}
