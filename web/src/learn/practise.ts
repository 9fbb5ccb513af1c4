// A table against the weakest bots, at once.

import { t } from "../i18n";
import { playerName, rememberTable } from "../memory";
import { api } from "../net/api";
import { go } from "../route";

const EASY = "1";

export async function practise(game: string): Promise<void> {
  const known = (await api.games()).find((info) => info.name === game);
  const players = known?.usual_players ?? 2;
  const made = await api.create({
    game,
    options: { players: String(players) },
    seats: Array.from({ length: players }, (_, seat) => (seat === 0 ? {} : { bot: EASY })),
    clock: { kind: "none", amount: 120 },
    private: true,
    join: { name: playerName().trim() || t("default-name"), seat: 0 },
  });
  const key = made.join_key || made.watch_key;
  rememberTable({ id: made.table.id, key, game, at: Date.now() });
  go({ page: "table", id: made.table.id, key });
}
