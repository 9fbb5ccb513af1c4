// Who won, and why, in sentences.

import { type Key, t } from "../i18n";

interface End {
  game: string;
  winners: readonly number[];
  /** The seats of the player who reads it. At one screen several people play. */
  yours: readonly number[];
  /** By seat. */
  names: readonly string[];
  scores: readonly number[];
  /** What decided the game, if the game says so. */
  decidedBy?: string | undefined;
  /** True if people ended it, not the rules. */
  early?: boolean;
}

export const isWonBy = ({ winners, yours }: Pick<End, "winners" | "yours">): boolean =>
  winners.some((seat) => yours.includes(seat));

const namesOf = ({ winners, names }: End): string =>
  winners.map((seat) => names[seat] ?? "").join(", ");

export function titleOf(end: End): string {
  if (!end.winners.length) return t(end.early ? "game-stopped" : "no-winner");
  if (end.yours.length === 1 && isWonBy(end)) return t("you-won");
  return t("winner", { names: namesOf(end) });
}

/** The points, the tie-break or the marker. Empty if the page does not know the game. */
export function whyOf(end: End): string {
  const [winner] = end.winners;
  if (winner === undefined || end.early) return "";
  const points = end.scores[winner] ?? 0;
  const values = { name: namesOf(end), points };
  if (end.decidedBy) return t(`decided-${end.decidedBy}` as Key, values);
  if (end.game !== "fragile") return "";
  const isTied = end.scores.some((others, seat) => seat !== winner && others === points);
  return t(isTied ? "won-by-marker-tied" : "won-by-marker", values);
}
