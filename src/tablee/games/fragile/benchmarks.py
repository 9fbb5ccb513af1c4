"""The benchmarks of Fragile for ``tablee bench``."""

from __future__ import annotations

import random
from functools import cache

from tablee.core.benchmark import Benchmark, random_moves, rate
from tablee.games.fragile import kernel
from tablee.games.fragile.evaluate import Evaluator, evaluator, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.judge import judge, shipped
from tablee.games.fragile.judge_kernel import Judge
from tablee.games.fragile.packing import pack
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.random_kernel import random_games

MOVES = 50
"""Moves of random play in one round of the law. They cover the setup and some turns."""

WEIGHINGS = 1000
"""Positions weighed or judged in one round."""


def law_random_moves(seed: int) -> int:
    """Plays the first moves of a random game by the law. Returns how many."""
    return random_moves(Fragile().initial(), seed, MOVES)


@cache
def _packed_start() -> PackedState:
    return pack(Fragile().initial())


def kernel_random_moves(seed: int) -> int:
    """Plays ten random games on the kernel from the first depot on. Returns the number of moves."""
    return random_games(_packed_start(), seed, 10)


def _played_on(moves: int) -> PackedState:
    """Returns a state after so many random moves."""
    state: PackedState = _packed_start().copy()
    rng = random.Random(moves)
    for _ in range(moves):
        kernel.apply(state, rng.choice(kernel.legal(state)))
    return state


@cache
def _weighing() -> tuple[PackedState, Evaluator, Judge]:
    file = shipped(2)
    assert file is not None
    start = Fragile().initial()
    return _played_on(60), evaluator(start, weights("classic")), judge(start.game, file)


def evaluations(_: int) -> int:
    """Weighs a position by the weights, for one player. Returns how often."""
    state, weighing, _judging = _weighing()
    for _ in range(WEIGHINGS):
        weighing.value(state, 0)
    return WEIGHINGS


def judgements(_: int) -> int:
    """Judges a position for both players. Returns how often."""
    state, _weights, judging = _weighing()
    for _ in range(WEIGHINGS):
        judging.points(state)
    return WEIGHINGS


BENCHMARKS: tuple[Benchmark, ...] = (
    rate("fragile_random_actions", "actions", kernel_random_moves),
    rate("fragile_law_random_actions", "actions", law_random_moves),
    rate("fragile_evaluations", "positions", evaluations),
    rate("fragile_judgements", "positions", judgements),
)
