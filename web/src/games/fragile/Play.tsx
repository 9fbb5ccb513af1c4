// Playing Fragile: what is in hand, what is lit, what a click means. Legality comes from the server.

import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { t } from "../../i18n";
import { MoveButton } from "../MoveButton";
import type { Scene } from "../scene";
import { TextBoard } from "../TextBoard";
import { Board, type Ghost } from "./Board";
import { type Actor, cast } from "./cast";
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
  const [aim, setAim] = createSignal<string | null>(null);
  /** A tap showed this; another tap on the same does it. */
  const [armed, setArmed] = createSignal<string | null>(null);
  const [pointed, setPointed] = createSignal<Action | null>(null);

  // A new position: the docker that acts stays in hand as long as it can do something.
  createEffect(
    on(actions, (list) => {
      const active = activeCell();
      const able = list.some((action) => action.docker && action.docker === active);
      setHand({ docker: able ? active : null, crate: null });
      setArmed(null);
      setPointed(null);
    }),
  );

  // The last move stays marked, also when its turn is over.
  const trail = createMemo<Motion[]>((before) => {
    const found = motions(props.shown.events);
    return found.length || !props.shown.events.length ? found : before;
  }, []);
  const lit = createMemo(() => targets(actions(), hand()));
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

  /** The one action that the pointer, the cursor or a first tap is about. */
  const considered = createMemo(() => {
    const from = pointed();
    if (from) return from;
    const cell = armed() ?? aim();
    const target = cell === null ? undefined : lit().get(cell);
    return target?.kind === "act" ? (target.actions[0] ?? null) : null;
  });
  const ghost = createMemo<Ghost | null>(() => {
    const action = considered();
    const found = action && props.preview(action.text);
    return found ? { motions: motions(found.events), cost: cost(found.events) } : null;
  });

  function play(action: Action): void {
    setPointed(null);
    setArmed(null);
    props.play(action.text);
  }

  function onPick(cell: string, pointer: string): boolean {
    const target = lit().get(cell);
    if (pointer === "press") {
      if (target?.kind === "docker" || target?.kind === "crate") return take(target.kind, cell);
      return false;
    }
    if (target?.kind === "act") {
      const only = target.actions.length === 1 ? target.actions[0] : undefined;
      if (only && (pointer !== "touch" || armed() === cell)) play(only);
      else setArmed(cell);
      return true;
    }
    if (target) return take(target.kind, cell);
    if (cell === hand().crate) setHand({ ...hand(), crate: null });
    else if (cell === hand().docker && cell !== activeCell()) setHand(EMPTY_HAND);
    else refuse(cell);
    return true;
  }

  function take(kind: "docker" | "crate", cell: string): boolean {
    setArmed(null);
    setHand(kind === "docker" ? { docker: cell, crate: null } : { ...hand(), crate: cell });
    return true;
  }

  /** Nothing is refused in silence: the server is asked why not. */
  function refuse(cell: string): void {
    if (!props.ready) {
      props.hint(t(props.shown.state.phase === "over" ? "hint-over" : "hint-not-now"));
      return;
    }
    const setup = actions().find((action) => !action.docker);
    if (setup) props.play(`${setup.kind} ${cell}`);
    else if (state().position.dockers.some((docker) => docker.cell === cell))
      props.play(`${cell}: ${cell}`);
    else {
      const tried = attempt(hand(), cell);
      if (tried) props.play(tried);
      else props.hint(t("hint-pick-docker"));
    }
  }

  const title = () => {
    const { docker, crate } = hand();
    if (crate) return t("choose-for-crate", { crate });
    if (docker) return t("choose-for-docker", { docker });
    if (actions().some((action) => !action.docker)) return t("choose-place");
    return t("hint-pick-docker");
  };

  const armedActions = () => {
    const target = lit().get(armed() ?? "");
    return target?.kind === "act" ? target.actions : [];
  };

  return (
    <>
      <Board
        scenery={scenery()}
        state={state()}
        actors={actors()}
        problem={"problem" in props.table.options}
        targets={lit()}
        hand={hand()}
        costs={costs()}
        ghost={ghost()}
        trail={trail()}
        refused={props.refusal?.cells ?? []}
        onPick={onPick}
        onAim={setAim}
        onCancel={() => {
          setArmed(null);
          setHand(hand().crate ? { ...hand(), crate: null } : EMPTY_HAND);
        }}
      />
      <Show when={armedActions().length}>
        <fieldset class="armed" aria-label={t("confirm-move")}>
          <For each={armedActions()}>
            {(action) => (
              <MoveButton
                text={actionText(action)}
                cost={pointsOf(action)}
                strong
                onPlay={() => play(action)}
                onPoint={(on) => setPointed(on ? action : null)}
              />
            )}
          </For>
        </fieldset>
      </Show>
      {props.children}
      <Show when={props.ready}>
        <details class="choices">
          <summary>
            {title()} <span class="count">{offered().length || ""}</span>
          </summary>
          <div class="choice-list">
            <For each={offered()}>
              {(action) => (
                <MoveButton
                  text={actionText(action)}
                  notation={action.text}
                  cost={pointsOf(action)}
                  onPlay={() => play(action)}
                  onPoint={(on) => setPointed(on ? action : null)}
                />
              )}
            </For>
          </div>
        </details>
      </Show>
      <TextBoard lines={boardText(state(), scenery())} />
    </>
  );
}
