// Questions of the what-if board (docs/protocol.md).

import { language } from "../i18n";
import { ask, askText, salted, withKey } from "../net/api";
import type {
  AdviceView,
  Branch,
  BranchView,
  BranchWish,
  PlayOnWish,
  Seat,
  TableStatus,
} from "../net/protocol";
import { go } from "../route";
import { bareRecord, packed, type SharedBranch } from "./branch";

export const whatIfApi = {
  look: (wish: BranchWish) =>
    ask<BranchView>("POST", "/api/what-if", { language: language(), ...wish }),
  advice: (branch: Branch) => ask<AdviceView>("POST", "/api/what-if/advice", branch),
  playOn: (wish: PlayOnWish) =>
    ask<TableStatus>("POST", "/api/what-if/table", { ...wish, join: salted(wish.join) }),
  record: (id: string, key: string) => askText("GET", withKey(`/api/tables/${id}/record`, key)),
};

/** The branch that begins at a table after so many moves; null for all. */
export async function branchOfTable(
  id: string,
  key: string,
  move: number | null,
  seats: readonly Seat[],
): Promise<SharedBranch> {
  const text = bareRecord(await whatIfApi.record(id, key));
  return {
    start: { type: "record", text },
    move,
    moves: [],
    seats: seats.map(({ name = "", colour = "" }) => ({ name, colour })),
  };
}

export async function openBranch(branch: SharedBranch): Promise<void> {
  go({ page: "whatif", branch: await packed(branch) });
}
