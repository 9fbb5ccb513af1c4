// Questions to the server over HTTP.

import { language, said, t } from "../i18n";
import type {
  AnyArranging,
  AnyEntry,
  Brief,
  GameView,
  Joining,
  LessonStepView,
  LessonView,
  Listed,
  NewTable,
  Phrase,
  RefusedMessage,
  Replay,
  Rulebook,
  TableStatus,
} from "./protocol";

export type Refusal = Omit<RefusedMessage, "type">;

/** The server refused, or it could not be reached (`code` is "offline"). */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** What went wrong, for people. */
export const troubleText = (error: unknown): string =>
  error instanceof Refused ? said(error.refusal.text) || t("offline") : String(error);

/** Asks once and keeps the answer. After a failure the next call asks again. */
export function once<T>(question: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= question().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

function csrfToken(): string {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await askText(method, path, body);
  return (text ? JSON.parse(text) : null) as T;
}

export async function askText(method: string, path: string, body?: unknown): Promise<string> {
  const headers: Record<string, string> = { "x-csrftoken": csrfToken() };
  if (body !== undefined) headers["content-type"] = "application/json";
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refused({ code: "offline", text: {} });
  }
  if (response.ok) return response.text();
  const refusal = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  const { code = response.status === 429 ? "rate" : "failed", text = {} } = refusal ?? {};
  throw new Refused({ ...refusal, code, text });
}

export const withKey = (path: string, key: string) =>
  key ? `${path}${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}` : path;

/** A salt of our own, so that the server alone does not decide about the dice. */
export function salted(wish: Joining): Joining {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return {
    salt: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    ...wish,
  };
}

/** The server gives a log in parts. */
async function wholeLog(id: string, key: string): Promise<AnyEntry[]> {
  const entries: AnyEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.number ?? 0;
    const query = new URLSearchParams({ key, after: `${after}` });
    const part = await ask<AnyEntry[]>("GET", `/api/tables/${id}/log?${query}`);
    if (!part.length) return entries;
    entries.push(...part);
  }
}

export const api = {
  games: () => ask<GameView[]>("GET", "/api/games"),
  rules: (game: string) => ask<Rulebook>("GET", `/api/games/${game}/rules`),
  lesson: (game: string) => ask<LessonView>("GET", `/api/games/${game}/lesson`),
  lessonStep: (game: string, step: number, moves: readonly string[]) => {
    const played = new URLSearchParams([
      ["language", language()],
      ...moves.map((move) => ["move", move]),
    ]);
    return ask<LessonStepView>("GET", `/api/games/${game}/lesson/${step}?${played}`);
  },
  phrases: () => ask<Phrase[]>("GET", "/api/phrases"),
  openTables: () => ask<Listed[]>("GET", "/api/tables"),
  look: (id: string, key: string) => ask<TableStatus>("GET", withKey(`/api/tables/${id}`, key)),
  create: (table: NewTable) => {
    const wish = table.join ? { ...table, join: salted(table.join) } : table;
    return ask<TableStatus>("POST", "/api/tables", wish);
  },
  join: (id: string, wish: Joining) =>
    ask<TableStatus>("POST", `/api/tables/${id}/seats`, salted(wish)),
  tidyAway: (id: string) => ask<null>("DELETE", `/api/tables/${id}`),
  arrange: (id: string, wish: AnyArranging) =>
    ask<TableStatus>("POST", `/api/tables/${id}/arrange`, wish),
  resign: (id: string, seat: number) => ask<null>("POST", `/api/tables/${id}/seats/${seat}/resign`),
  stop: (id: string, yes: boolean) => ask<null>("POST", `/api/tables/${id}/stop`, { yes }),
  rematch: (id: string, yes: boolean) =>
    ask<TableStatus>("POST", `/api/tables/${id}/rematch`, { yes }),
  rewind: (id: string, version: number) =>
    ask<null>("POST", `/api/tables/${id}/rewind`, { version }),
  brief: (id: string, key: string) => ask<Brief>("GET", withKey(`/api/tables/${id}/brief`, key)),
  editionOf: (id: string, key: string) => withKey(`/api/tables/${id}/edition`, key),
  log: wholeLog,
  atMove: (id: string, move: number, key: string) =>
    ask<Replay>("GET", withKey(`/api/tables/${id}/moves/${move}`, key)),
};
