"""What ``tablee bench`` measures of Fragile."""

from __future__ import annotations

import random

from tablee.core.benchmark import Benchmark, rate
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.state import FragileState

ACTIONS = 50
"""Moves of random play in one round of the law: enough for setup and some turns."""


def law_random_actions(seed: int) -> int:
    """The first moves of a random game by the law; how many there were."""
    rng = random.Random(seed)
    state: FragileState = Fragile().initial()
    for played in range(ACTIONS):
        if state.result is not None:
            return played
        state = state.play(rng.choice(state.legal_moves()))
    return ACTIONS


BENCHMARKS: tuple[Benchmark, ...] = (
    rate("fragile_law_random_actions", "actions", law_random_actions),
)
