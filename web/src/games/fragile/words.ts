// The quay in words, for screen readers and the text board.

import { type Key, t } from "../../i18n";
import { nameOf } from "../../i18n/names";
import { CELLS } from "./cells";
import type { Action } from "./notation";
import type { Crate, FragileState, Scenery } from "./position";
import type { Target } from "./targets";

function crateText(crate: Crate): string {
  if (crate.goal) return t("crate-goal", { goal: crate.goal });
  if (crate.fresh) return t("crate-fresh");
  return crate.fragile ? t("crate-fragile") : t("crate");
}

const called = (player: number): string => nameOf(player) || t("player", { number: player + 1 });

export function actionText(action: Action): string {
  const key = `action-${action.kind}` as Key;
  return t(key, { crate: action.crate ?? "", target: action.target });
}

export function contents(cell: string, state: FragileState, scenery: Scenery): string {
  const parts: string[] = [];
  const owner = state.depots[cell];
  const door = scenery.slots[cell];
  if (owner !== undefined) {
    const neutral = scenery.alone ? t("depot") : t("depot-neutral");
    const whose = owner === null ? neutral : t("depot-of", { player: called(owner) });
    parts.push(t("opens-to", { what: whose, door: door ?? "" }));
  } else if (door) parts.push(t("opens-to", { what: t("slot"), door }));
  const crates = state.position.crates.get(cell);
  if (crates?.length === 1) parts.push(...crates.map(crateText));
  else if (crates) parts.push(t("stack-of", { crates: crates.map(crateText).join(", ") }));
  const index = state.position.dockers.findIndex((docker) => docker.cell === cell);
  const docker = state.position.dockers[index];
  if (docker) parts.push(dockerText(docker.player, index === state.active, scenery));
  return parts.join(", ");
}

/** In a problem the player has no number. */
function dockerText(player: number, acts: boolean, scenery: Scenery): string {
  if (!scenery.alone) return t(acts ? "docker-acting" : "docker-of", { player: called(player) });
  if (player > 0) return t("docker-helper");
  return t(acts ? "docker-own-acting" : "docker-own");
}

export function cellText(
  cell: string,
  state: FragileState,
  scenery: Scenery,
  target: Target | undefined,
  points: number | undefined,
): string {
  const what = [cell, contents(cell, state, scenery) || t("free")];
  if (target?.kind === "act") {
    const actions = target.actions.map(actionText).join(" / ");
    if (points !== undefined) what.push(`${actions} (${t("points", { count: points })})`);
    else if (actions) what.push(actions);
  } else if (target) what.push(t(target.kind === "docker" ? "can-pick-docker" : "can-pick-crate"));
  return what.join(", ");
}

/** A line for each cell that is not empty. */
export function boardText(state: FragileState, scenery: Scenery): string[] {
  return CELLS.flatMap((cell) => {
    const what = contents(cell, state, scenery);
    return what ? [`${cell}: ${what}`] : [];
  });
}
