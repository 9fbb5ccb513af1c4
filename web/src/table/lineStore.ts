// A line of moves at no table, and the server's answer for the place in it: an attempt at a problem,
// a branch of a game. There are no rules in here.

import { batch, createSignal } from "solid-js";
import { type Refusal, Refused } from "../net/api";
import type { Preview, StateView } from "../net/protocol";
import { clamped, extended, type Placed, played } from "./line";
import type { MoveEntry } from "./moves";
import type { Shown } from "./store";

/** What the server says of a line. */
interface LineView<E extends MoveEntry> {
  /** All moves of the line. */
  entries: readonly E[];
  state: StateView;
  previews: readonly Preview[];
}

const texts = (entries: readonly MoveEntry[]) => entries.map((entry) => entry.move);

/**
 * `look` answers for a line after which `typed` is played in the way `how`. `begin` finds the line to
 * begin with.
 */
export function openLine<E extends MoveEntry, V extends LineView<E>, How = undefined>(
  look: (moves: readonly string[], typed?: string, how?: How) => Promise<V>,
  begin: (fetched: (moves: readonly string[]) => Promise<V>) => Promise<[V, Placed<E>]>,
  /** The nearest place to jump to. */
  beside: (line: Placed<E>, at: number) => number = (_, at) => at,
) {
  const [line, setLine] = createSignal<Placed<E>>({ moves: [], at: 0 });
  const [answer, setAnswer] = createSignal<V | null>(null);
  const [shown, setShown] = createSignal<Shown | null>(null);
  const [refusal, setRefusal] = createSignal<Refusal | null>(null);
  const [busy, setBusy] = createSignal(true);
  const [failed, setFailed] = createSignal<unknown>(null);
  const known = new Map<string, V>();
  let questions = 0;
  let wanted = 0;

  async function fetched(list: readonly string[]): Promise<V> {
    const key = list.join("|");
    const found = known.get(key) ?? (await look(list));
    known.set(key, found);
    return found;
  }

  /** Only the answer to the last question counts. */
  async function ask(question: () => Promise<V>, heard: (found: V) => void) {
    const mine = ++questions;
    setBusy(true);
    setRefusal(null);
    try {
      const found = await question();
      if (mine === questions) batch(() => heard(found));
    } catch (error) {
      if (mine !== questions) return;
      wanted = line().at;
      if (error instanceof Refused) setRefusal(error.refusal);
      else throw error;
    } finally {
      if (mine === questions) setBusy(false);
    }
  }

  function show(found: V, next: Placed<E>, events: Shown["events"]): void {
    wanted = next.at;
    setLine(next);
    setAnswer(() => found);
    setShown({ state: found.state, events });
  }

  /** Plays on at the present place. */
  function extend(question: () => Promise<V>): void {
    const before = line().at;
    void ask(question, (found) => {
      known.set(texts(found.entries).join("|"), found);
      const next = extended(line(), found.entries, (one, other) => one.move === other.move);
      const events = found.entries.slice(before).flatMap((entry) => entry.events);
      show(found, next, events);
    });
  }

  function jump(to: number): void {
    const from = line().at;
    wanted = beside(line(), clamped(line(), to));
    const at = wanted;
    if (at === from && !busy()) return;
    const { moves: all } = line();
    void ask(
      () => fetched(texts(all.slice(0, at))),
      (found) =>
        show(found, { moves: all, at }, at === from + 1 ? (all[at - 1]?.events ?? []) : []),
    );
  }

  /** Shows another line, at a place in it. */
  const change = (next: Placed<E>): void =>
    void ask(
      () => fetched(texts(played(next))),
      (found) => show(found, next, []),
    );

  /** Shows the end of another line. */
  const lead = (texts: readonly string[]): void =>
    void ask(
      () => fetched(texts),
      (found) => show(found, { moves: found.entries, at: found.entries.length }, []),
    );

  void begin(fetched)
    .then(([found, first]) => batch(() => show(found, first, [])), setFailed)
    .finally(() => setBusy(false));

  const moves = () => texts(played(line()));
  return {
    line,
    answer,
    shown,
    refusal,
    setRefusal,
    /** Why the page cannot show the line. */
    failed,
    /** The moves up to the place. */
    moves,
    entries: () => played(line()),
    idle: () => !busy(),
    ready: () => !busy() && answer()?.state.phase === "playing",
    canRedo: () => line().at < line().moves.length,
    preview: (move: string): Preview | undefined =>
      answer()?.previews.find((found) => found.move === move),
    play: (text: string, how?: How) => {
      const before = moves();
      extend(() => look(before, text, how));
    },
    /** Plays several moves. */
    follow: (texts: readonly string[]) => {
      const before = moves();
      extend(() => fetched([...before, ...texts]));
    },
    change,
    lead,
    jump,
    step: (by: number) => jump(wanted + by),
  };
}
