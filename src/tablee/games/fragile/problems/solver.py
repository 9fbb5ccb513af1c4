"""Proves the fewest turns of a problem and writes its shortest solutions in notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tablee.games.fragile.board import Cell
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.problems.certificate import Certificate, layer_text
from tablee.games.fragile.problems.positions_kernel import Positions
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.sameness import Path, representatives
from tablee.games.fragile.problems.search import (
    Key,
    OutOfMemory,
    ProblemSearch,
    SearchProgress,
    Standing,
    keys_in,
)
from tablee.games.fragile.problems.writing import write_turn

MEMORY = 1 << 30
"""The default memory of a search, in bytes."""
AT_LEAST = 4
"""The default turns to search at least. The target of a problem may be too tight."""
MOST_SOLUTIONS = 20_000
"""The most shortest solutions, in all their orders, to go through."""


@dataclass(frozen=True)
class Solution:
    """The result of a search."""

    problem: Problem
    edition: Edition = field(repr=False)
    minimum: int | None
    """The fewest turns. None if no solution within ``max_turns`` exists, or none is known yet."""
    max_turns: int
    exhausted: int
    """No solution has this many turns or fewer."""
    solutions: tuple[tuple[str, ...], ...]
    """Shortest solutions, a text for each turn: one, or all that differ (see ``sameness``)."""
    complete: bool
    """True if all solutions were asked for, and they were not too many to list."""
    positions: int
    """The distinct positions examined after each number of turns, for each length tried."""
    seconds: float
    interrupted: bool = False
    out_of_memory: bool = False

    @property
    def proved(self) -> bool:
        """True if every length below the minimum, or all up to ``max_turns``, are exhausted."""
        if self.minimum is None:
            return self.exhausted == self.max_turns
        return self.exhausted == self.minimum - 1

    @property
    def playable(self) -> Problem:
        """The problem with turns enough for its solutions. The target may be too tight."""
        return replace(self.problem, turns=max(self.problem.turns, self.minimum or 0))

    def certificate(
        self,
        *,
        workers: int = 2,
        memory: int = MEMORY,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> Certificate:
        """Returns a certificate that no solution is shorter. Raises ``OutOfMemory``.

        It searches the longest exhausted length again, with the bound from the first turn on, so
        that the layers are as small as possible.
        """
        search = ProblemSearch(self.problem, self.edition, workers, memory, progress)
        layers: tuple[tuple[str, ...], ...] = ()
        if self.exhausted:
            found = search.layers(self.exhausted, self.exhausted - 1, bound_all=True)
            layers = tuple(
                layer_text(search.standing(key) for key in keys_in(layer)) for layer in found[1:]
            )
        solution = self.solutions[0] if self.solutions else ()
        return Certificate(self.problem, self.edition, self.exhausted, solution, layers)


def default_turns(problem: Problem) -> int:
    """Returns the default turns to search: the problem's target, but at least four."""
    return max(problem.turns, AT_LEAST)


def solve(
    problem: Problem,
    edition: Edition | None = None,
    *,
    max_turns: int | None = None,
    all_solutions: bool = False,
    progress: Callable[[SearchProgress], None] | None = None,
    workers: int = 2,
    memory: int = MEMORY,
) -> Solution:
    """Tries 1, 2, … turns until a length has a solution. Raises ``Invalid`` for a bad problem.

    Ctrl-C and lack of memory end the search. It then returns what it knows.
    """
    edition = edition or standard()
    most = default_turns(problem) if max_turns is None else max_turns
    search = ProblemSearch(problem, edition, workers, memory, progress)
    exhausted, minimum, complete = 0, None, False
    interrupted = out_of_memory = False
    solutions: tuple[tuple[str, ...], ...] = ()
    try:
        while exhausted < most and minimum is None:
            paths = Paths(search, exhausted + 1, all_solutions)
            if not paths.winners:
                exhausted += 1
                continue
            minimum = exhausted + 1
            writer = Writer(search)
            solutions = (writer.written(paths.first()),)
            if all_solutions:
                found = representatives(paths.all(MOST_SOLUTIONS))
                solutions = tuple(sorted(writer.written(path) for path in found))
                complete = paths.listed_all
    except KeyboardInterrupt:
        interrupted = True
    except OutOfMemory:
        out_of_memory = True
    return Solution(
        problem,
        edition,
        minimum,
        most,
        exhausted,
        solutions,
        complete,
        search.positions,
        search.seconds,
        interrupted,
        out_of_memory,
    )


class Paths:
    """The solutions of one length, as positions before and after each turn."""

    def __init__(self, search: ProblemSearch, turns: int, every: bool) -> None:
        self.search, self.turns = search, turns
        self.layers = search.layers(turns, max(0, turns - 2))
        self.winners = search.winners(self.layers, turns, every=every)
        self.listed_all = False

    def first(self) -> tuple[Key, ...]:
        path = [self.winners.key(0)]
        for depth in reversed(range(self.turns - 1)):
            target = self.search.set_of(path[0])
            leading = self.search.leading_to(self.layers, depth, self.turns, target, every=False)
            path.insert(0, leading.key(0))
        return (*path, self.search.endings(path[-1])[0])

    def all(self, most: int) -> dict[Path, tuple[Key, ...]]:
        """Returns at most ``most`` solutions, as paths with their keys."""
        winning = [self.winners]
        for depth in reversed(range(self.turns - 1)):
            winning.insert(
                0,
                self.search.leading_to(self.layers, depth, self.turns, winning[0], every=True),
            )
        found: dict[Path, tuple[Key, ...]] = {}
        standings: dict[Key, Standing] = {}
        for keys in self._continued((winning[0].key(0),), winning):
            if len(found) == most:
                return found
            for key in keys:
                if key not in standings:
                    standings[key] = self.search.standing(key)
            found[Path.of(standings[key] for key in keys)] = keys
        self.listed_all = True
        return found

    def _continued(
        self, keys: tuple[Key, ...], winning: list[Positions]
    ) -> Iterator[tuple[Key, ...]]:
        if len(keys) == self.turns:
            for key in self.search.endings(keys[-1]):
                yield (*keys, key)
            return
        for key in self.search.following(keys[-1]):
            if winning[len(keys)].find(key) >= 0:
                yield from self._continued((*keys, key), winning)


class Writer:
    """Writes solutions in notation. It works out a turn that they share only once."""

    def __init__(self, search: ProblemSearch) -> None:
        self.search = search
        self.turns: dict[tuple[Key, Key], str] = {}

    def written(self, keys: tuple[Key, ...]) -> tuple[str, ...]:
        """Returns a text for each turn."""
        return tuple(self._turn(before, after) for before, after in pairwise(keys))

    def _turn(self, before: Key, after: Key) -> str:
        if (before, after) not in self.turns:
            first, second = self.search.standing(before), self.search.standing(after)
            self.turns[before, after] = write_turn(
                first.position, mover(first, second), second.position, second.own[-1]
            )
        return self.turns[before, after]


def mover(before: Standing, after: Standing) -> Cell:
    """Returns the first cell of the docker that moved between two positions."""
    (start,) = set(before.own) - set(after.own[:-1])
    return start
