// What the server says and hears (docs/protocol.md), as types.

export type Language = "en" | "fr" | "de";
export type Spoken = Partial<Record<Language, string>>;

export interface GameEvent {
  kind: string;
  rule: string;
  text: Spoken;
  [field: string]: unknown;
}

export interface Seat {
  kind?: "open" | "person" | "bot";
  name?: string;
  colour?: string;
  level?: string;
  stand_in?: boolean;
}

interface EntryBase {
  number: number;
  at: number;
  ack?: string;
}

export type Entry = EntryBase &
  (
    | { kind: "joined"; seat: number; name: string; colour: string }
    | { kind: "left"; seat: number }
    | { kind: "started" }
    | {
        kind: "played";
        seat: number;
        move: string;
        events: GameEvent[];
        bot?: boolean;
        reason?: Spoken;
      }
    | { kind: "drawn"; draw: number; move: string; events: GameEvent[] }
    | { kind: "undone"; seat: number; move: string }
    | { kind: "timed-out"; seat: number }
    | { kind: "taken-back"; seat: number }
    | { kind: "extended"; seat: number; seconds: number; by?: number | null }
    | { kind: "chatted"; seat: number; text?: string; phrase?: string }
    | { kind: "ended"; winners: number[]; rule: string; reason: Spoken; secret: string }
    | { kind: "rematched"; table: string }
  );

export type Phase = "waiting" | "playing" | "over";
export type Json = Record<string, unknown>;

export interface StateView {
  number: number;
  version: number;
  phase: Phase;
  actor: number | null;
  status: Spoken;
  scores: number[];
  position: Json;
  moves: string[];
  undo: { possible: boolean; reason: Spoken };
  deadline: number | null;
  winners?: number[] | null;
  /** The board as SVG, of a game that is shown by its picture. */
  picture?: string;
}

export interface TableView {
  id: string;
  game: string;
  rules: number;
  edition: string;
  /** Empty for the standard edition. */
  edition_name: string;
  options: Record<string, string>;
  scenery: Json;
  clock: { kind: "none" | "turn" | "days"; amount: number };
  private: boolean;
  commitment: string;
}

export interface Preview {
  move: string;
  events: GameEvent[];
  scores: number[];
  position: Json;
  /** Where the move leads straight to another choice: what each answer leads to. */
  then?: Preview[];
}

export interface Refusal {
  code: string;
  text: Spoken;
  ack?: string;
  rule?: string;
  cells?: string[];
}

export type Answer =
  | {
      type: "snapshot";
      table: TableView;
      seats: Seat[];
      yours: number[];
      state: StateView;
      entries: Entry[];
      now?: number;
    }
  | { type: "update"; entries: Entry[]; state?: StateView; seats?: Seat[] }
  | { type: "previews"; version: number; moves: Preview[] }
  | { type: "presence"; seats: number[] }
  | { type: "done"; ack: string; number: number }
  | ({ type: "refused" } & Refusal)
  | { type: "pong"; number: number; now: number };

export type Deed =
  | { type: "play"; move: string; version: number }
  | { type: "undo"; version: number }
  | { type: "extend" }
  | { type: "take-back"; seat: number }
  | { type: "chat"; text?: string; phrase?: string };

export interface TableStatus {
  table: TableView;
  phase: Phase;
  seats: Seat[];
  yours: number[];
  watch_key: string;
  join_key: string;
  rematch: string;
}

export interface Listed {
  id: string;
  game: string;
  options: Record<string, string>;
  clock: TableView["clock"];
  phase: Phase;
  seats: Seat[];
  created_at: number;
}

/** Something to choose when a table is set up. */
export interface GameOption {
  name: string;
  kind: "choice" | "number" | "seat" | "one-each";
  question: Spoken;
  choices: Record<string, Spoken>;
  default: string;
  /** For which numbers of players; empty for all. */
  players: number[];
  least: number;
  most: number;
}

export interface GameInfo {
  name: string;
  title: Spoken;
  about: Spoken;
  /** Whether there is a lesson. */
  lesson: boolean;
  rules: number;
  bots: string[];
  bot_titles: Record<string, Spoken>;
  players: number[];
  usual_players: number;
  options: GameOption[];
  /** The standard edition, as text. */
  edition: string;
}

export interface Replay {
  move: number;
  moves: number;
  entry: Entry | null;
  state: StateView;
}

export interface Lesson {
  options: Record<string, string>;
  scenery: Json;
  titles: Spoken[];
}

export interface LessonStep {
  text: Spoken;
  state: StateView;
  events: GameEvent[];
  previews: Preview[];
  done: boolean;
  solution: string[];
}
