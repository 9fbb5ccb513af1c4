// The games this server has, whatever package they come from.

import { createSignal } from "solid-js";
import { said } from "../i18n";
import { api, once } from "../net/api";
import type { GameView } from "../net/protocol";

const [games, setGames] = createSignal<readonly GameView[]>([]);
export const loadGames = once(() => api.games().then(setGames));

const known = (game: string) => games().find((info) => info.name === game);

/** Empty until the list has come. */
export const gameName = (game: string): string =>
  said(known(game)?.title) || (games().length ? game : "");

/** Who a bot is: "3 · Bruno the foreman". */
export const botTitle = (game: string, level: string): string =>
  said(known(game)?.bot_titles[level]) || level;

/** How a bot plays, in a sentence. */
export const botLine = (game: string, level: string): string => said(known(game)?.bot_lines[level]);

export const botsOf = (game: string): readonly string[] => known(game)?.bots ?? [];

/** The colours that the players of a game may choose. */
export const coloursFor = (game: string): readonly string[] => known(game)?.colours ?? [];
