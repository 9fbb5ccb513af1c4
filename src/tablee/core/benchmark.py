"""What a game offers to be measured; ``tablee bench`` runs it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Something to measure: ``measure`` may take about the seconds it is given."""

    name: str
    unit: str
    measure: Callable[[float], float]


def rate(name: str, unit: str, work: Callable[[int], int]) -> Benchmark:
    """How much of ``unit`` is done in a second of processor time, which neighbours do not take.

    ``work`` takes the number of the round, so that no two rounds are alike, and returns how much
    it did. The first round is not counted: caches fill in it.
    """

    def measure(seconds: float) -> float:
        work(0)
        done, turn, start = 0, 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds or not done:
            turn += 1
            done += work(turn)
        return done / elapsed

    return Benchmark(name, f"{unit}/s", measure)
