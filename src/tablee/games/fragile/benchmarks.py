"""The benchmarks of Fragile for ``tablee bench``."""

from __future__ import annotations

from functools import cache

from tablee.core.benchmark import Benchmark, random_moves, rate
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.packing import pack
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.random_kernel import random_games

MOVES = 50
"""Moves of random play in one round of the law. They cover the setup and some turns."""


def law_random_moves(seed: int) -> int:
    """Plays the first moves of a random game by the law. Returns how many."""
    return random_moves(Fragile().initial(), seed, MOVES)


@cache
def _packed_start() -> PackedState:
    return pack(Fragile().initial())


def kernel_random_moves(seed: int) -> int:
    """Plays ten random games on the kernel from the first depot on. Returns the number of moves."""
    return random_games(_packed_start(), seed, 10)


BENCHMARKS: tuple[Benchmark, ...] = (
    rate("fragile_random_actions", "actions", kernel_random_moves),
    rate("fragile_law_random_actions", "actions", law_random_moves),
)
