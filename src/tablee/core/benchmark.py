"""Benchmarks, which a game declares and ``tablee bench`` runs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablee.core.chance import draw

if TYPE_CHECKING:
    from tablee.core.game import State


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One measurement. ``measure`` takes about as many seconds as it is given."""

    name: str
    unit: str
    measure: Callable[[float], float]


def random_moves(state: State[Any], seed: int, most: int) -> int:
    """Plays random moves by the law, at most so many. Returns how many."""
    rng = random.Random(seed)
    for played in range(most):
        if state.result is not None:
            return played
        outcomes = state.outcomes()
        state = state.play(draw(outcomes, rng) if outcomes else rng.choice(state.legal_moves()))
    return most


def rate(name: str, unit: str, work: Callable[[int], int]) -> Benchmark:
    """Returns a benchmark that counts how many of ``unit`` one second of processor time does.

    Processor time does not depend on other programs. ``work`` takes the number of the round, so
    that no two rounds are alike, and returns how much it did. The first round fills the caches and
    does not count.
    """

    def measure(seconds: float) -> float:
        work(0)
        done, turn, start = 0, 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds or not done:
            turn += 1
            done += work(turn)
        return done / elapsed

    return Benchmark(name, f"{unit}/s", measure)
