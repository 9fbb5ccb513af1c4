// An attempt at a problem, or the replay of a solution: a line of moves, and the server's answer for
// the place in it. There are no rules in here.

import { batch, createSignal } from "solid-js";
import { type Refusal, Refused } from "../net/api";
import type { AttemptView, Played, Preview } from "../net/protocol";
import type { Shown } from "../table/store";
import { problemsApi } from "./api";
import { besideRolls, clamped, extended, type Placed, played } from "./line";

const texts = (entries: readonly Played[]) => entries.map((entry) => entry.move);

export type AttemptStore = ReturnType<typeof openAttempt>;

/** Begins after `moves`; before them if `rewound`. */
export function openAttempt(problem: string, moves: readonly string[] = [], rewound = false) {
  const [line, setLine] = createSignal<Placed<Played>>({ moves: [], at: 0 });
  const [answer, setAnswer] = createSignal<AttemptView | null>(null);
  const [shown, setShown] = createSignal<Shown | null>(null);
  const [refusal, setRefusal] = createSignal<Refusal | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failed, setFailed] = createSignal<unknown>(null);
  const known = new Map<string, AttemptView>();
  let questions = 0;
  let wanted = 0;

  async function fetched(list: readonly string[]): Promise<AttemptView> {
    const key = list.join("|");
    const found = known.get(key) ?? (await problemsApi.attempt({ problem, moves: [...list] }));
    known.set(key, found);
    return found;
  }

  /** Only the answer to the last question counts. */
  async function ask(question: () => Promise<AttemptView>, heard: (found: AttemptView) => void) {
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

  function show(found: AttemptView, next: Placed<Played>, events: Shown["events"]): void {
    wanted = next.at;
    setLine(next);
    setAnswer(found);
    setShown({ state: found.state, events });
  }

  function play(text: string): void {
    const before = played(line());
    void ask(
      () => problemsApi.attempt({ problem, moves: texts(before), typed: text }),
      (found) => {
        known.set(texts(found.entries).join("|"), found);
        const next = extended(line(), found.entries, (one, other) => one.move === other.move);
        show(
          found,
          next,
          found.entries.slice(before.length).flatMap((entry) => entry.events),
        );
      },
    );
  }

  function jump(to: number): void {
    const from = line().at;
    wanted = besideRolls(line(), clamped(line(), to));
    const at = wanted;
    if (at === from && !busy()) return;
    const { moves: all } = line();
    void ask(
      () => fetched(texts(all.slice(0, at))),
      (found) =>
        show(found, { moves: all, at }, at === from + 1 ? (all[at - 1]?.events ?? []) : []),
    );
  }

  async function begin(): Promise<void> {
    setBusy(true);
    try {
      // Moves of an older version may be illegal now. Then the problem begins anew.
      const whole = await fetched(moves).catch(() => fetched([]));
      const first = rewound ? await fetched([]) : whole;
      const at = rewound ? 0 : whole.entries.length;
      batch(() => show(first, { moves: whole.entries, at }, []));
    } catch (error) {
      setFailed(error);
    } finally {
      setBusy(false);
    }
  }
  void begin();

  const moveTexts = () => texts(played(line()));
  return {
    problem,
    line,
    answer,
    shown,
    refusal,
    setRefusal,
    /** Why the page cannot show the problem. */
    failed,
    moves: moveTexts,
    entries: () => played(line()),
    idle: () => !busy(),
    ready: () => !busy() && answer()?.state.phase === "playing" && !answer()?.over,
    canRedo: () => line().at < line().moves.length,
    preview: (move: string): Preview | undefined =>
      answer()?.previews.find((found) => found.move === move),
    play,
    jump,
    step: (by: number) => jump(wanted + by),
  };
}
