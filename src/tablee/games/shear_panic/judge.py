"""The learned judges of Shear Panic, one for each number of players, and games to learn from."""

from __future__ import annotations

from array import array

from tablee.core.judge_file import JudgeFile, JudgeShape, shipped_judge
from tablee.core.network_kernel import blank_network
from tablee.core.rows_kernel import Rows
from tablee.games.shear_panic import codes, packing
from tablee.games.shear_panic.edition import VERSIONS, standard
from tablee.games.shear_panic.evaluate import scout, weights
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.judge_kernel import Judge
from tablee.games.shear_panic.selfplay_kernel import SelfPlay

SHAPE = JudgeShape(codes.JUDGE_INPUTS, codes.JUDGE_SLOTS, codes.JUDGE_SPACES)
SHARE = 500
"""Of 1000 positions of a game, how many are kept to learn from. Neighbours are much alike."""
WHIMS = 30
"""Of 1000 commands, how many are random, so that positions vary."""
MOST_ROWS = 256
"""More positions than a game has."""


def shipped(players: int) -> JudgeFile | None:
    """Returns the judge that comes with the package, or None."""
    return shipped_judge("tablee.games.shear_panic", players)


def judge_of(game: ShearPanic) -> JudgeFile | None:
    """Returns the judge for a game. Another edition or older rules have none."""
    known = game.rules_version == VERSIONS[-1] and game.edition == standard()
    return shipped(game.players) if known else None


def self_play(players: int, seed: int, games: int, taught: JudgeFile | None = None) -> bytes:
    """Plays games, and returns positions with their outcomes, one row of 16-bit numbers each.

    A judge weighs the moves, or without one the weights of ``classic``.
    """
    start = packing.pack(ShearPanic(players).initial())
    onlooker = Judge(blank_network(), array("i"))
    rows = Rows(SHAPE, players, MOST_ROWS)
    player = SelfPlay(scout(start, weights("classic"), taught=taught), onlooker, rows)
    return b"".join(player.play(start, seed + number, WHIMS, SHARE) for number in range(games))
