// The findings of the solver, as rows of a table.

import { said } from "../i18n";
import type { CheckView } from "../net/protocol";
import { isFlock } from "./flock";
import { tp } from "./texts";

export function findings(check: CheckView): [string, string][] {
  if (isFlock(check.problem)) return flockFindings(check);
  const { minimum, refuted, turns, solutions } = check;
  const rows: [string, string][] = [[tp("is-solvable"), solvable(check)]];
  if (minimum !== null) {
    rows.push([tp("fewest-turns"), String(minimum)]);
    const counted = solutions === null ? tp("not-counted") : String(solutions);
    rows.push([tp("how-many"), solutions === 1 ? tp("only-one") : counted]);
  } else if (refuted) rows.push([tp("fewest-turns"), tp("more-than", { turns: refuted })]);
  rows.push(...character(check));
  if (minimum !== null && minimum < turns) rows.push([tp("target"), tp("target-loose", { turns })]);
  if (check.spare?.length === 0) rows.push([tp("pieces"), tp("all-needed")]);
  return [...rows, ...limits(check)];
}

/** Of a problem with dice: the best chance, and the commands to begin with. */
function flockFindings(check: CheckView): [string, string][] {
  const { chance, solutions, turns, spare } = check;
  const rows: [string, string][] = [[tp("best-chance"), chanceText(chance)]];
  if (solutions)
    rows.push([tp("best-firsts"), solutions === 1 ? tp("only-one") : String(solutions)]);
  rows.push(...character(check));
  if (spare?.length === 0 && turns > 1) rows.push([tp("flock-commands"), tp("all-needed")]);
  return [...rows, ...limits(check)];
}

function chanceText(chance: string | null): string {
  if (chance === null) return tp("unknown");
  if (chance === "0") return tp("chance-none");
  return chance === "1" ? tp("chance-sure") : chance;
}

/** What problems of both games have. */
function character(check: CheckView): [string, string][] {
  const { difficulty, themes } = check;
  const rows: [string, string][] = [[tp("is-proved"), proof(check)]];
  if (difficulty !== null) rows.push([tp("difficulty"), difficulty.toFixed(1)]);
  if (themes.length) rows.push([tp("theme"), themes.map(said).join(", ")]);
  return rows;
}

function limits(check: CheckView): [string, string][] {
  const rows: [string, string][] = [];
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
