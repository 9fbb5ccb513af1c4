"""The benchmarks of Fragile for ``tablee bench``."""

from __future__ import annotations

import random
from functools import cache

from tablee.core.benchmark import Benchmark, rate
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.packing import pack
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.random_kernel import random_games
from tablee.games.fragile.state import FragileState

ACTIONS = 50
"""Moves of random play in one round of the law. They cover the setup and some turns."""


def law_random_actions(seed: int) -> int:
    """Plays the first moves of a random game by the law. Returns how many."""
    rng = random.Random(seed)
    state: FragileState = Fragile().initial()
    for played in range(ACTIONS):
        if state.result is not None:
            return played
        state = state.play(rng.choice(state.legal_moves()))
    return ACTIONS


@cache
def _packed_start() -> PackedState:
    return pack(Fragile().initial())


def kernel_random_actions(seed: int) -> int:
    """Plays ten random games on the kernel from the first depot on. Returns the number of moves."""
    return random_games(_packed_start(), seed, 10)


BENCHMARKS: tuple[Benchmark, ...] = (
    rate("fragile_random_actions", "actions", kernel_random_actions),
    rate("fragile_law_random_actions", "actions", law_random_actions),
)
