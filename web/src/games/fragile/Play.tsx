// Playing Fragile: the hand, the lit cells, and the meaning of a click. The server knows the rules.

import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { t } from "../../i18n";
import { AllMoves, ArmedMoves, MoveButtons } from "../MoveButtons";
import { createPointing } from "../pointing";
import { drawnEvents, foretold, hintNotNow, type Scene } from "../scene";
import { TextBoard } from "../TextBoard";
import { Board } from "./Board";
import { type Actor, cast } from "./cast";
import { centre } from "./cells";
import type { FragileEvent } from "./events";
import { cost, type Motion, motions } from "./motions";
import { type Action, parseMoves } from "./notation";
import { readScenery, readState } from "./position";
import { attempt, choices, EMPTY_HAND, type Hand, targets } from "./targets";
import { actionText, boardText } from "./words";

export function FragilePlay(props: Scene) {
  const scenery = createMemo(() => readScenery(props.table.scenery));
  const state = createMemo(() => readState(props.shown.state.position));
  const actors = createMemo<Actor[]>(
    (before) => cast(state().position, before, props.shown.events),
    [],
  );
  const activeCell = () => {
    const active = state().active;
    return active === null ? null : (state().position.dockers[active]?.cell ?? null);
  };
  const actions = createMemo(() =>
    props.ready ? parseMoves(props.shown.state.moves, activeCell()) : [],
  );
  const [hand, setHand] = createSignal<Hand>(EMPTY_HAND);
  /** The cell of the move that was refused. */
  const [tried, setTried] = createSignal<string | null>(null);
  const lit = createMemo(() => targets(actions(), hand()));
  const pointing = createPointing(
    (cell): Action[] => {
      const target = lit().get(cell);
      return target?.kind === "act" ? target.actions : [];
    },
    props.play,
    // The next player may act on what was placed at once; then it stays.
    (action) => !action.docker,
  );

  // The active docker stays in hand as long as it can act. After a refusal nothing has changed, so the
  // hand keeps what it has.
  let handOf = -1;
  createEffect(
    on([actions, () => props.shown.state.version], ([list, version]) => {
      if (version === handOf) return;
      if (list.length) handOf = version;
      setTried(null);
      const active = activeCell();
      const able = list.some((action) => action.docker && action.docker === active);
      setHand({ docker: able ? active : null, crate: null });
      pointing.disarm();
    }),
  );

  const trail = drawnEvents(props, (event) => motions([event]).length > 0);
  const stored = createMemo(() =>
    (props.shown.events as FragileEvent[]).flatMap((event) =>
      event.kind === "crate-stored" && event.points
        ? [{ at: centre(event.depot), text: `+${event.points}` }]
        : [],
    ),
  );
  const offered = createMemo(() => {
    if (!hand().docker) return actions().filter((action) => !action.docker);
    return choices(actions(), hand());
  });
  const pointsOf = (action: Action) => {
    const found = props.preview(action.text);
    return found ? cost(found.events) : undefined;
  };
  const costs = createMemo(() => {
    const found = new Map<string, number>();
    for (const target of lit().values()) {
      const first = target.kind === "act" ? target.actions[0] : undefined;
      const points = first?.docker ? pointsOf(first) : undefined;
      if (points !== undefined) found.set(target.cell, points);
    }
    return found;
  });

  const ghost = createMemo<Motion[]>(() => {
    const action = pointing.considered();
    return motions((action && props.preview(action.text)?.events) ?? []);
  });

  /** The crate that the present press has taken. */
  let pressed: string | null = null;
  function onPick(cell: string, pointer: string): boolean {
    const target = lit().get(cell);
    if (pointer === "press") {
      const crate = target?.kind === "crate" || (isFar(cell) && cell !== hand().crate);
      pressed = crate ? cell : null;
      if (crate) take("crate", cell);
      else if (target && target.kind !== "act") take(target.kind, cell);
      return target?.kind === "docker";
    }
    setTried(null);
    const taken = cell === pressed && cell === hand().crate;
    pressed = null;
    if (taken) actIfPlain(pointer);
    else if (target?.kind === "act") pointing.act(cell, pointer);
    else if (target) {
      take(target.kind, cell);
      actIfPlain(pointer);
    } else if (cell === hand().crate) setHand({ ...hand(), crate: null });
    else if (cell === hand().docker && cell !== activeCell()) setHand(EMPTY_HAND);
    else if (isFar(cell)) {
      take("crate", cell);
      actIfPlain(pointer);
    } else refuse(cell);
    return true;
  }

  /** True for a crate that the docker in hand would first have to walk to. */
  const isFar = (cell: string): boolean =>
    hand().docker !== null &&
    !lit().has(cell) &&
    state().position.crates.has(cell) &&
    !(cell in state().depots);

  /** If only one thing can be done with the crate in hand, a click on the crate does it. */
  function actIfPlain(pointer: string): void {
    const { crate } = hand();
    if (!crate) return;
    const [only, other] = choices(actions(), hand()).filter(({ kind }) => kind !== "flip");
    if (only && !other) pointing.act(only.target, pointer);
    else if (!only) props.hint(t("hint-carry", { crate }));
  }

  function take(kind: "docker" | "crate", cell: string): boolean {
    pointing.disarm();
    props.hint("");
    setHand(kind === "docker" ? { docker: cell, crate: null } : { ...hand(), crate: cell });
    return true;
  }

  /** Every click gets an answer: the server says why the move is illegal. */
  function refuse(cell: string): void {
    if (!props.ready) {
      hintNotNow(props);
      return;
    }
    setTried(cell);
    const setup = actions().find((action) => !action.docker);
    if (setup) props.play(`${setup.kind} ${cell}`);
    else if (state().position.dockers.some((docker) => docker.cell === cell))
      props.play(`${cell}: ${cell}`);
    else {
      const tried = attempt(actions(), hand(), cell);
      if (tried) props.play(tried);
      else props.hint(t("hint-pick-docker"));
    }
  }

  const refused = () => {
    const cells = props.refusal?.cells ?? [];
    const cell = tried();
    return props.refusal && cell && !cells.includes(cell) ? [...cells, cell] : cells;
  };
  /** The flips of the crate in hand, or of all crates in reach. */
  const flips = () =>
    hand().docker ? choices(actions(), hand()).filter(({ kind }) => kind === "flip") : [];

  const title = () => {
    const { docker, crate } = hand();
    if (crate) return t("choose-for-crate", { crate });
    if (docker) return t("choose-for-docker", { docker });
    if (actions().some((action) => !action.docker)) return t("choose-place");
    return t("hint-pick-docker");
  };

  const buttons = {
    text: actionText,
    cost: pointsOf,
    leadsTo: (action: Action) => foretold(props, action),
    onPlay: pointing.play,
    onPoint: pointing.pointAt,
  };
  return (
    <>
      <Board
        scenery={scenery()}
        state={state()}
        actors={actors()}
        problem={"problem" in props.table.options}
        targets={lit()}
        isFar={isFar}
        hand={hand()}
        costs={costs()}
        ghost={ghost()}
        trail={trail()}
        refused={refused()}
        stored={stored()}
        banner={props.banner}
        leadsTo={(cell) => foretold(props, pointing.movesAt(cell)[0])}
        onPick={onPick}
        onAim={pointing.aimAt}
        onCancel={() => {
          pointing.disarm();
          setHand(hand().crate ? { ...hand(), crate: null } : EMPTY_HAND);
        }}
      />
      <ArmedMoves moves={pointing.armedMoves()} {...buttons} />
      <Show when={flips().length}>
        <div class="flip-buttons">
          <MoveButtons moves={flips()} {...buttons} />
        </div>
      </Show>
      {props.children}
      <Show when={props.ready}>
        <AllMoves
          title={title()}
          moves={offered()}
          notation={(action) => action.text}
          {...buttons}
        />
      </Show>
      <TextBoard lines={boardText(state(), scenery())} />
    </>
  );
}
