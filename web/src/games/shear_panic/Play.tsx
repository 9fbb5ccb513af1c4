// Playing Shear Panic: the command in hand, what it can be used for, what it leads to.

import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { t } from "../../i18n";
import { MoveButton } from "../MoveButton";
import type { Scene } from "../scene";
import { TextBoard } from "../TextBoard";
import { type Actor, cast, facingAfter, rolledIn, trailOf, walk } from "./cast";
import { Extras } from "./Extras";
import { Foresight } from "./Foresight";
import {
  cellName,
  type MenuEntry,
  readScenery,
  readState,
  type Spot,
  same,
  spotKey,
  spotNamed,
} from "./flock";
import { type GhostSheep, Meadow, nameOf } from "./Meadow";
import { Menu } from "./Menu";
import { type Choice, isReply, parseMoves } from "./notation";
import { Replies } from "./Replies";
import { marksOf, Track } from "./Track";
import { EMPTY_HAND, type Hand, inHand, playable, targets } from "./targets";
import { anyText, boardText, choiceText, entryText } from "./words";

export function SheepPlay(props: Scene) {
  const scenery = createMemo(() => readScenery(props.table.scenery));
  const state = createMemo(() => readState(props.shown.state.position));
  const actors = createMemo<Actor[]>(
    (before) => cast(state().flock, before, props.shown.events),
    [],
  );
  // The last move stays marked until something else moves.
  const last = createMemo<{ actors: Actor[]; trail: { from: Spot; to: Spot }[] }>(
    (before) => {
      const events = props.shown.events;
      const found = events.length ? trailOf(before.actors, events, actors()) : [];
      return { actors: actors(), trail: found.length || !events.length ? found : before.trail };
    },
    { actors: [], trail: [] },
  );
  const choices = createMemo(() => (props.ready ? parseMoves(props.shown.state.moves) : []));
  const [hand, setHand] = createSignal<Hand>(EMPTY_HAND);
  const [aim, setAim] = createSignal<Spot | null>(null);
  const [armed, setArmed] = createSignal<Spot | null>(null);
  const [pointed, setPointed] = createSignal<Choice | null>(null);
  const [rolls, setRolls] = createSignal<{ face: string; number: number } | null>(null);
  let rolled = 0;

  createEffect(
    on(choices, () => {
      setHand(EMPTY_HAND);
      setArmed(null);
      setPointed(null);
    }),
  );
  createEffect(() => {
    const face = rolledIn(props.shown.events);
    setRolls(face === undefined ? null : { face, number: ++rolled });
  });

  const lit = createMemo(() => targets(choices(), hand(), state().flock, state().group));
  const replies = createMemo(() => choices().filter(isReply));
  const offered = createMemo<Choice[]>(() => [
    ...replies(),
    ...inHand(choices(), hand()).filter(
      (choice) => !hand().sheep || !("cell" in choice) || choice.cell === hand().sheep,
    ),
  ]);
  const names = () => props.seats.map((seat) => seat.name ?? "");
  const canPlay = createMemo(() => playable(choices(), scenery().menu));
  const me = () => (props.ready ? (props.shown.state.actor ?? 0) : state().player);

  const considered = createMemo(() => {
    const from = pointed();
    if (from) return from;
    const spot = armed() ?? aim();
    const target = spot ? lit().get(spotKey(spot)) : undefined;
    return target?.kind === "act" ? (target.choices[0] ?? null) : null;
  });
  const preview = createMemo(() => {
    const choice = considered();
    return choice ? props.preview(choice.text) : undefined;
  });
  /** Where the counter would go; while an extra step is asked for, wherever it may. */
  const marks = createMemo(() => {
    const found = preview();
    const ways = found
      ? found.then?.length
        ? found.then
        : [found]
      : replies().flatMap((reply) => props.preview(reply.text) ?? []);
    return marksOf(ways, state().counter);
  });
  const ghosts = createMemo<GhostSheep[]>(() => {
    const found = preview();
    if (!found) return [];
    // Up to where dice would be rolled: the first change of the flock is what the move itself does.
    const after = new Map(walk(actors(), found.events).actors.map((actor) => [actor.id, actor]));
    return actors().flatMap((actor) => {
      const to = after.get(actor.id);
      return to && !same(actor, to) ? [{ actor, to }] : [];
    });
  });
  const turned = createMemo(() => {
    const found = preview();
    return found ? facingAfter(found.events) : null;
  });
  const ghostsOrTurn = createMemo<GhostSheep[]>(() => {
    if (ghosts().length || turned() === null || turned() === state().flock.facing) return ghosts();
    return actors().map((actor) => ({ actor, to: actor }));
  });

  function play(choice: Choice): void {
    setPointed(null);
    setArmed(null);
    props.play(choice.text);
  }

  function onPick(spot: Spot, pointer: string): boolean {
    const target = lit().get(spotKey(spot));
    if (pointer === "press") {
      if (target?.kind === "sheep") setHand({ ...hand(), sheep: cellName(spot) });
      return target?.kind === "sheep";
    }
    if (target?.kind === "act") {
      const only = target.choices.length === 1 ? target.choices[0] : undefined;
      const again = armed();
      if (only && (pointer !== "touch" || (again && same(again, spot)))) play(only);
      else setArmed(spot);
    } else if (target) {
      setArmed(null);
      setHand({ ...hand(), sheep: cellName(spot) });
    } else refuse(spot);
    return true;
  }

  function refuse(spot: Spot): void {
    const name = nameOf(spot, state().flock);
    if (!props.ready)
      props.hint(t(props.shown.state.phase === "over" ? "hint-over" : "hint-not-now"));
    else if (replies().length) props.hint(t("hint-answer"));
    else if (name && name === hand().sheep) setHand({ ...hand(), sheep: null });
    else if (state().task === "command" && !hand().command) props.hint(t("hint-pick-command"));
    else if (state().task === "push" && name) props.play(`push ${name} N`);
    else if (state().task === "group" && name) props.play(`group ${name}`);
    else if (hand().command && name && hand().command?.kind !== "line up")
      props.play(`${hand().command?.kind} ${hand().command?.number} ${name} N`);
    else props.hint(t("hint-lit"));
  }

  function choose(entry: MenuEntry, covered: boolean): void {
    setArmed(null);
    if (!props.ready) props.hint(t("hint-not-now"));
    else if (replies().length) props.hint(t("hint-answer"));
    else if (state().task !== "command") props.hint(t("hint-lit"));
    else if (covered) props.hint(t("hint-covered", { command: entryText(entry) }));
    else if (!canPlay().includes(entry))
      props.hint(t("hint-no-target", { command: entryText(entry) }));
    else {
      const only = new Set(
        choices().flatMap((c) =>
          c.kind === "command" && c.command === entry.kind && c.cell ? [c.cell] : [],
        ),
      );
      const chosen = hand().command === entry ? null : entry;
      // One sheep that can do it: no need to pick it.
      setHand({
        command: chosen,
        sheep: chosen && only.size === 1 ? ([...only][0] ?? null) : null,
      });
    }
  }

  const armedChoices = () => {
    const spot = armed();
    const target = spot ? lit().get(spotKey(spot)) : undefined;
    return target?.kind === "act" ? target.choices : [];
  };
  const advice = () => {
    if (!props.ready) return "";
    if (replies().length) return t("hint-answer");
    return t(hand().command || state().task !== "command" ? "hint-lit" : "hint-pick-command");
  };
  const figure = () => scenery().figures[state().counter] ?? null;
  const refusedSpots = () => (props.refusal?.cells ?? []).map(spotNamed);
  const held = () => {
    const name = hand().sheep;
    return name ? spotNamed(name) : null;
  };

  return (
    <>
      <div class="beside">
        <div class="meadow-side">
          <Meadow
            flock={state().flock}
            actors={actors()}
            figure={figure()}
            trail={last().trail}
            targets={lit()}
            held={held()}
            ghosts={ghostsOrTurn()}
            ghostFacing={turned()}
            refused={refusedSpots()}
            die={rolls()}
            onPick={onPick}
            onAim={setAim}
            onCancel={() => {
              setArmed(null);
              setHand(hand().sheep ? { ...hand(), sheep: null } : EMPTY_HAND);
            }}
          />
          <Show when={armedChoices().length}>
            <fieldset class="armed" aria-label={t("confirm-move")}>
              <For each={armedChoices()}>
                {(choice) => (
                  <MoveButton
                    text={choiceText(choice)}
                    strong
                    onPlay={() => play(choice)}
                    onPoint={(on) => setPointed(on ? choice : null)}
                  />
                )}
              </For>
            </fieldset>
          </Show>
          {props.children}
        </div>
        <div class="menu-side">
          <Replies
            replies={replies()}
            names={names()}
            preview={props.preview}
            onPlay={play}
            onPoint={setPointed}
          />
          <Foresight
            game={props.table.game}
            preview={preview()}
            colours={scenery().colours}
            advice={advice()}
          />
          <Show when={scenery().extras.length}>
            <Extras extras={scenery().extras} left={state().extras[me()] ?? []} />
          </Show>
          <Menu
            menu={scenery().menu}
            used={state().used[me()] ?? []}
            playable={canPlay()}
            chosen={hand().command}
            onChoose={choose}
          />
        </div>
      </div>
      <Track scenery={scenery()} counter={state().counter} marks={marks()} />
      <Show when={props.ready && offered().length}>
        <details class="choices">
          <summary>
            {t("all-choices")} <span class="count">{offered().length}</span>
          </summary>
          <div class="choice-list">
            <For each={offered()}>
              {(choice) => (
                <MoveButton
                  text={anyText(choice, names())}
                  notation={choice.text}
                  onPlay={() => play(choice)}
                  onPoint={(on) => setPointed(on ? choice : null)}
                />
              )}
            </For>
          </div>
        </details>
      </Show>
      <TextBoard
        lines={boardText(
          state().flock,
          figure(),
          scenery().colours,
          scenery().extras.length ? state().extras : [],
        )}
      />
    </>
  );
}
