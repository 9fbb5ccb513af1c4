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
  /** How many events back in the log its cause is; 0 if the move caused it. Old games have none. */
  cause?: number;
}

export type AnyRequest = Hello | Play | Undo | Extend | TakeBack | Chat | GoOn | Resume | Ping;

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
  | BotSeated
  | Swapped
  | Coloured
  | HostChanged
  | Started
  | Played
  | Drawn
  | Undone
  | Rewound
  | TimedOut
  | TakenBack
  | Paused
  | Extended
  | Chatted
  | Resigned
  | Voted
  | Ended
  | Rematched;

export type AnyArranging = SeatBot | Remove | Swap | ChooseColour;

export type AnyStart = RecordStart | ProblemStart | LessonStart;

/** The first message. `last` is the number of the last entry seen. */
export interface Hello {
  type: "hello";
  last?: number | null;
  /** Asks for what each legal move leads to, with every state. */
  previews?: boolean;
  /** Asks which seats' owners are at the table, whenever that changes. */
  presence?: boolean;
  /** The language of the sentences in previews. null: all languages. */
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
  /** The number of the last entry seen when it was sent first. */
  last?: number | null;
}

/** The owner plays on the seat again, instead of a bot. */
export interface TakeBack {
  type: "take-back";
  ack: string;
  seat: number;
  last?: number | null;
}

export interface Chat {
  type: "chat";
  ack: string;
  text?: string;
  phrase?: string;
  last?: number | null;
}

/** At a table of bots only: somebody has seen this version and wants to see the next turn. */
export interface GoOn {
  type: "go-on";
  version: number;
}

/** Asks for everything after `last` again: the client noticed a gap. */
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
  /** The player who may take the last move back; null if nobody, or if there are no seats. */
  seat: number | null;
}

/** The state after entry `number`, with the legal moves. The client needs no rules. */
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
  /** The seconds that a total clock left to each seat when this turn began. */
  left?: number[];
  /** The seats that want to stop the game or, once it is over, to play again. */
  votes?: number[];
  winners?: number[] | null;
  /** The board as SVG, if the page shows the game by its picture. */
  picture?: string;
}

/** The fixed facts of a table. */
export interface TableView {
  id: string;
  game: string;
  rules: number;
  /** Fingerprint of the edition. */
  edition: string;
  /** The name of an own edition. Empty for the standard edition. */
  edition_name: string;
  options: Record<string, string>;
  /** What a picture needs beside the state: board, track, menu. */
  scenery: Json;
  clock: Clock;
  private: boolean;
  commitment: string;
  /** Whether the player may take back across turns. The record says so, too. */
  practice: boolean;
}

/** Everything, for a client that knows nothing or has missed too much. */
export interface SnapshotMessage {
  type: "snapshot";
  table: TableView;
  seats: Seat[];
  yours: number[];
  state: StateView;
  /** The last entries. The first has the number `state.number - len(entries) + 1`. */
  entries: AnyEntry[];
  now?: number;
}

/** New entries, in order. `state`, `seats` and `table` are there if they changed. */
export interface Update {
  type: "update";
  entries: AnyEntry[];
  state?: StateView | null;
  seats?: Seat[] | null;
  /** Only colours can change in it, before the start. */
  table?: TableView | null;
}

/** The events and the scores after a legal move, up to the next draw of chance. */
export interface Preview {
  move: string;
  events: GameEvent[];
  scores: number[];
  /** The next moves, if the player chooses them together with this one. */
  then?: Preview[];
}

/** A preview for each legal move of this version. */
export interface Previews {
  type: "previews";
  version: number;
  moves: Preview[];
}

/** The seats whose owners have the table open. */
export interface PresenceMessage {
  type: "presence";
  seats: number[];
}

/** The answer to a repeated request: entry `number` had done it. */
export interface Done {
  type: "done";
  ack: string;
  number: number;
}

/** The request is refused and nothing changed. Only the client that asked gets this. */
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

/** The time for a turn, `amount` seconds or days; or the seconds for all turns of a player. */
export interface Clock {
  kind?: "days" | "none" | "total" | "turn";
  amount?: number;
  /** Seconds that a total clock gains with each turn. */
  increment?: number;
}

/** One seat at a table. */
export interface Seat {
  kind?: "bot" | "open" | "person";
  name?: string;
  colour?: string;
  /** The bot that plays here: always if `kind` is bot, for a person while `stand_in`. */
  level?: string;
  /** True while a bot plays for the person. The person may take the seat back. */
  stand_in?: boolean;
  /** True if the person has given up or has no time left: a bot plays to the end. */
  out?: boolean;
  /** The player's part of the dice's seed, also in a rematch. The log shows it, seats do not. */
  salt?: string;
}

export interface Entry {
  number: number;
  /** Seconds since 1970. */
  at: number;
  /** The id of the request. A client that sees it knows that the request is done. */
  ack?: string;
}

export interface Joined extends Entry {
  kind: "joined";
  seat: number;
  name: string;
  colour: string;
  /** The player's part of the dice's seed. */
  salt: string;
}

/** The seat is free again. Before the start, this may be the seat of a bot. */
export interface Left extends Entry {
  kind: "left";
  seat: number;
  /** True if the host sent the player or the bot away. */
  removed?: boolean;
  /** The bot that stands in for the next player of a seat from which a bot was sent away. */
  level?: string;
}

/** Before the start the host gave a free seat to a bot. */
export interface BotSeated extends Entry {
  kind: "bot-seated";
  seat: number;
  level: string;
  name: string;
  colour: string;
}

/** Before the start two seats changed places. People and bots keep their colours. */
export interface Swapped extends Entry {
  kind: "swapped";
  seat: number;
  other: number;
}

/** A seat has another colour. `colours` has those of all seats. */
export interface Coloured extends Entry {
  kind: "coloured";
  seat: number;
  colours: string[];
}

/** The host has left. The player on this seat is the host now. */
export interface HostChanged extends Entry {
  kind: "host-changed";
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
  /** True if it was played elsewhere: the table goes on from there. */
  given?: boolean;
}

/** A draw of chance. `draw` counts from 0. */
export interface Drawn extends Entry {
  kind: "drawn";
  draw: number;
  move: string;
  events: GameEvent[];
  given?: boolean;
}

export interface Undone extends Entry {
  kind: "undone";
  seat: number;
  move: string;
}

/** At a table for practice: the player took back a move of an earlier turn, and all after it. */
export interface Rewound extends Entry {
  kind: "rewound";
  seat: number;
  /** How many moves and draws were taken back. */
  moves: number;
  /** How many draws stand. The next ones show the same as before. */
  draws: number;
  /** The position before the first of these moves. */
  state: Json;
}

/** The player's time ran out. From now on a bot plays for this seat. */
export interface TimedOut extends Entry {
  kind: "timed-out";
  seat: number;
}

/** The player plays again instead of a bot. */
export interface TakenBack extends Entry {
  kind: "taken-back";
  seat: number;
}

/** Nobody plays any more. The game waits until a player comes back or somebody sits down. */
export interface Paused extends Entry {
  kind: "paused";
}

export interface Extended extends Entry {
  kind: "extended";
  seat: number;
  seconds: number;
  /** The seat that gave the time; null if the server did. */
  by?: number | null;
}

export interface Chatted extends Entry {
  kind: "chatted";
  seat: number;
  text?: string;
  phrase?: string;
}

/** The player has given up. If the game goes on, a bot plays for this seat to the end. */
export interface Resigned extends Entry {
  kind: "resigned";
  seat: number;
}

/** A player offers or accepts to stop the game or to play again, or declines it. */
export interface Voted extends Entry {
  kind: "voted";
  seat: number;
  about: "rematch" | "stop";
  yes: boolean;
}

export interface Ended extends Entry {
  kind: "ended";
  winners: number[];
  /** Empty if the rules did not end the game. */
  rule: string;
  reason: Spoken;
  /** The secret of the dice. The table showed its hash before the first roll. */
  secret: string;
  how?: "" | "agreed" | "left" | "resigned" | "time";
}

/** The people of this table play again at another table. */
export interface Rematched extends Entry {
  kind: "rematched";
  table: string;
}

/** Who a seat is for: a person, or a bot. */
export interface SeatWish {
  bot?: string | null;
}

export interface Joining {
  name: string;
  colour?: string;
  seat?: number | null;
  key?: string;
  salt?: string;
}

/** A change of the seats before the start. The host may ask for all of them. */
export interface Arranging {
  seat: number;
}

/** A bot sits down on a free seat. */
export interface SeatBot extends Arranging {
  type: "bot";
  level: string;
}

/** The seat is free again. */
export interface Remove extends Arranging {
  type: "remove";
}

/** Two seats change places. */
export interface Swap extends Arranging {
  type: "swap";
  other: number;
}

/** The seat gets a colour; whoever has it gets the one of the seat. Its player may ask, too. */
export interface ChooseColour extends Arranging {
  type: "colour";
  colour: string;
}

/** Offers or accepts something that all people at the table must want, or declines it. */
export interface Vote {
  yes?: boolean;
}

/** Takes back one's last move at a table for practice, and all that was played after it. */
export interface Rewind {
  version: number;
}

export interface NewTable {
  game: string;
  options?: Record<string, string>;
  /** The text of an own edition. null: the standard edition. */
  edition?: string | null;
  /** Who each seat is for. null: people on all seats. */
  seats?: SeatWish[] | null;
  clock?: Clock;
  private?: boolean;
  /** The host sits down at once. */
  join?: Joining | null;
  /** Against bots only: the player may take back across turns, and the page offers advice. */
  practice?: boolean;
}

/** An option of a game. `tablee.core.options` explains the kinds. */
export interface OptionView {
  name: string;
  kind: "choice" | "number" | "seat" | "one-each";
  question: Spoken;
  choices: Record<string, Spoken>;
  default: string;
  /** The numbers of players that have this option. Empty: all. */
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
  /** The name of each bot at a table. Empty: it has none of its own. */
  bot_names: Record<string, string>;
  /** How each bot plays, in a sentence. */
  bot_lines: Record<string, Spoken>;
  /** The colours to choose from. Empty: they are fixed. */
  colours: string[];
  players: number[];
  usual_players: number;
  options: OptionView[];
  /** The text of the standard edition, to be copied and changed. */
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
  /** Only the host and the players get it. */
  join_key: string;
  rematch: string;
  /** Whether you are the host. */
  host: boolean;
  /** Where others find this server, if they can reach it. Only the host gets it. */
  address: string;
}

/** How a table stands, for a list of one's own tables. */
export interface Brief {
  id: string;
  game: string;
  phase: "over" | "playing" | "waiting";
  seats: Seat[];
  yours: number[];
  actor: number | null;
  /** When the present turn began, or when the game ended; 0 if nobody knows. */
  since: number;
  now: number;
  winners: number[];
  how: "" | "agreed" | "left" | "resigned" | "time";
}

/** The table after `move` of `moves` moves. Draws count as moves. */
export interface Replay {
  move: number;
  moves: number;
  entry: AnyEntry | null;
  state: StateView;
}

/** A game, or a problem, that somebody has played or begun. */
export interface RecordStart {
  type: "record";
  text: string;
}

/** A problem before its first move. */
export interface ProblemStart {
  type: "problem";
  problem: string;
}

/** A step of a game's lesson, and the learner's moves in it. */
export interface LessonStart {
  type: "lesson";
  game: string;
  step: number;
  moves?: string[];
}

/** A line of play: the first `move` moves of the record, then `moves`. */
export interface Branch {
  start: AnyStart;
  /** How many moves of the record come first. null: all of them. */
  move?: number | null;
  /** The moves of the branch in notation, with what the dice show. */
  moves?: string[];
}

export interface BranchWish extends Branch {
  /** The next moves as the player typed them. All are played, or none. */
  typed?: string;
  /** Who rolls after the typed moves. */
  dice?: "as-played" | "ask" | "random";
  /** Entries up to this number are left out of the answer. */
  after?: number;
  /** The language of the sentences in previews. null: all languages. */
  language?: "de" | "en" | "fr" | null;
}

/** A table that begins where the branch ends. Bots play on all seats but one. */
export interface PlayOnWish extends Branch {
  seats: SeatWish[];
  join: Joining;
  practice?: boolean;
  private?: boolean;
}

/** What chance may bring. */
export interface Odds {
  move: string;
  /** Its exact probability: 1/6. */
  chance: string;
}

/** The end of a branch and what can follow. The page needs no rules. */
export interface BranchView {
  game: string;
  rules: number;
  options: Record<string, string>;
  scenery: Json;
  players: number;
  /** The number of moves in the record. */
  record: number;
  /** The moves of the line after `after`, with their events. */
  entries: (Played | Drawn)[];
  state: StateView;
  previews: Preview[];
  /** What the dice may show, if they are to be rolled now. */
  odds: Odds[];
  /** What they showed in the record. Empty if they were not rolled, or cannot show it here. */
  as_played: string;
  /** Whether a table can begin here. */
  goes_on: boolean;
}

/** A good turn, and each player's chance to win after it, in 65536ths. */
export interface AdvisedTurn {
  moves: string[];
  chances: number[];
}

/** The best turns that a bot finds, the best first. */
export interface AdviceView {
  /** Each player's chance to win now, in 65536ths. */
  chances: number[];
  turns: AdvisedTurn[];
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

/** The fixed part of a lesson. */
export interface LessonView {
  options: Record<string, string>;
  scenery: Json;
  titles: Record<string, string>[];
  parts: LessonPart[];
}

/** A step of the lesson after a learner's moves. */
export interface LessonStepView {
  text: Record<string, string>;
  state: StateView;
  /** The events of the last move. */
  events: GameEvent[];
  previews: Preview[];
  done: boolean;
  solution: string[];
}

/** Steps that are learnt together. A learner may skip the rest of a part. */
export interface LessonPart {
  title: Record<string, string>;
  /** The number of its first step, from 0. */
  first: number;
}

export interface ProblemWish {
  /** One line of text, as docs/notation.md describes it for each game. */
  problem: string;
}

export interface LineWish extends ProblemWish {
  /** All moves since the start, in notation. `end` ends a turn. */
  moves?: string[];
}

export interface AttemptWish extends LineWish {
  /** The next moves as the player typed them. All are played, or none. */
  typed?: string;
  /** Whether to send what each legal move leads to. */
  previews?: boolean;
  /** The language of the sentences in previews. null: all languages. */
  language?: "de" | "en" | "fr" | null;
}

export interface HintWish extends LineWish {
  step: number;
}

export interface SolutionWish extends LineWish {
  /** Needed to see the solution of a problem that is not solved yet. */
  give_up?: boolean;
}

/** A problem in a book, without its solution. */
export interface ListedProblem {
  number: number;
  problem: string;
  turns: number;
  difficulty: number | null;
  /** From 1, very easy, to 5, very hard. */
  grade: number;
  themes: string[];
  /** The rating on this server. It begins with the difficulty, and moves with first attempts. */
  rating: number;
  /** What to reach. Empty in Fragile, where the picture says it. */
  task: Spoken;
}

export interface BookView {
  name: string;
  problems: ListedProblem[];
  /** The names of the themes of its problems. */
  themes: Record<string, Spoken>;
  game: "fragile" | "shear-panic";
}

/** The problem of the day. Each game has its own. */
export interface DailyView {
  /** The day of the server, in UTC: 2026-11-18. */
  date: string;
  book: string;
  number: number;
  game: "fragile" | "shear-panic";
}

/** The shortest solution that a book has, for its last pages. */
export interface PrintedSolution {
  number: number;
  turns: string[];
}

/** A line of play and what can follow. The page needs no rules. */
export interface AttemptView {
  problem: string;
  /** The number of turns that the problem allows. */
  turns: number;
  /** The number of turns begun so far. */
  used: number;
  solved: boolean;
  scenery: Json;
  /** The moves of the line with their events. */
  entries: Played[];
  state: StateView;
  previews: Preview[];
  game: string;
  /** What to reach. Empty in Fragile, where the board shows it. */
  task: Spoken;
  /** In Shear Panic: the goal is reached, or no command is left. */
  over: boolean;
  /** In Shear Panic, once it is over: whether this was best play. */
  verdict: Spoken;
}

/** Whether the problem can still be solved within the turns allowed. Exact. */
export interface OutlookView {
  solved: boolean;
  reachable: boolean;
  turns_left: number;
  /** The fewest turns it still takes, including a turn that has begun. */
  needed: number | null;
  /** The turn after which it could not be solved; 0 if it never could. */
  lost_in: number | null;
  text: Spoken;
}

export interface HintView {
  outlook: OutlookView;
  step: number;
  /** Empty if there is no hint. */
  text: Spoken;
}

export interface SolutionLine {
  source: "booklet" | "shortest";
  turns: string[];
  /** The same as single moves, in the form of `LineWish.moves`. */
  moves: string[];
  /** How it differs from the first of several shortest solutions. Empty for the first. */
  differs: Spoken;
}

export interface SolutionView {
  /** The fewest turns; null if the search found no solution. */
  minimum: number | null;
  proved: boolean;
  lines: SolutionLine[];
}

/**
 * A piece without which the shortest solutions are as long and as many. In Shear Panic it is a
 * command without which the best chance is as good.
 */
export interface SparePiece {
  piece: "command" | "crate" | "docker" | "helper";
  /** Where it stands; or the command, `lamb push 2`. */
  cell: string;
  /** The problem without it. */
  without: string;
}

/** What the solver found out about a problem in its time. */
export interface CheckView {
  problem: string;
  /** The turns that it allows; in Shear Panic the number of its commands. */
  turns: number;
  /** The fewest turns known, or null. Always null in Shear Panic. */
  minimum: number | null;
  /** No solution has this many turns or fewer. */
  refuted: number;
  /**
   * Proved: the minimum, or that no solution has the turns allowed (at least four) or fewer. In
   * Shear Panic: the best chance.
   */
  proved: boolean;
  /** Whether a checker without code of the solver agrees; null if there was no time. */
  certified: boolean | null;
  /**
   * Shortest solutions up to the order of independent turns; null if not counted. In Shear Panic:
   * the first commands that have the best chance.
   */
  solutions: number | null;
  /** From 1 to 10; null if the solutions were not counted. */
  difficulty: number | null;
  /**
   * Some shortest solutions. They may take more turns than the problem allows. In Shear Panic: best
   * play after each of the best first commands.
   */
  lines: SolutionLine[];
  /** Pieces that are not needed; null if there was no time, or there are too many solutions. */
  spare: SparePiece[] | null;
  /** The themes of a shortest solution. */
  themes: Spoken[];
  out_of_time: boolean;
  out_of_memory: boolean;
  seconds: number;
  /** In Shear Panic: the best chance over all dice, 1 or a fraction such as 3/4. */
  chance: string | null;
  /** Whether the book of this server may take it. */
  for_a_book: boolean;
}

/** An analysis, or how far it is. */
export interface AnalysisView {
  state: "failed" | "none" | "ready" | "running";
  /** Under which the analysis of a record is found for a while. */
  id?: string;
  done?: number;
  /** Turns that are judged, and all turns. 0 of 0 while the analysis waits. */
  of?: number;
  /** Whether you may cancel it. */
  mine?: boolean;
  /** Why it failed. */
  why?: Spoken;
  analysis?: Analysis | null;
}

export interface JudgedTurn {
  number: number;
  /** Whose turn it is. null if only chance acted. */
  player: number | null;
  first: number;
  /** Its first and its last move in the record. */
  last: number;
  played: string[];
  /** The turn as a record writes it. */
  line: string;
  before: number[];
  /** What the best turn found would have kept. */
  best: number[];
  after: number[];
  /** What the player's choices cost, from 0 to `SURE`. */
  loss: number;
  word: "fine" | "inexact" | "mistake" | "turning-point";
  /** The better moves in notation. Empty if nothing better was found. */
  better: string[];
  /** The turn with these moves, as a record writes it. */
  better_line: string;
  /** The move of the record that the better moves replace. */
  at: number;
  /** What chance changed in the turn. */
  dice: number[];
}

/** A player's way from the start to the end: `start` and the four parts add up to `end`. */
export interface Account {
  start: number;
  end: number;
  dice: number;
  /** The player's own choices, each against the best turn found. */
  own: number;
  /** What the choices of the others changed. */
  others: number;
  /** What the look-ahead did not see coming. */
  unforeseen: number;
  /** The standard error of `dice`, `own` and `others` together. */
  uncertainty: number;
}

export interface Analysis {
  game: string;
  rules: number;
  players: number;
  method: "judge" | "play-outs" | "weights";
  /** False if the record stops before the end of the game. */
  finished: boolean;
  start: number[];
  end: number[];
  turns: JudgedTurn[];
  /** The numbers of the turns that cost most, the worst first. */
  turning_points: number[];
  chances: Account[];
  /** The same for the points, in 65536ths of a point, where the judge knows of points. */
  points: Account[] | null;
}

/** Progress of a browser. */
export interface ProgressWish {
  problems: Record<string, Kept>;
  days?: string[];
  rush?: number;
  flock_rush?: number;
}

/** All progress of a guest, after putting it together. */
export interface ProgressView {
  /** False for a stranger, of whom the server keeps nothing. */
  kept: boolean;
  problems: Record<string, Kept>;
  days: string[];
  rush: number;
  flock_rush: number;
  standing: Standing | null;
}

/** The result of a first attempt, with the strength of a player who has no cookie. */
export interface ResultWish extends LineWish {
  won: boolean;
  rating?: number;
  rd?: number;
  vol?: number;
}

export interface ResultView {
  /** Whether the server keeps the progress. */
  kept: boolean;
  first: First;
  /** Of a stranger, the curve has only the last value. */
  standing: Standing;
}

export interface ComposeWish {
  /** A sketch. It may lack anything. */
  problem: string;
  /** Another seed finishes the sketch in another way. */
  seed?: number;
}

/** A finished problem with its solution, or nothing. */
export interface ComposeView {
  problem: string | null;
  difficulty: number | null;
  themes: Spoken[];
  line: SolutionLine | null;
}

export interface ProposeWish extends ProblemWish {
  /** Of whoever proposes the problem. */
  name: string;
}

export interface ProposedView {
  /** Proposals that wait for the operator. */
  waiting: number;
}

/** The best solution of a guest. */
export interface Best {
  turns: number;
  hints: number;
  moves: string[];
}

/** The first attempt, which alone counts for ratings, and the strength of the problem then. */
export interface First {
  at: number;
  won: boolean;
  rating: number;
  rd: number;
}

/** What is kept of one problem. */
export interface Kept {
  hints?: number;
  best?: Best | null;
  gave_up?: boolean;
  minimum?: number | null;
  first?: First | null;
}

/** The strength of a guest, with its last values. */
export interface Standing extends Strength {
  curve: number[];
}

/** A rating, how uncertain it is, and how much it varies. */
export interface Strength {
  rating: number;
  rd: number;
  vol: number;
}
