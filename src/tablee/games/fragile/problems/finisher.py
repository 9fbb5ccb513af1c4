"""Finishes a sketch: adds what it lacks until it has one shortest solution and nothing superfluous.

What the sketch has stays where it is, as long as the problem needs it. The turns become the fewest
that the problem takes. The same seed gives the same problem.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from random import Random

from tablee.games.fragile.board import CELLS, Cell
from tablee.games.fragile.edition import Edition
from tablee.games.fragile.position import PLAIN, Crate
from tablee.games.fragile.problems.answer import MANY, forget
from tablee.games.fragile.problems.composer import (
    BEAUTIFUL,
    NO_ANSWER,
    Judged,
    bounded_answer,
    is_sound,
    judged,
    minimised,
)
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.sketch import Sketcher

TRIES = 40
"""How often it begins with the sketch again."""
CHANGES = 40
"""How many changes it tries each time."""
FEWEST, MOST = 2, 5
"""Turns of a finished problem."""
PIECES = 3
"""If none is beautiful, so many are enough. It chooses the most beautiful one."""


@dataclass(frozen=True)
class _Draft:
    problem: Problem
    """With as many turns as it takes, if that is known."""
    count: int
    """Its shortest solutions; ``MANY`` if it has none, or too many."""


def finish(
    sketch: Problem,
    edition: Edition,
    seed: int = 1,
    has_time: Callable[[], bool] = lambda: True,
) -> Judged | None:
    """Returns a problem made from a sketch, or None if none was found.

    A sketch may lack anything: goals, crates, dockers.
    """
    forget()
    chance = Random(f"finish/{sketch.text}/{seed}")
    found: list[Judged] = []
    for _ in range(TRIES):
        if not has_time() or len(found) == PIECES or _best(found) >= BEAUTIFUL:
            break
        unique = _Finisher(sketch, edition, chance, has_time).result()
        piece = None if unique is None else judged(minimised(unique, edition), edition)
        if piece is not None:
            found.append(piece)
    return max(found, key=lambda piece: piece.beauty, default=None)


def _best(found: list[Judged]) -> float:
    return max((piece.beauty for piece in found), default=-inf)


class _Finisher:
    def __init__(
        self, sketch: Problem, edition: Edition, chance: Random, has_time: Callable[[], bool]
    ) -> None:
        self.edition, self.chance, self.has_time = edition, chance, has_time
        self.sketcher = Sketcher(edition.board, MOST, 1, chance)
        self.sketch = self._completed(sketch)

    def result(self) -> Problem | None:
        """Returns a problem with one shortest solution. Each change leaves no more of them."""
        best = self._measured(self.sketch)
        for _ in range(CHANGES):
            if best.count == 1 or not self.has_time():
                break
            changed = self.sketcher.changed(best.problem)
            if changed == best.problem or not self._keeps_the_sketch(changed):
                continue
            found = self._measured(changed)
            if found.count <= best.count:
                best = found
        return best.problem if best.count == 1 else None

    def _measured(self, problem: Problem) -> _Draft:
        longest = replace(problem, turns=MOST)
        if not is_sound(longest, self.edition.board):
            return _Draft(problem, MANY + 1)
        minimum = bounded_answer(longest, self.edition).minimum
        if minimum is None or minimum < FEWEST:
            return _Draft(problem, MANY)
        fitting = replace(problem, turns=minimum)
        answer = bounded_answer(fitting, self.edition)
        return _Draft(fitting, MANY if answer == NO_ANSWER else answer.count)

    def _keeps_the_sketch(self, changed: Problem) -> bool:
        kept = all(
            changed.crates.get(cell, ())[: len(crates)] == crates
            for cell, crates in self.sketch.crates.items()
        )
        dockers = {*changed.dockers} >= {*self.sketch.dockers}
        return kept and dockers and {*changed.others} >= {*self.sketch.others}

    # What a sketch lacks

    def _completed(self, sketch: Problem) -> Problem:
        problem = sketch
        if not problem.crates:
            cell = self.chance.choice(self._free(problem, self.sketcher.floor))
            problem = replace(problem, crates={cell: (PLAIN,)})
        if not problem.goals:
            problem = self._with_goal(problem)
        while len(problem.dockers) < 2:
            near = self.chance.choice(sorted(problem.crates))
            cells = self._free(problem, self.sketcher.around(near, 1, 5) or self.sketcher.floor)
            problem = replace(problem, dockers=(*problem.dockers, self.chance.choice(cells)))
        return problem

    def _with_goal(self, problem: Problem) -> Problem:
        """Sends one of the crates to a depot that is empty."""
        cell = self.chance.choice(sorted(problem.crates))
        depots = self._free(problem, sorted(self.edition.board.entrances))
        *below, _ = problem.crates[cell]
        goal = Crate(goal=self.chance.choice(depots))
        return replace(problem, crates={**problem.crates, cell: (*below, goal)})

    def _free(self, problem: Problem, cells: list[Cell]) -> list[Cell]:
        taken = {*problem.crates, *problem.dockers, *problem.others}
        return [cell for cell in cells if cell not in taken] or list(CELLS)
