"""How the cost of a search grows with turns and crates: the table of ``tablee bench --solver``."""

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
"""The crates of the published problem 8, the one to be stored first."""
CRATES = (1, 2, 4, 8, 12)
TURNS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Cost:
    """What it took to go through all that so many turns can do; None: longer than allowed."""

    crates: int
    turns: int
    positions: int | None
    seconds: float
    """Of processor time, all threads together."""


class _TooLong(Exception):
    pass


def problem(crates: int) -> Problem:
    """The published problem 8 with some of its crates only."""
    placed = dict.fromkeys(RING[1:crates], (PLAIN,))
    return Problem(4, {RING[0]: (Crate(goal="C3"),), **placed}, ("E5", "F5", "E6"), ("C2", "D3"))


def growth(limit: float, workers: int = 2) -> Iterator[Cost]:
    """Row by row. A length that takes longer than ``limit`` seconds is broken off, and with it
    all longer ones."""
    for crates in CRATES:
        for turns in TURNS:
            cost = measured(problem(crates), crates, turns, limit, workers)
            yield cost
            if cost.positions is None:
                break


def measured(given: Problem, crates: int, turns: int, limit: float, workers: int) -> Cost:
    """All solutions of one length are looked for, so that nothing is found too early."""

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
