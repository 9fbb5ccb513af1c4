// What a player of Shear Panic is after at this moment, in words for a newcomer.

import { type Key, t } from "../../i18n";
import type { StateView } from "../../net/protocol";
import type { Setting } from "../scene";
import { covering } from "./covering";
import { readScenery, readState, type Scenery } from "./flock";

/** What the counter comes to next, and how far it is: a gate, a pen, the next field, panic. */
export function aheadOf(counter: number, { fields, panic }: Scenery): string[] {
  const found: string[] = [];
  const field = fields.find(({ first, last }) => first <= counter && counter <= last);
  if (field && field.gate !== null) {
    if (counter < field.gate) found.push(t("ahead-gate", { count: field.gate - counter }));
    else if (counter < field.last) found.push(t("ahead-pen", { count: field.last - counter }));
  }
  const next = fields.find(({ first }) => first > counter);
  if (next && (!field || field.gate === null || counter === field.last))
    found.push(
      t("ahead-field", { field: t(`source-${next.kind}` as Key), count: next.first - counter }),
    );
  const face = panic.find((space) => space > counter);
  if (face !== undefined) found.push(t("ahead-panic", { count: face - counter }));
  return found;
}

/** True if a command that the acting player still has can take the counter to the last space. */
export function mayBeLast(
  { counter, player, used, extras }: ReturnType<typeof readState>,
  { menu, fields }: Scenery,
): boolean {
  const left = covering(menu, used[player] ?? []).filter(({ covered }) => !covered);
  const command = Math.max(0, ...left.map(({ entry }) => entry.number));
  const extra = Math.max(0, ...(extras[player] ?? []));
  return counter + command + extra >= (fields.at(-1)?.last ?? 0);
}

export function sheepGoal(view: StateView, table: Setting): string {
  if (view.phase !== "playing") return "";
  const scenery = readScenery(table.scenery);
  const state = readState(view.position);
  const { counter, task, used } = state;
  const onTruck = counter === 0 && task !== "command" && used.every((list) => !list.length);
  if (onTruck) return t("goal-truck");
  const field = scenery.fields.find(({ last }) => counter <= last);
  const goal = t(`goal-${field?.kind ?? "team"}` as Key);
  const last = mayBeLast(state, scenery) ? [t("last-turn-near")] : [];
  const parts = [...last, goal, ...aheadOf(counter, scenery)];
  return parts.map((part) => part.replace(/\.$/, "")).join(" · ");
}
