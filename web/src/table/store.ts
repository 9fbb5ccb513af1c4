// A table as this browser knows it: fed by the live socket, read by the page. No rules in here.

import { batch, createEffect, createMemo, createSignal, on } from "solid-js";
import { language } from "../i18n";
import { speed } from "../memory";
import { api, type Refusal, Refused } from "../net/api";
import { type Connection, Live } from "../net/live";
import type {
  AnyAnswer,
  AnyEntry,
  GameEvent,
  Preview,
  Seat,
  StateView,
  TableStatus,
  TableView,
  Update,
} from "../net/protocol";
import { eventsOf, hasGap, joined } from "./moves";
import { Pace, SPEEDS } from "./pace";

/** A state on the board, and the events since the state before. After a jump there are none. */
export interface Shown {
  state: StateView;
  events: GameEvent[];
}

/** Entries after which the server says anew who sits where and who is the host. */
const SEATED = ["joined", "left", "swapped", "host-changed"];

/** Milliseconds for a step that moves nothing. */
const QUICK = 60;

export type TableStore = ReturnType<typeof openTable>;

export function openTable(id: string, key: string) {
  const [connection, setConnection] = createSignal<Connection>("connecting");
  const [table, setTable] = createSignal<TableView | null>(null);
  const [seats, setSeats] = createSignal<Seat[]>([]);
  const [yours, setYours] = createSignal<number[]>([]);
  const [entries, setEntries] = createSignal<AnyEntry[]>([]);
  const [state, setState] = createSignal<StateView | null>(null);
  const [shown, setShown] = createSignal<Shown | null>(null);
  const [previews, setPreviews] = createSignal<{ version: number; moves: Map<string, Preview> }>({
    version: -1,
    moves: new Map(),
  });
  const [status, setStatus] = createSignal<TableStatus | null>(null);
  const [refusal, setRefusal] = createSignal<Refusal | null>(null);
  const [present, setPresent] = createSignal<readonly number[]>([]);
  const [clockShift, setClockShift] = createSignal(0);
  const [pending, setPending] = createSignal(0);
  const [waiting, setWaiting] = createSignal(0);
  const pace = new Pace(setWaiting);
  let last: number | null = null;

  const mine = createMemo(() => {
    const actor = state()?.actor;
    return actor !== null && actor !== undefined && yours().includes(actor);
  });
  /** The board shows the present, and nothing is asked. */
  const settledNow = createMemo(() => {
    const now = shown()?.state;
    return pending() === 0 && now !== undefined && now.version === state()?.version;
  });
  /** The player may move, and the board shows the present. */
  const ready = createMemo(() => mine() && settledNow());
  const canUndo = createMemo(() => {
    const { possible = false, seat = null } = state()?.undo ?? {};
    return possible && seat !== null && yours().includes(seat) && settledNow();
  });

  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  const live = new Live(`${scheme}://${location.host}/live/${id}${query}`, {
    heard: (answer) => batch(() => hear(answer)),
    connection: setConnection,
    last: () => last,
  });
  // The server sends previews in one language.
  createEffect(on(language, () => live.reopen(), { defer: true }));
  // Another speed also counts for the steps that wait.
  createEffect(on(speed, () => batch(() => pace.next()), { defer: true }));

  function hear(answer: AnyAnswer): void {
    switch (answer.type) {
      case "snapshot":
        setTable(answer.table);
        setYours(answer.yours);
        setSeats(answer.seats);
        setClockShift((answer.now ?? Date.now() / 1000) - Date.now() / 1000);
        void lookAgain();
        last = answer.state.number;
        setEntries(answer.entries);
        settle(answer.entries);
        setState(answer.state);
        pace.flush();
        setShown({ state: answer.state, events: [] });
        if ((answer.entries[0]?.number ?? 1) > 1) void readWholeLog();
        break;
      case "update":
        update(answer);
        break;
      case "previews":
        setPreviews({
          version: answer.version,
          moves: new Map(answer.moves.map((preview) => [preview.move, preview])),
        });
        break;
      case "presence":
        setPresent(answer.seats);
        break;
      case "done":
        settled(answer.ack);
        break;
      case "refused":
        settled(answer.ack);
        setRefusal(answer);
        if (answer.code === "stale" && last !== null) live.resume(last);
        break;
      case "pong":
        setClockShift(answer.now - Date.now() / 1000);
        if (last !== null && answer.number > last) live.resume(last);
    }
  }

  function update(answer: Update): void {
    if (hasGap(last, answer.entries)) {
      live.resume(last ?? 0);
      return;
    }
    const fresh = answer.entries.filter((entry) => last === null || entry.number > last);
    if (answer.table) setTable(answer.table);
    if (answer.seats) setSeats(answer.seats);
    if (fresh.some((entry) => SEATED.includes(entry.kind))) void lookAgain();
    settle(fresh);
    const stateAfter = answer.state;
    if (stateAfter && stateAfter.number >= (state()?.number ?? 0)) setState(stateAfter);
    last = Math.max(last ?? 0, fresh.at(-1)?.number ?? 0, stateAfter?.number ?? 0);
    const events = eventsOf(fresh);
    const jumps =
      fresh.some(({ kind }) => kind === "undone" || kind === "rewound") || fresh.length > 30;
    const own = fresh.some(
      (entry) => entry.kind === "played" && !entry.bot && yours().includes(entry.seat),
    );
    pace.add({
      own,
      duration: () => (document.hidden ? 0 : stepTime(events, own)),
      show: () =>
        batch(() => {
          setEntries((known) => joined(known, fresh));
          if (stateAfter) setShown({ state: stateAfter, events: jumps ? [] : events });
        }),
    });
  }

  /** After an own step the others need not wait for a key. */
  function stepTime(events: readonly GameEvent[], own: boolean): number {
    const time = own && speed() === "step" ? SPEEDS.normal : SPEEDS[speed()];
    return events.some(moves) ? time : Math.min(QUICK, time);
  }

  /** True if something on the board moves. */
  function moves(event: GameEvent): boolean {
    return !["turn-began", "turn-ended", "docker-activated"].includes(event.kind);
  }

  function settle(fresh: readonly AnyEntry[]): void {
    for (const entry of fresh) if (entry.ack) settled(entry.ack);
  }

  const asked = new Set<string>();
  function settled(ack: string | undefined): void {
    live.settle(ack);
    if (ack && asked.delete(ack)) setPending(asked.size);
  }

  async function readWholeLog(): Promise<void> {
    const log = await api.log(id, key).catch(() => null);
    if (log)
      setEntries((known) =>
        joined(
          log.filter((e) => e.number < (known[0]?.number ?? 0)),
          known,
        ),
      );
  }

  // Only the last answer counts: an earlier one may not know the new seat.
  let looks = 0;
  async function lookAgain(): Promise<void> {
    const mine = ++looks;
    const found = await api.look(id, key).catch(() => null);
    if (!found || mine !== looks) return;
    setYours(found.yours);
    setStatus(found);
  }

  function ask(deed: Parameters<Live["send"]>[0]): void {
    setRefusal(null);
    asked.add(live.send(deed));
    if (deed.type === "play" || deed.type === "undo") setPending(asked.size);
  }

  return {
    id,
    key,
    connection,
    table,
    seats,
    yours,
    entries,
    present,
    state,
    shown,
    mine,
    ready,
    canUndo,
    refusal,
    setRefusal,
    /** The server's time, in seconds since 1970. */
    now: () => Date.now() / 1000 + clockShift(),
    preview: (move: string): Preview | undefined =>
      previews().version === state()?.version ? previews().moves.get(move) : undefined,
    play: (move: string) => ask({ type: "play", move, version: state()?.version ?? 0 }),
    undo: () => ask({ type: "undo", version: state()?.version ?? 0 }),
    /** Takes back across turns, at a table for practice. */
    rewind: () =>
      api.rewind(id, state()?.version ?? 0).catch((error: unknown) => {
        if (error instanceof Refused) setRefusal(error.refusal);
      }),
    takeBack: (seat: number) => ask({ type: "take-back", seat }),
    extend: () => ask({ type: "extend" }),
    chat: (text: string) => ask({ type: "chat", text }),
    say: (phrase: string) => ask({ type: "chat", phrase }),
    /** What only this guest may know of the table; null until the server has said it. */
    status,
    sitDown: async (name: string, colour: string) => {
      const found = await api.join(id, { name, key, colour });
      looks++;
      setYours(found.yours);
      setSeats(found.seats);
      // The socket belongs to the guest of the old cookie.
      live.reopen();
    },
    /** How many steps of the others wait to be shown. */
    waiting,
    /** Shows the next of them. */
    showNext: () => batch(() => pace.next()),
    /** Shows the present at once. */
    skip: () => batch(() => pace.flush()),
    goOn: () => live.goOn(state()?.version ?? 0),
    close: () => live.close(),
  };
}
