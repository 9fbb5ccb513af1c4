"""Plants one blunder into each of some games between strong bots, and looks whether it is found.

    python bench/planted_blunders.py fragile --games 10
    python bench/planted_blunders.py shear-panic --games 10

In Fragile the blunder brings a crate into a depot of the opponent, where that costs at least 15 %
at a glance. In Shear Panic it is the command that the judge likes least, in a turn that has much
better ones. For each game it prints the rank of the planted turn among all turns by their loss, its
word, and whether a search with eight times the effort agrees with the better turn: judged with more
looks, it is not worse than the stronger search's own by more than the least loss that has a name.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.analysis import Effort, analyse, chances_of, fragile
from tablee.analysis.analysing import INEXACT
from tablee.analysis.judges import judge_of
from tablee.analysis.looks import MOST
from tablee.analysis.report import SURE, JudgedTurn
from tablee.bots import Budget, bot
from tablee.core.game import CHANCE, Game
from tablee.core.record import Record
from tablee.core.sitting import Sitting
from tablee.engine.local import LocalEngine
from tablee.games.fragile import Fragile
from tablee.games.fragile import packing as packing_of_fragile
from tablee.games.fragile.sandbox import Sandbox, sandbox_of
from tablee.games.shear_panic import ShearPanic, packing
from tablee.games.shear_panic.state import ShearPanicState

EVEN = (SURE * 3 // 10, SURE * 8 // 10)
"""Between these chances of the player, a blunder still matters."""
NODES = {"fragile": 2500, "shear-panic": 6000}

MATTERS = SURE * 15 // 100
"""What a gift must cost at a glance. The first crate of a game, given away, costs little."""
DEPTH = 2
"""How many actions a gift may take: a walk and a push."""

Blunder = Callable[[Sitting[Any]], tuple[str, ...]]


def give_a_depot(sitting: Sitting[Any]) -> tuple[str, ...]:
    """Returns a turn that stores a crate in a depot of another player, or nothing."""
    before, player = sitting, sitting.state.actor
    if not sitting.state.to_play:
        return ()
    found = _gift(sandbox_of(sitting.state), player, DEPTH)
    if found is None:
        return ()
    texts = []
    for number in found:
        sitting = sitting.play(packing_of_fragile.unpack_move(sitting.state, number))
        texts.append(sitting.text)
    if sitting.state.result is not None:
        return ()
    rest = bot("fragile", "2").choose(sitting, Budget(nodes=100), 1).moves
    turn = (*texts, *rest)
    best = bot("fragile", "5").choose(before, Budget(nodes=NODES["fragile"]), 1).moves
    cost = _chance(before, best, player) - _chance(before, turn, player)
    return turn if cost >= MATTERS else ()


def _chance(sitting: Sitting[Any], moves: tuple[str, ...], player: int) -> int:
    state = sitting.after(moves).state
    return chances_of(state.game, state)[player]


def _gift(sandbox: Sandbox, player: int, depth: int) -> list[int] | None:
    """Returns the first actions found after which another player has scored."""
    before = sandbox.packed.scores()
    for number in sandbox.legal():
        after = sandbox.copy()
        after.apply(number)
        scores = after.packed.scores()
        if after.actor() == player:
            if any(scores[seat] > before[seat] for seat in range(len(scores)) if seat != player):
                return [number]
            if depth > 1:
                rest = _gift(after, player, depth - 1)
                if rest is not None:
                    return [number, *rest]
    return None


def worst_command(sitting: Sitting[Any]) -> tuple[str, ...]:
    """Returns the command that the judge likes least, if it is bad enough, or nothing."""
    state = sitting.state
    assert isinstance(state, ShearPanicState)
    if not state.begins_turn:
        return ()
    judge = judge_of(state.game)
    ranked = judge.scout.ranked(packing.pack(state), True, packing.legal_by_law(state))
    if ranked[0][0] - ranked[-1][0] < 6.0:
        return ()
    return (state.notation(packing.unpack_move(ranked[-1][1])),)


@dataclass(frozen=True)
class Planted:
    record: Record
    at: int
    """The first move of the blunder."""


def plant(game: Game[Any], blunder: Blunder, seed: int) -> Planted | None:
    """Plays a game in which one player blunders once. Returns None if nobody had the chance to."""
    rng, sitting = random.Random(seed), game.sitting()
    strong, moves, at = bot(game.name, "5"), list[Any](), None
    wait = rng.randrange(3)
    while (actor := sitting.state.actor) is not None:
        if actor == CHANCE:
            sitting = sitting.draw(rng.randrange)
            moves.append(sitting.move)
            continue
        texts: tuple[str, ...] = ()
        if at is None:
            texts = blunder(sitting)
            if texts and (wait or not _is_even(sitting)):
                wait, texts = max(wait - 1, 0), ()
        if texts:
            at = len(moves)
        else:
            budget = Budget(nodes=NODES[game.name])
            texts = strong.choose(sitting, budget, rng.getrandbits(32)).moves
        for text in texts:
            sitting = sitting.play(sitting.parse(text))
            moves.append(sitting.move)
    return None if at is None else Planted(Record(game, tuple(moves), seed), at)


def _is_even(sitting: Sitting[Any]) -> bool:
    (low, high), state = EVEN, sitting.state
    return low <= chances_of(state.game, state)[state.actor] <= high


def agrees(record: Record, turn: JudgedTurn, effort: Effort) -> bool:
    """Tells whether a search with eight times the effort is content with the better turn."""
    judge = judge_of(record.game)
    *_, before = (
        sitting for _, sitting in zip(range(turn.at + 1), record.sittings(), strict=False)
    )
    player = before.state.actor
    assert player is not None
    more = Effort(
        None if effort.seconds is None else 8 * effort.seconds,
        None if effort.nodes is None else 8 * effort.nodes,
    )
    better, best = (
        judge.looks(before.after(moves).state, MOST).mean()[player]
        for moves in (turn.better, judge.best(before, more, 99))
    )
    return better >= best - INEXACT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("fragile", "shear-panic"))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--nodes", type=int, help="in place of seconds, on a busy machine")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="write the games there")
    parser.add_argument("--share", type=float, help="of Fragile's learned judge in a chance")
    options = parser.parse_args()
    if options.share is not None:
        fragile.SHARE = options.share
    kind, blunder = (
        (Fragile, give_a_depot) if options.game == "fragile" else (ShearPanic, worst_command)
    )
    done = named = agreed = 0
    seed = 0
    while done < options.games:
        seed += 1
        planted = plant(kind(options.players), blunder, seed)
        if planted is None:
            continue
        done += 1
        if options.keep is not None:
            told = f"{planted.record.text()}# planted: {planted.at}\n"
            Path(options.keep, f"{options.game}_{seed}.txt").write_text(told, encoding="utf-8")
        began = time.monotonic()
        effort = Effort(None if options.nodes else options.seconds, options.nodes)
        analysis = analyse(planted.record, effort, LocalEngine(options.workers))
        took = time.monotonic() - began
        turn = next(one for one in analysis.turns if one.first <= planted.at <= one.last)
        rank = 1 + sum(one.loss > turn.loss for one in analysis.turns)
        holds = bool(turn.better) and agrees(planted.record, turn, effort)
        named += rank == 1
        agreed += holds
        print(
            f"seed {seed}: turn {turn.number} of {len(analysis.turns)}, rank {rank}, {turn.word},"
            f" loss {100 * turn.loss / SURE:.1f} %, agreed: {holds}, {took:.1f} s"
            f" | {turn.line} | {turn.better_line}",
            flush=True,
        )
    print(f"{options.game}: named worst in {named} of {done}, agreed in {agreed} of {done}")


if __name__ == "__main__":
    main()
