// Questions about problems (docs/protocol.md). The server keeps nothing: each has all the moves.

import { readScenery } from "../games/fragile/position";
import { language } from "../i18n";
import { ask } from "../net/api";
import type {
  AttemptView,
  AttemptWish,
  BookView,
  CheckView,
  DailyView,
  HintView,
  HintWish,
  Json,
  LineWish,
  OutlookView,
  PrintedSolution,
  ProblemWish,
  SolutionView,
  SolutionWish,
} from "../net/protocol";

const about = <T>(what: string, wish: ProblemWish) => ask<T>("POST", `/api/problems/${what}`, wish);

export const problemsApi = {
  books: () => ask<BookView[]>("GET", "/api/problems"),
  daily: () => ask<DailyView>("GET", "/api/problems/daily"),
  solutions: (book: string) =>
    ask<PrintedSolution[]>("GET", `/api/problems/${encodeURIComponent(book)}/solutions`),
  board: () => ask<Json>("GET", "/api/problems/board").then((found) => readScenery(found)),
  attempt: (line: AttemptWish) => about<AttemptView>("attempt", { language: language(), ...line }),
  outlook: (line: LineWish) => about<OutlookView>("outlook", line),
  hint: (line: HintWish) => about<HintView>("hint", line),
  solution: (line: SolutionWish) => about<SolutionView>("solution", line),
  check: (problem: string) => about<CheckView>("check", { problem }),
  toml: (problem: string) => `/api/problems/toml?problem=${encodeURIComponent(problem)}`,
};
