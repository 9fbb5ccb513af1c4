// Written by build_backend/make_types.py from the server's structs: change that, then run it.

export type Json = Record<string, unknown>;

/** One sentence, by language. */
export type Spoken = Record<string, string>;

/** Something that happened; its game knows more of it. */
export interface GameEvent {
  kind: string;
  /** The rule that caused it. */
  rule: string;
  text: Spoken;
}

export type AnyRequest = Hello | Play | Undo | Extend | TakeBack | Chat | Resume | Ping;

export type Deed = Play | Undo | Extend | TakeBack | Chat;

export type AnyAnswer =
  | SnapshotMessage
  | Update
  | Previews
  | PresenceMessage
  | Done
  | RefusedMessage
  | Pong;

export type AnyEntry =
  | Joined
  | Left
  | Started
  | Played
  | Drawn
  | Undone
  | TimedOut
  | TakenBack
  | Extended
  | Chatted
  | Ended
  | Rematched;

/** The first message. `last` is the number of the last entry seen. */
export interface Hello {
  type: "hello";
  last?: number | null;
  /** Send what each legal move leads to, with every state. */
  previews?: boolean;
  /** Send which seats' owners are at the table, whenever that changes. */
  presence?: boolean;
  /** The language of the sentences in previews; all of them if it is not said. */
  language?: "de" | "en" | "fr" | null;
}

export interface Play {
  type: "play";
  ack: string;
  version: number;
  move: string;
}

export interface Undo {
  type: "undo";
  ack: string;
  version: number;
}

/** One more minute for the player who is thinking. */
export interface Extend {
  type: "extend";
  ack: string;
}

/** The seat is played by its owner again, no longer by a bot. */
export interface TakeBack {
  type: "take-back";
  ack: string;
  seat: number;
}

export interface Chat {
  type: "chat";
  ack: string;
  text?: string;
  phrase?: string;
}

/** Everything after `last` again: the client noticed a gap. */
export interface Resume {
  type: "resume";
  last: number;
}

export interface Ping {
  type: "ping";
}

export interface UndoView {
  possible: boolean;
  /** Why not; empty if it is possible. */
  reason: Spoken;
}

/** All there is to see and to do after entry `number`. The client needs no rules. */
export interface StateView {
  number: number;
  version: number;
  phase: "over" | "playing" | "waiting";
  actor: number | null;
  status: Spoken;
  scores: number[];
  position: Json;
  moves: string[];
  undo: UndoView;
  deadline: number | null;
  winners?: number[] | null;
  /** The board as SVG, of a game that is shown by its picture. */
  picture?: string;
}

/** What does not change. */
export interface TableView {
  id: string;
  game: string;
  rules: number;
  /** Fingerprint of the edition. */
  edition: string;
  /** What an edition of one's own is called; empty if it is the standard one. */
  edition_name: string;
  options: Record<string, string>;
  /** Board, track, menu: what a picture needs beside the state. */
  scenery: Json;
  clock: Clock;
  private: boolean;
  commitment: string;
}

/** Everything, for a client that knows nothing or too little. */
export interface SnapshotMessage {
  type: "snapshot";
  table: TableView;
  seats: Seat[];
  yours: number[];
  state: StateView;
  /** The last few, for a log; the first has number `state.number - len(entries) + 1`. */
  entries: AnyEntry[];
  now?: number;
}

/** What happened, in order. `state` and `seats` stand where they have changed. */
export interface Update {
  type: "update";
  entries: AnyEntry[];
  state?: StateView | null;
  seats?: Seat[] | null;
}

/** What a legal move leads to, as far as chance has no say: what happens, and the scores. */
export interface Preview {
  move: string;
  events: GameEvent[];
  scores: number[];
  /** Each next move, where the choice of a move includes it; these look no further. */
  then?: Preview[];
}

/** For each legal move of this version. */
export interface Previews {
  type: "previews";
  version: number;
  moves: Preview[];
}

/** The seats whose owners have the table open now. */
export interface PresenceMessage {
  type: "presence";
  seats: number[];
}

/** A request that was heard before; entry `number` had answered it. */
export interface Done {
  type: "done";
  ack: string;
  number: number;
}

/** Nothing changed. To the one who asked, and nobody else. */
export interface RefusedMessage {
  type: "refused";
  code: string;
  text: Spoken;
  ack?: string;
  rule?: string;
  cells?: string[];
}

export interface Pong {
  type: "pong";
  number: number;
  now: number;
}

/** How long a turn may take: `amount` seconds, or days. */
export interface Clock {
  kind: "days" | "none" | "turn";
  amount: number;
}

/** One place at a table. */
export interface Seat {
  kind?: "bot" | "open" | "person";
  name?: string;
  colour?: string;
  /** Which bot plays here: always for a bot, while `stand_in` for a person. */
  level?: string;
  /** A bot plays for the person until they take the seat back. */
  stand_in?: boolean;
}

export interface Entry {
  number: number;
  /** Seconds since 1970. */
  at: number;
  /** The id under which somebody asked for it; seeing it is the acknowledgement. */
  ack?: string;
}

export interface Joined extends Entry {
  kind: "joined";
  seat: number;
  name: string;
  colour: string;
  /** What this player added to the dice. */
  salt: string;
}

export interface Left extends Entry {
  kind: "left";
  seat: number;
}

export interface Started extends Entry {
  kind: "started";
}

export interface Played extends Entry {
  kind: "played";
  seat: number;
  move: string;
  events: GameEvent[];
  bot?: boolean;
  /** Why a bot played it. */
  reason?: Spoken;
}

/** Chance decided; `draw` counts from 0. */
export interface Drawn extends Entry {
  kind: "drawn";
  draw: number;
  move: string;
  events: GameEvent[];
}

export interface Undone extends Entry {
  kind: "undone";
  seat: number;
  move: string;
}

/** A bot plays for this seat from now on. */
export interface TimedOut extends Entry {
  kind: "timed-out";
  seat: number;
}

/** The player plays again where a bot stood in. */
export interface TakenBack extends Entry {
  kind: "taken-back";
  seat: number;
}

export interface Extended extends Entry {
  kind: "extended";
  seat: number;
  seconds: number;
  /** The seat that gave the time; null if the server was down. */
  by?: number | null;
}

export interface Chatted extends Entry {
  kind: "chatted";
  seat: number;
  text?: string;
  phrase?: string;
}

export interface Ended extends Entry {
  kind: "ended";
  winners: number[];
  rule: string;
  reason: Spoken;
  /** What the dice came from; its hash was shown before the first roll. */
  secret: string;
}

/** The same people play again, at another table. */
export interface Rematched extends Entry {
  kind: "rematched";
  table: string;
}

/** What a seat is for: a person, or a bot of a level. */
export interface SeatWish {
  bot?: string | null;
}

export interface Joining {
  name: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow" | null;
  seat?: number | null;
  key?: string;
  salt?: string;
}

export interface NewTable {
  game: string;
  options?: Record<string, string>;
  /** The text of an edition of one's own; the standard one if there is none. */
  edition?: string | null;
  /** Who each seat is for; people on all of them if it is not said. */
  seats?: SeatWish[] | null;
  clock?: Clock;
  private?: boolean;
  /** Sit down at once. */
  join?: Joining | null;
}

/** Something to choose when a table is set up; `tablee.core.options` says what kinds mean. */
export interface OptionView {
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

export interface GameView {
  name: string;
  title: Spoken;
  about: Spoken;
  /** Whether there is a lesson. */
  lesson: boolean;
  /** The rules version of new games. */
  rules: number;
  bots: string[];
  bot_titles: Record<string, Spoken>;
  players: number[];
  usual_players: number;
  options: OptionView[];
  /** The standard edition, for whoever wants to correct it. */
  edition: string;
}

export interface Phrase {
  phrase: string;
  text: Spoken;
}

export interface Listed {
  id: string;
  game: string;
  options: Record<string, string>;
  clock: Clock;
  phase: "over" | "playing" | "waiting";
  seats: Seat[];
  created_at: number;
}

export interface TableStatus {
  table: TableView;
  phase: "over" | "playing" | "waiting";
  seats: Seat[];
  yours: number[];
  watch_key: string;
  /** Only for those who may invite: the players. */
  join_key: string;
  rematch: string;
}

/** The table after so many moves; draws count as moves. */
export interface Replay {
  move: number;
  moves: number;
  entry: AnyEntry | null;
  state: StateView;
}

/** A rule with its id. `figure` names its picture, or is empty. */
export interface Rule {
  id: string;
  title: Record<string, string>;
  text: Record<string, string>;
  figure: string;
  /** Marks for the sources of the rule. Marks of a chapter hold for all its rules. */
  sources: string[];
}

/** Rules that belong together, with an introduction. */
export interface Chapter extends Rule {
  rules: Rule[];
}

export interface Rulebook {
  about: Record<string, string>;
  chapters: Chapter[];
  /** The meaning of each mark in this book. */
  marks: Record<string, Record<string, string>>;
}

/** What does not change in a lesson. */
export interface LessonView {
  options: Record<string, string>;
  scenery: Json;
  titles: Record<string, string>[];
}

/** A step after a learner's moves. */
export interface LessonStepView {
  text: Record<string, string>;
  state: StateView;
  /** What the last move led to. */
  events: GameEvent[];
  previews: Preview[];
  done: boolean;
  solution: string[];
}

export interface ProblemWish {
  /** As one line: turns;crates;dockers;others. */
  problem: string;
}

export interface LineWish extends ProblemWish {
  /** What was played since the start, each move in notation; `end` ends a turn. */
  moves?: string[];
}

export interface AttemptWish extends LineWish {
  /** What is to be played next, as typed; several moves are all played or none. */
  typed?: string;
  /** Tell what each legal move leads to. */
  previews?: boolean;
  /** The language of the sentences in previews; all of them if it is not said. */
  language?: "de" | "en" | "fr" | null;
}

export interface HintWish extends LineWish {
  step: number;
}

export interface SolutionWish extends LineWish {
  /** Who has not solved it has to say so. */
  give_up?: boolean;
}

/** A problem in a book, without its solution. */
export interface ListedProblem {
  number: number;
  problem: string;
  turns: number;
  difficulty: number | null;
}

export interface BookView {
  name: string;
  problems: ListedProblem[];
}

/** A line of play and what can follow. The page needs no rules. */
export interface AttemptView {
  problem: string;
  /** As many as the problem allows. */
  turns: number;
  /** Turns begun so far. */
  used: number;
  solved: boolean;
  scenery: Json;
  /** Every move of the line with its events. */
  entries: Played[];
  state: StateView;
  previews: Preview[];
}

/** Whether it can still be solved within the turns allowed; exact. */
export interface OutlookView {
  solved: boolean;
  reachable: boolean;
  turns_left: number;
  /** Turns it still takes at least, the one begun included. */
  needed: number | null;
  /** The turn that spoiled it; 0 if it could not be done from the start. */
  lost_in: number | null;
  text: Spoken;
}

export interface HintView {
  outlook: OutlookView;
  step: number;
  /** Empty if there is nothing to hint at. */
  text: Spoken;
}

export interface SolutionLine {
  source: "booklet" | "shortest";
  turns: string[];
  /** The same, move by move, as `moves` of an attempt. */
  moves: string[];
}

export interface SolutionView {
  /** The fewest turns; null if there is no solution within the turns looked through. */
  minimum: number | null;
  proved: boolean;
  lines: SolutionLine[];
}

/** What the solver found out about a problem in the time it has. */
export interface CheckView {
  problem: string;
  turns: number;
  /** The fewest turns; null if none is known. */
  minimum: number | null;
  /** No solution has so many turns or fewer. */
  refuted: number;
  /** The minimum is proved, or that there is none up to the turns allowed and four at least. */
  proved: boolean;
  /** A checker that shares no code with the solver agrees; null if there was no time for it. */
  certified: boolean | null;
  /** Shortest solutions up to the order of independent turns; null if not counted to the end. */
  solutions: number | null;
  /** From 1 to 10, where the solutions were counted. */
  difficulty: number | null;
  out_of_time: boolean;
  out_of_memory: boolean;
  seconds: number;
}
