// The games this server has, whatever package they come from.

import { createSignal } from "solid-js";
import { said, t } from "../i18n";
import { api, once } from "../net/api";
import type { GameView } from "../net/protocol";

const [games, setGames] = createSignal<readonly GameView[]>([]);
export const loadGames = once(() => api.games().then(setGames));

const known = (game: string) => games().find((info) => info.name === game);

/** Empty until the list has come. */
export const gameName = (game: string): string =>
  said(known(game)?.title) || (games().length ? game : "");

export function botName(game: string, level: string): string {
  if (level === "random") return t("bot-random");
  if (/^\d+$/.test(level)) return t("bot-level", { level });
  return said(known(game)?.bot_titles[level]) || level;
}
