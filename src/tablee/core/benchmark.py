"""Benchmarks, which a game declares and ``tablee bench`` runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One measurement. ``measure`` takes about as many seconds as it is given."""

    name: str
    unit: str
    measure: Callable[[float], float]


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
