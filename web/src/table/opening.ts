// Ways to a table that has just been made.

import { rememberTable } from "../memory";
import type { TableStatus } from "../net/protocol";
import { go } from "../route";

export function goToTable({ table, join_key, watch_key }: TableStatus): void {
  const key = join_key || watch_key;
  rememberTable({ id: table.id, key, game: table.game, at: Date.now() });
  go({ page: "table", id: table.id, key });
}
