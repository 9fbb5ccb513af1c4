// A table against the weakest bots, at once.

import { loadGames } from "../games/known";
import { t } from "../i18n";
import { playerName } from "../memory";
import { api } from "../net/api";
import type { TableStatus } from "../net/protocol";

export async function practise(game: string): Promise<TableStatus> {
  const known = (await loadGames()).find((info) => info.name === game);
  const bot = known?.bots.includes("1") ? "1" : "random";
  const players = known?.usual_players ?? 2;
  return api.create({
    game,
    options: { players: String(players) },
    seats: Array.from({ length: players }, (_, seat) => (seat === 0 ? {} : { bot })),
    clock: { kind: "none", amount: 120 },
    private: true,
    practice: true,
    join: { name: playerName().trim() || t("default-name"), seat: 0 },
  });
}
