"""The benchmarks of Shear Panic for ``tablee bench``."""

from __future__ import annotations

from functools import cache

from tablee.core.benchmark import Benchmark, random_moves, rate
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.packing import pack
from tablee.games.shear_panic.random_kernel import random_games

GAMES = 200
"""Random games in one round of the kernel."""
MOVES = 50
"""Moves of random play in one round of the law."""


@cache
def _packed_start() -> PackedState:
    return pack(ShearPanic().initial())


def kernel_random_moves(seed: int, games: int = GAMES) -> int:
    """Plays random games of four on the kernel. Returns the number of moves, with rolls."""
    played, _ = random_games(_packed_start(), seed, games)
    return played


def law_random_moves(seed: int) -> int:
    """Plays the first moves of a random game by the law. Returns how many."""
    return random_moves(ShearPanic().initial(), seed, MOVES)


BENCHMARKS: tuple[Benchmark, ...] = (
    rate("shear_panic_random_moves", "moves", kernel_random_moves),
    rate("shear_panic_law_random_moves", "moves", law_random_moves),
)
