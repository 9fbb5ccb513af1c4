"""The learned judges of Shear Panic, one for each number of players, and games to learn from."""

from __future__ import annotations

from array import array

from tablee.core.game import CHANCE
from tablee.core.judge_file import JudgeFile, JudgeShape, shipped_judge
from tablee.core.network_kernel import blank_network
from tablee.core.rows_kernel import Rows
from tablee.games.shear_panic import codes, packing
from tablee.games.shear_panic.edition import VERSIONS, standard
from tablee.games.shear_panic.evaluate import judge, scout, weights
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.judge_kernel import Judge
from tablee.games.shear_panic.selfplay_kernel import SelfPlay
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Stage, Task

SHAPE = JudgeShape(codes.JUDGE_INPUTS, codes.JUDGE_SLOTS, codes.JUDGE_SPACES)
SHARE = 500
"""Of 1000 positions of a game, how many are kept to learn from. Neighbours are much alike."""
WHIMS = 30
"""Of 1000 commands, how many are random, so that positions vary."""
MOST_ROWS = 256
"""More positions than a game has."""
DEPTH = 4
"""How many rolls and choices in a row are tried, before a turn is judged as it stands."""


def shipped(players: int) -> JudgeFile | None:
    """Returns the judge that comes with the package, or None."""
    return shipped_judge("tablee.games.shear_panic", players)


def judge_of(game: ShearPanic) -> JudgeFile | None:
    """Returns the judge for a game. One of other facts or older rules has none."""
    known = game.rules_version == VERSIONS[-1] and game.edition == standard()
    return shipped(game.players) if known else None


def chances(state: ShearPanicState) -> tuple[float, ...] | None:
    """Returns each player's chance to win, or None for a game without a judge.

    The judge knows the flock between two commands. In the middle of a turn this is the mean over
    the rolls still to come, with the choices that are best for the player who makes them. While
    sheep jump off the truck, everybody has the same chance.
    """
    taught = judge_of(state.game)
    return None if taught is None else _chances(state, judge(taught), DEPTH)


def _chances(state: ShearPanicState, learned: Judge, depth: int) -> tuple[float, ...]:
    players = range(state.game.players)
    if state.ended is not None:
        winners = state.ended.winners
        return tuple((player in winners) / len(winners) for player in players)
    if state.stage == Stage.TRUCK:
        return tuple(1 / len(players) for _ in players)
    if depth == 0 or state.task in (Task.COMMAND, Task.PANIC_ROLL):
        given = learned.chances(packing.pack(state))
        return tuple(chance / sum(given) for chance in given)
    if state.actor == CHANCE:
        found = [
            (float(outcome.probability), _chances(state.play(outcome.move), learned, depth - 1))
            for outcome in state.outcomes()
        ]
        return tuple(sum(odds * then[player] for odds, then in found) for player in players)
    ways = (_chances(state.play(move), learned, depth - 1) for move in state.legal_moves())
    return max(ways, key=lambda then: then[state.player])


def self_play(players: int, seed: int, games: int, taught: JudgeFile | None = None) -> bytes:
    """Plays games, and returns positions with their outcomes, one row of 16-bit numbers each.

    A judge weighs the moves, or without one the weights of ``classic``.
    """
    start = packing.pack(ShearPanic(players).initial())
    onlooker = Judge(blank_network(), array("i"))
    rows = Rows(SHAPE, players, MOST_ROWS)
    player = SelfPlay(scout(start, weights("classic"), taught=taught), onlooker, rows)
    return b"".join(player.play(start, seed + number, WHIMS, SHARE) for number in range(games))
