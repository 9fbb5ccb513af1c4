// A table against the weakest bots, at once.

import { loadGames } from "../games/known";
import { t } from "../i18n";
import { playerName, rememberTable } from "../memory";
import { api } from "../net/api";
import { go } from "../route";

export async function practise(game: string): Promise<void> {
  const known = (await loadGames()).find((info) => info.name === game);
  const bot = known?.bots.includes("1") ? "1" : "random";
  const players = known?.usual_players ?? 2;
  const made = await api.create({
    game,
    options: { players: String(players) },
    seats: Array.from({ length: players }, (_, seat) => (seat === 0 ? {} : { bot })),
    clock: { kind: "none", amount: 120 },
    private: true,
    join: { name: playerName().trim() || t("default-name"), seat: 0 },
  });
  const key = made.join_key || made.watch_key;
  rememberTable({ id: made.table.id, key, game, at: Date.now() });
  go({ page: "table", id: made.table.id, key });
}
