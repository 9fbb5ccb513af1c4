"""How the cost of a search grows with turns and crates, for ``tablee bench --solver``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from tablee.games.fragile.edition import standard
from tablee.games.fragile.position import PLAIN, Crate
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import OutOfMemory, ProblemSearch, SearchProgress
from tablee.games.fragile.problems.solver import MEMORY

RING = ("G7", "D4", "G4", "D7", "E4", "F4", "D5", "G5", "D6", "G6", "E7", "F7")
"""The crates of the published problem 8, the goal crate first."""
CRATES = (1, 2, 4, 8, 12)
TURNS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Cost:
    """The cost of a complete search. ``positions`` is None if it took too long."""

    crates: int
    turns: int
    positions: int | None
    seconds: float
    """Processor time of all threads together."""


class _TooLong(Exception):
    pass


def problem(crates: int) -> Problem:
    """Returns the published problem 8 with only some of its crates."""
    placed = dict.fromkeys(RING[1:crates], (PLAIN,))
    return Problem(4, {RING[0]: (Crate(goal="C3"),), **placed}, ("E5", "F5", "E6"), ("C2", "D3"))


def growth(limit: float, workers: int = 2) -> Iterator[Cost]:
    """Yields costs row by row.

    It stops a length that takes longer than ``limit`` seconds, and leaves out all longer ones.
    """
    for crates in CRATES:
        for turns in TURNS:
            cost = measured(problem(crates), crates, turns, limit, workers)
            yield cost
            if cost.positions is None:
                break


def measured(given: Problem, crates: int, turns: int, limit: float, workers: int) -> Cost:
    """Searches for all solutions of one length, so that an early find does not end it."""

    def stop(progress: SearchProgress) -> None:
        if progress.seconds > limit:
            raise _TooLong

    before = time.process_time()
    search = ProblemSearch(given, standard(), workers, MEMORY, stop)
    try:
        layers = search.layers(turns, max(0, turns - 2))
        search.winners(layers, turns, every=True)
    except (_TooLong, OutOfMemory):
        return Cost(crates, turns, None, time.process_time() - before)
    return Cost(crates, turns, search.positions, time.process_time() - before)
