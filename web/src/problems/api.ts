// Questions about problems (docs/protocol.md). Each has all the moves.

import { readScenery } from "../games/fragile/position";
import { language } from "../i18n";
import { ask } from "../net/api";
import type {
  AttemptView,
  AttemptWish,
  BookView,
  CheckView,
  ComposeView,
  ComposeWish,
  DailyView,
  HintView,
  HintWish,
  Json,
  LineWish,
  OutlookView,
  PrintedSolution,
  ProblemWish,
  ProgressView,
  ProgressWish,
  ProposedView,
  ProposeWish,
  ResultView,
  ResultWish,
  SolutionView,
  SolutionWish,
} from "../net/protocol";

const about = <T>(what: string, wish: ProblemWish) => ask<T>("POST", `/api/problems/${what}`, wish);

export const problemsApi = {
  books: () => ask<BookView[]>("GET", "/api/problems"),
  daily: (game: string) => ask<DailyView>("GET", `/api/problems/daily?game=${game}`),
  solutions: (book: string) =>
    ask<PrintedSolution[]>("GET", `/api/problems/${encodeURIComponent(book)}/solutions`),
  board: (game: string) => ask<Json>("GET", `/api/problems/board?game=${game}`),
  quay: () => problemsApi.board("fragile").then((found) => readScenery(found)),
  attempt: (line: AttemptWish) => about<AttemptView>("attempt", { language: language(), ...line }),
  outlook: (line: LineWish) => about<OutlookView>("outlook", line),
  hint: (line: HintWish) => about<HintView>("hint", line),
  solution: (line: SolutionWish) => about<SolutionView>("solution", line),
  result: (wish: ResultWish) => about<ResultView>("result", wish),
  progress: (wish: ProgressWish) => ask<ProgressView>("POST", "/api/problems/progress", wish),
  compose: (wish: ComposeWish) => about<ComposeView>("compose", wish),
  propose: (wish: ProposeWish) => about<ProposedView>("propose", wish),
  check: (problem: string) => about<CheckView>("check", { problem }),
  toml: (problem: string) => `/api/problems/toml?problem=${encodeURIComponent(problem)}`,
};
