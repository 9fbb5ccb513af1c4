"""The learned judges of Fragile, one for each number of players, and games to learn from."""

from __future__ import annotations

from array import array

from tablee.core.judge_file import JudgeFile, JudgeShape, shipped_judge
from tablee.core.network_kernel import Network, blank_network
from tablee.core.rows_kernel import Rows
from tablee.games.fragile import codes, packing
from tablee.games.fragile.edition import VERSIONS, standard
from tablee.games.fragile.evaluate import evaluator, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.judge_kernel import Judge
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.selfplay_kernel import SelfPlay
from tablee.games.fragile.survey_kernel import Survey

SHAPE = JudgeShape(codes.JUDGE_INPUTS, codes.JUDGE_SLOTS, codes.JUDGE_SPACES)
SHARE = 500
"""Of 1000 positions of a game, how many are kept to learn from. Neighbours are much alike."""
WHIMS = 80
"""Of 1000 turns, how many are any of the best, so that positions vary."""
CHOICES = 64
"""How many turns are the best."""
MOST_ROWS = 512
"""More positions than a game has."""


def shipped(players: int) -> JudgeFile | None:
    """Returns the judge that comes with the package, or None."""
    return shipped_judge("tablee.games.fragile", players)


def judge_of(game: Fragile) -> JudgeFile | None:
    """Returns the judge for a game. A problem, straws, another board or older rules have none."""
    known = game.rules_version == VERSIONS[-1] and game.edition == standard()
    return shipped(game.players) if known and not game.straws and not game.problem else None


def judge(game: Fragile, file: JudgeFile) -> Judge:
    """Returns a judge for a game. Each thread needs its own."""
    return Judge(_survey(game), Network(file.weights, file.biases), file.worth)


def _survey(game: Fragile) -> Survey:
    """The inputs depend on the weights that never change."""
    return Survey(evaluator(game.initial(), weights("classic")))


def self_play(players: int, seed: int, games: int, taught: JudgeFile | None = None) -> bytes:
    """Plays games, and returns positions with their outcomes, one row of 16-bit numbers each.

    A judge that is taught chooses the turns; otherwise the weights do.
    """
    game = Fragile(players)
    start = packing.pack(game.initial())
    planner = Planner(start, evaluator(game.initial(), weights("classic")), CHOICES)
    judging = judge(game, taught) if taught else Judge(_survey(game), blank_network(), array("i"))
    rows = Rows(SHAPE, players, MOST_ROWS)
    player = SelfPlay(start, planner, judging, taught is not None, rows)
    return b"".join(player.play(start, seed + number, WHIMS, SHARE) for number in range(games))
