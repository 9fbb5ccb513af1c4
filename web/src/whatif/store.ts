// A branch on the board. The line is the game with its moves; playing another move leaves it.

import { createSignal } from "solid-js";
import type { Branch, BranchView, BranchWish, Drawn, Played } from "../net/protocol";
import { openLine } from "../table/lineStore";
import { whatIfApi } from "./api";
import { common, type SharedBranch } from "./branch";

type Entry = Played | Drawn;
export type Dice = NonNullable<BranchWish["dice"]>;
export type BranchStore = ReturnType<typeof openBranchStore>;

export function openBranchStore(shared: SharedBranch) {
  const [dice, setDice] = createSignal<Dice>("ask");
  const { start } = shared;
  let game: readonly Entry[] = [];
  let known: readonly Entry[] = [];
  const texts = (entries: readonly Entry[]) => entries.map(({ move }) => move);
  const branchOf = (moves: readonly string[]): Branch => {
    const move = common(moves, texts(game));
    return { start, move, moves: moves.slice(move) };
  };

  /** The server leaves out the entries that the page knows. */
  async function look(moves: readonly string[], typed = "", how: Dice = "ask") {
    const after = common(moves, texts(known));
    const found = await whatIfApi.look({ ...branchOf(moves), after, typed, dice: how });
    const entries = [...known.slice(0, after), ...found.entries];
    if (common(texts(entries), texts(known)) < entries.length) known = entries;
    return { ...found, entries };
  }

  const store = openLine<Entry, BranchView, Dice>(look, async (fetched) => {
    game = (await whatIfApi.look({ start })).entries;
    known = game;
    const at = Math.min(shared.move ?? game.length, game.length);
    if (!shared.moves.length) return [await fetched(texts(game.slice(0, at))), { moves: game, at }];
    const found = await fetched([...texts(game.slice(0, at)), ...shared.moves]);
    return [found, { moves: found.entries, at: found.entries.length }];
  });
  return {
    ...store,
    dice,
    setDice,
    seats: shared.seats ?? [],
    /** The moves up to the place, as a branch of the game. */
    branch: () => branchOf(store.moves()),
    /** The line to the place, for a link. */
    shared: (): SharedBranch => {
      const { move = null, moves = [] } = branchOf(store.moves());
      return { ...shared, move, moves };
    },
    /** After how many moves the line leaves the game. */
    left: () => common(texts(store.line().moves), texts(game)),
    isGame: () => common(texts(store.line().moves), texts(game)) === store.line().moves.length,
    play: (text: string) => store.play(text, dice()),
    roll: (how: Dice) => store.play("", how),
    /** The record, if the branch is one of a game. */
    record: start.type === "record" ? start.text : null,
    /** Shows the game after so many moves. */
    showGame: (at: number) => store.change({ moves: game, at: Math.min(at, game.length) }),
    /** Leaves the game after so many moves. */
    branchOff: (at: number, moves: readonly string[]) =>
      store.lead([...texts(game.slice(0, at)), ...moves]),
    /** Back to the game, where the line left it. */
    backToGame: () =>
      store.change({ moves: game, at: Math.min(common(store.moves(), texts(game)), game.length) }),
  };
}
