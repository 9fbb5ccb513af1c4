// What the server says of problems (docs/protocol.md). It keeps nothing: the line goes with each question.

import { ask } from "../net/api";
import type { Entry, Json, Preview, Spoken, StateView } from "../net/protocol";

export interface Listed {
  number: number;
  problem: string;
  turns: number;
  difficulty: number | null;
}

export interface Book {
  name: string;
  problems: Listed[];
}

export type PlayedEntry = Extract<Entry, { kind: "played" }>;

export interface Attempt {
  problem: string;
  turns: number;
  used: number;
  solved: boolean;
  scenery: Json;
  entries: PlayedEntry[];
  state: StateView;
  previews: Preview[];
}

export interface Outlook {
  solved: boolean;
  reachable: boolean;
  turns_left: number;
  needed: number | null;
  lost_in: number | null;
  text: Spoken;
}

export interface Hint {
  outlook: Outlook;
  step: number;
  text: Spoken;
}

export interface Solutions {
  minimum: number | null;
  proved: boolean;
  lines: { source: "booklet" | "shortest"; turns: string[]; moves: string[] }[];
}

export interface Check {
  problem: string;
  turns: number;
  minimum: number | null;
  refuted: number;
  proved: boolean;
  certified: boolean | null;
  solutions: number | null;
  difficulty: number | null;
  out_of_time: boolean;
  out_of_memory: boolean;
  seconds: number;
}

export interface Line {
  problem: string;
  moves: readonly string[];
}

const about = <T>(what: string, wish: object) => ask<T>("POST", `/api/problems/${what}`, wish);

export const problemsApi = {
  books: () => ask<Book[]>("GET", "/api/problems"),
  board: () => ask<Json>("GET", "/api/problems/board"),
  attempt: (line: Line & { typed?: string; previews?: boolean }) => about<Attempt>("attempt", line),
  outlook: (line: Line) => about<Outlook>("outlook", line),
  hint: (line: Line & { step: number }) => about<Hint>("hint", line),
  solution: (line: Line & { give_up?: boolean }) => about<Solutions>("solution", line),
  check: (problem: string) => about<Check>("check", { problem }),
  toml: (problem: string) => `/api/problems/toml?problem=${encodeURIComponent(problem)}`,
};
