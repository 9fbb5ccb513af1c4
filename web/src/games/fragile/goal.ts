// What a player of Fragile is after at this moment, in words for a newcomer.

import { t } from "../../i18n";
import { nameOf } from "../../i18n/names";
import type { StateView } from "../../net/protocol";
import type { Setting } from "../scene";
import { readScenery, readState } from "./position";

const placing = (state: StateView): string => state.moves[0]?.split(" ")[0] ?? "";

/** The server lists all places; on the board they are lit. */
export function fragileToDo(state: StateView): string {
  const what = placing(state);
  return what === "depot" || what === "docker" ? t(`do-${what}`) : "";
}

export function fragileGoal(view: StateView, table: Setting, me: number | null): string {
  const scenery = readScenery(table.scenery);
  if (view.phase !== "playing" || scenery.alone) return "";
  const state = readState(view.position);
  const player = view.actor ?? 0;
  const what = placing(view);
  if (what === "depot") {
    const own = Object.values(state.depots).filter((owner) => owner === player).length;
    return t("goal-depot", { number: own + 1, all: scenery.depots });
  }
  if (what === "docker") {
    const own = state.position.dockers.filter((docker) => docker.player === player).length;
    return t("goal-docker", { number: own + 1, all: scenery.dockers });
  }
  if (state.last_turns || state.full_player !== null)
    return t("goal-last-turns", { name: nameOf(state.full_player ?? 0) });
  return `${t("goal-crates")} ${markerText(state.marker, view.scores, me)}`;
}

function markerText(marker: number | null, scores: readonly number[], me: number | null): string {
  if (marker === null) return t("goal-marker-free");
  if (marker === me) return t("goal-marker-mine");
  return t("goal-marker", { name: nameOf(marker), points: scores[marker] ?? 0 });
}
