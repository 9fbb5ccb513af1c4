// Playing Shear Panic: the command in hand, its targets, and what each move leads to.

import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { t } from "../../i18n";
import { AllMoves, ArmedMoves } from "../MoveButtons";
import { createPointing } from "../pointing";
import { drawnEvents, foretold, hintNotNow, type Scene } from "../scene";
import { TextBoard } from "../TextBoard";
import { type Actor, cast, facingAfter, rolledIn, walk, waysOf } from "./cast";
import { Extras } from "./Extras";
import { Foresight } from "./Foresight";
import {
  cellName,
  groupOf,
  type MenuEntry,
  nameIn,
  readScenery,
  readState,
  type Spot,
  same,
  spotKey,
  spotNamed,
} from "./flock";
import { type GhostSheep, Meadow } from "./Meadow";
import { Menu } from "./Menu";
import { type Choice, isReply, parseMoves } from "./notation";
import { Replies } from "./Replies";
import { rowPoints } from "./rows";
import { marksOf, Track, trackText } from "./Track";
import { anchor, EMPTY_HAND, type Hand, inHand, playable, targets } from "./targets";
import { aboutText, anyText, boardText, colourName, entryText } from "./words";

export function SheepPlay(props: Scene) {
  const scenery = createMemo(() => readScenery(props.table.scenery));
  const state = createMemo(() => readState(props.shown.state.position));
  const actors = createMemo<Actor[]>(
    (before) => cast(state().flock, before, props.shown.events),
    [],
  );
  const drawn = drawnEvents(props, (event) => waysOf([event]).length > 0);
  const trail = createMemo(() => waysOf(drawn()));
  const choices = createMemo(() => (props.ready ? parseMoves(props.shown.state.moves) : []));
  const [hand, setHand] = createSignal<Hand>(EMPTY_HAND);
  const lit = createMemo(() => targets(choices(), hand(), state().flock, state().group));
  const pointing = createPointing(
    (spot): Choice[] => {
      const target = lit().get(spot);
      return target?.kind === "act" ? target.choices : [];
    },
    props.play,
    () => true, // the counter moves on, or a die is rolled
  );
  const [rolls, setRolls] = createSignal<{ face: string; number: number } | null>(null);
  let rolled = 0;

  createEffect(
    on(choices, () => {
      setHand(EMPTY_HAND);
      pointing.disarm();
    }),
  );
  createEffect(() => {
    const face = rolledIn(props.shown.events);
    setRolls(face === undefined ? null : { face, number: ++rolled });
  });

  const replies = createMemo(() => choices().filter(isReply));
  const offered = createMemo<Choice[]>(() => [
    ...replies(),
    ...inHand(choices(), hand()).filter(
      (choice) => !hand().sheep || !("cell" in choice) || choice.cell === hand().sheep,
    ),
  ]);
  const names = () => props.seats.map((seat) => seat.name ?? "");
  const canPlay = createMemo(() => playable(choices(), scenery().menu));
  /** Whose commands are shown: always mine, and the acting player's for a watcher. */
  const me = () => props.me ?? state().player;

  const [pointedCommand, setPointedCommand] = createSignal<MenuEntry | null>(null);
  /** A preview stays as long as its move is legal, until the player lets it go. */
  const [pinned, setPinned] = createSignal<string | null>(null);
  createEffect(on(choices, () => setPinned(null), { defer: true }));
  /** The move that was considered last: its preview can still be read, and pinned. */
  const last = createMemo<string | null>((before) => {
    const now = pointing.considered()?.text;
    const kept = choices().some(({ text }) => text === before) ? before : null;
    return now ?? kept;
  }, null);
  const foreseen = createMemo(() => {
    const move = pinned() ?? (pointedCommand() ? null : last());
    return move === null ? undefined : props.preview(move);
  });
  const preview = createMemo(() => {
    const move = pinned() ?? pointing.considered()?.text;
    return move === undefined ? undefined : props.preview(move);
  });
  /** Where the counter would go: each space it can reach while the game asks for an extra step. */
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
    // A preview ends where dice would be rolled.
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

  function onPick(spot: Spot, pointer: string): boolean {
    const target = lit().get(spotKey(spot));
    if (pointer === "press") {
      if (target?.kind === "sheep") take(spot);
      return target?.kind === "sheep";
    }
    if (target?.kind === "act") pointing.act(spotKey(spot), pointer);
    else if (target) take(spot);
    else refuse(spot);
    return true;
  }

  function take(spot: Spot): void {
    pointing.disarm();
    props.hint("");
    setHand({ ...hand(), sheep: cellName(spot) });
  }

  function refuse(spot: Spot): void {
    const name = nameIn(state().flock, spot);
    if (!props.ready) hintNotNow(props);
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
    pointing.disarm();
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
      props.hint("");
      const chosen = hand().command === entry ? null : entry;
      // If only one sheep can do it, nobody needs to pick it.
      setHand({
        command: chosen,
        sheep: chosen && only.size === 1 ? ([...only][0] ?? null) : null,
      });
    }
  }

  const buttons = {
    text: (choice: Choice) => anyText(choice, names()),
    leadsTo: (choice: Choice) => foretold(props, choice),
    onPlay: pointing.play,
    onPoint: pointing.pointAt,
  };
  const advice = () => {
    const command = pointedCommand();
    if (command) return aboutText(command.kind);
    if (!props.ready) return "";
    if (replies().length) return t("hint-answer");
    return t(hand().command || state().task !== "command" ? "hint-lit" : "hint-pick-command");
  };
  /** The sheep that come back to the flock, and where each answer leads them. */
  const groupSpots = createMemo(() =>
    state().task === "line" ? groupOf(state().flock, spotNamed(state().group)) : [],
  );
  const groupWays = createMemo(() =>
    choices().flatMap((choice) =>
      choice.kind === "move"
        ? [{ from: spotNamed(state().group), to: anchor(choice, state().flock, state().group) }]
        : [],
    ),
  );
  const figure = () => scenery().figures[state().counter] ?? null;
  const refusedSpots = () => (props.refusal?.cells ?? []).map(spotNamed);
  const held = () => {
    const name = hand().sheep;
    return name ? spotNamed(name) : null;
  };

  return (
    <>
      <Track scenery={scenery()} counter={state().counter} marks={marks()} />
      <div class="beside">
        <div class="meadow-side">
          <Meadow
            flock={state().flock}
            actors={actors()}
            figure={figure()}
            shorn={waysOf(props.shown.events).filter(({ to }) => !to)}
            trail={trail()}
            targets={lit()}
            held={held()}
            group={groupSpots()}
            groupWays={groupWays()}
            ghosts={ghostsOrTurn()}
            ghostFacing={turned()}
            refused={refusedSpots()}
            gains={rowPoints(props.shown.events, state().flock, scenery().colours)}
            die={rolls()}
            banner={props.banner}
            leadsTo={(spot) => foretold(props, pointing.movesAt(spotKey(spot))[0])}
            onPick={onPick}
            onAim={(spot) => pointing.aimAt(spot && spotKey(spot))}
            onCancel={() => {
              pointing.disarm();
              setHand(hand().sheep ? { ...hand(), sheep: null } : EMPTY_HAND);
            }}
          />
          <ArmedMoves moves={pointing.armedMoves()} {...buttons} />
          {props.children}
        </div>
        <div class="menu-side">
          <Replies
            replies={replies()}
            names={names()}
            preview={props.preview}
            leadsTo={buttons.leadsTo}
            onPlay={pointing.play}
            onPoint={pointing.pointAt}
          />
          <Foresight
            game={props.table.game}
            preview={foreseen()}
            colours={scenery().colours}
            scores={props.shown.state.scores}
            panic={scenery().panic}
            advice={advice()}
            pinned={pinned() !== null}
            onPin={() => setPinned(pinned() === null ? last() : null)}
          />
          <Show when={scenery().extras.length}>
            <Extras extras={scenery().extras} left={state().extras[me()] ?? []} />
          </Show>
          <Menu
            menu={scenery().menu}
            used={state().used[me()] ?? []}
            playable={canPlay()}
            chosen={hand().command}
            title={
              props.me !== null
                ? t("menu-mine")
                : t("menu-of", { name: names()[me()] || colourName(scenery().colours[me()] ?? "") })
            }
            onPoint={setPointedCommand}
            onChoose={choose}
          />
        </div>
      </div>
      <Show when={props.ready && offered().length}>
        <AllMoves
          title={t("all-choices")}
          moves={offered()}
          notation={(choice) => choice.text}
          {...buttons}
        />
      </Show>
      <TextBoard
        lines={boardText(
          state().flock,
          trackText(state().counter, scenery()),
          figure(),
          scenery().colours,
          scenery().extras.length ? state().extras : [],
        )}
      />
    </>
  );
}
