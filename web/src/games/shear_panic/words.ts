// The meadow in words, for screen readers and the text board.

import { type Key, t } from "../../i18n";
import {
  type Colour,
  cellName,
  type Flock,
  type MenuEntry,
  nameIn,
  type Spot,
  same,
} from "./flock";
import { type Choice, type Deed, isReply, type Reply } from "./notation";
import type { Target } from "./targets";

export const colourName = (colour: Colour | string): string => t(`colour-${colour}` as Key);
/** The letter of a colour beside it, in the reader's language. */
export const letterOf = (colour: Colour | string): string => t(`letter-${colour}` as Key);
export const commandName = (kind: string): string => t(`command-${kind.replace(" ", "-")}` as Key);
/** A command in one sentence. */
export const aboutText = (kind: string): string => t(`about-${kind.replace(" ", "-")}` as Key);
const wayName = (way: string): string => t(`way-${way}` as Key);
export const entryText = (entry: MenuEntry): string => `${commandName(entry.kind)} ${entry.number}`;

export const extrasText = (steps: readonly number[]): string =>
  steps.length ? steps.join(", ") : t("extras-none");

/** An answer in words. `seats` are names by seat. */
export function replyText(reply: Reply, seats: readonly string[]): string {
  if (reply.kind === "first") return seats[reply.player] || t("seat", { number: reply.player + 1 });
  return reply.number ? t("do-extra", { number: reply.number }) : t("do-no-extra");
}

/** An extra step, and the space it takes the counter to. */
export const extraText = (number: number, space: number): string =>
  t("extra-to", { extra: number ? `+${number}` : t("extra-none"), space });

/** `blue +2, green +5`: the players whose points changed. */
export const gainsText = (
  before: readonly number[],
  after: readonly number[],
  colours: readonly Colour[],
): string =>
  after
    .map((points, player) => ({ player, gain: points - (before[player] ?? 0) }))
    .filter(({ gain }) => gain)
    .map(({ player, gain }) => `${colourName(colours[player] ?? "")} ${gain > 0 ? "+" : ""}${gain}`)
    .join(", ");

export const anyText = (choice: Choice, seats: readonly string[]): string =>
  isReply(choice) ? replyText(choice, seats) : choiceText(choice);

export function choiceText(choice: Deed): string {
  switch (choice.kind) {
    case "command": {
      const target = [choice.cell, wayName(choice.way)].filter(Boolean).join(" ");
      return `${commandName(choice.command)} ${choice.number}: ${target}`;
    }
    case "push":
      return t("do-push", { cell: choice.cell, way: wayName(choice.way) });
    case "turn":
      return t("do-turn", { way: wayName(choice.way) });
    case "group":
      return t("do-group", { cell: choice.cell });
    case "move":
      return t("do-move", { move: choice.text.slice(5) });
  }
}

export function spotText(spot: Spot, flock: Flock, target: Target | undefined): string {
  const sheep = flock.sheep.find((found) => same(found, spot));
  const parts = [
    nameIn(flock, spot) || t("outside", { x: spot.x + 1, y: spot.y + 1 }),
    sheep ? t("sheep-of", { colour: colourName(sheep.colour) }) : t("free"),
  ];
  if (target?.kind === "sheep") parts.push(t("can-pick-sheep"));
  else if (target) parts.push(target.choices.map(choiceText).join(" / "));
  return parts.join(", ");
}

export function boardText(
  flock: Flock,
  /** The counter, and what is ahead of it. */
  track: readonly string[],
  figure: string | null,
  colours: readonly Colour[],
  extras: readonly (readonly number[])[],
): string[] {
  const rows = Array.from({ length: flock.height }, (_, y) => {
    const row = flock.sheep.filter((sheep) => sheep.y === y);
    return row.map((sheep) => `${cellName(sheep)} ${colourName(sheep.colour)}`).join(", ");
  });
  const facing = t("flock-faces", { way: wayName(flock.facing) });
  const steps = extras.map((left, player) =>
    t("extras-of", { colour: colourName(colours[player] ?? ""), steps: extrasText(left) }),
  );
  return [
    track.join(" · "),
    facing,
    ...(figure ? [t(`figure-${figure}` as Key)] : []),
    ...rows,
    ...steps,
  ];
}
