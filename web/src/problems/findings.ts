// The findings of the solver, as rows of a table.

import { said } from "../i18n";
import type { CheckView } from "../net/protocol";
import { tp } from "./texts";

export function findings(check: CheckView): [string, string][] {
  const { minimum, refuted, turns, solutions, difficulty } = check;
  const rows: [string, string][] = [[tp("is-solvable"), solvable(check)]];
  if (minimum !== null) {
    rows.push([tp("fewest-turns"), String(minimum)]);
    const counted = solutions === null ? tp("not-counted") : String(solutions);
    rows.push([tp("how-many"), solutions === 1 ? tp("only-one") : counted]);
  } else if (refuted) rows.push([tp("fewest-turns"), tp("more-than", { turns: refuted })]);
  rows.push([tp("is-proved"), proof(check)]);
  if (difficulty !== null) rows.push([tp("difficulty"), difficulty.toFixed(1)]);
  if (check.themes.length) rows.push([tp("theme"), check.themes.map(said).join(", ")]);
  if (minimum !== null && minimum < turns) rows.push([tp("target"), tp("target-loose", { turns })]);
  if (check.spare?.length === 0) rows.push([tp("pieces"), tp("all-needed")]);
  if (check.out_of_time) rows.push([tp("limits"), tp("ran-out-of-time")]);
  if (check.out_of_memory) rows.push([tp("limits"), tp("ran-out-of-memory")]);
  return rows;
}

function solvable({ minimum, turns, refuted }: CheckView): string {
  if (minimum !== null && minimum <= turns) return tp("yes");
  return refuted >= turns ? tp("not-within", { turns }) : tp("unknown");
}

function proof({ proved, certified }: CheckView): string {
  if (!proved) return tp("no");
  return certified ? tp("proved-and-checked") : tp("yes");
}
