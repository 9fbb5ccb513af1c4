"""Counts the shortest solutions of a problem, quickly. The composer asks many times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tablee.games.fragile.board import CELLS, Board, Cell
from tablee.games.fragile.edition import Edition
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.packing import NUMBER, board_numbers, packed_game
from tablee.games.fragile.problems.bound_kernel import Bound
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.sameness import representatives
from tablee.games.fragile.problems.search import OutOfMemory, ProblemSearch, SearchProgress
from tablee.games.fragile.problems.search_kernel import Turn
from tablee.games.fragile.problems.solver import Paths

MANY = 64
"""The most solutions, or orders of their turns, that are counted."""
SHORT = 2
"""The most turns for which a search without the bound is tried first."""
MEMORY = 1 << 30
TABLES = 200 << 20
"""Bytes of tables above which a bound is not kept for the next problem."""


@dataclass(frozen=True)
class SolverAnswer:
    """The fewest turns (None: more than asked for) and the shortest solutions up to order."""

    minimum: int | None
    count: int = 0
    orders: int = 0
    """How many orders of turns these solutions can be played in, all together."""

    def is_unique(self, turns: int) -> bool:
        return self.minimum == turns and self.count == 1


class QuickSearch(ProblemSearch):
    """A search on one thread whose bound is shared with like problems, or left out.

    The bound does not depend on the crates, and depends on own dockers only if they stand in a
    depot. So the tables of one problem serve for most changes of it. In short problems the tables
    cost more than they save. Without them the last docker walks on after the goals are met, which
    gives the right length but the wrong count.
    """

    def __init__(
        self, problem: Problem, edition: Edition, *, plain: bool, most: int | None = None
    ) -> None:
        def enough(progress: SearchProgress) -> None:
            if most is not None and progress.positions > most:
                raise OutOfMemory

        super().__init__(problem, edition, 1, MEMORY, enough)
        game = Fragile.of_problem(problem, edition)
        own, board = problem.dockers, edition.board
        inside = tuple(cell for cell in own if board.is_slot(cell))
        self.bound = _bound(board, self.goals, len(own), inside, problem.others)
        if self.bound.memory() > TABLES:
            forget()
        packed = packed_game(game, game.initial().position.dockers[: len(own)])
        others = [NUMBER[cell] for cell in problem.others]
        guarded = 0 if plain else len(self.goals) if len(own) < 3 else 1
        self.turn = Turn(packed, self.bound, len(own), others, guarded)
        self.workers = [self.turn]


@lru_cache(maxsize=2)
def _bound(
    board: Board,
    depots: tuple[Cell, ...],
    own: int,
    inside: tuple[Cell, ...],
    others: tuple[Cell, ...],
) -> Bound:
    """Returns the bound of all problems with these depots, helpers and number of own dockers."""
    neighbours, slots = board_numbers(board)
    outside = [cell for cell in CELLS if not board.is_slot(cell)][: own - len(inside)]
    numbers = [[NUMBER[cell] for cell in cells] for cells in (depots, (*inside, *outside), others)]
    return Bound(neighbours, slots, *numbers)


def forget() -> None:
    """Drops the bounds that are kept, and so frees memory."""
    _bound.cache_clear()


def answer(problem: Problem, edition: Edition, turns: int, most: int | None = None) -> SolverAnswer:
    """Looks for solutions of at most so many turns; counts to ``MANY``.

    Raises ``OutOfMemory``, also if there are more than ``most`` positions to look at.
    """
    plain = QuickSearch(problem, edition, plain=True, most=most)
    for length in range(1, min(turns, SHORT) + 1):
        winners = Paths(plain, length, every=length == turns).winners
        if winners and (length < turns or len(winners) > MANY):
            return SolverAnswer(length, MANY)
        if not winners and length == turns:
            return SolverAnswer(None)
    search = QuickSearch(problem, edition, plain=False, most=most)
    for length in range(min(turns, SHORT + 1), turns + 1):
        paths = Paths(search, length, every=length == turns)
        if paths.winners:
            return _counted(paths, length == turns)
    return SolverAnswer(None)


def _counted(paths: Paths, count: bool) -> SolverAnswer:
    if not count or len(paths.winners) > MANY:
        return SolverAnswer(paths.turns, MANY)
    every = paths.all(MANY)
    found = representatives(every)
    if not paths.listed_all:
        return SolverAnswer(paths.turns, MANY)
    return SolverAnswer(paths.turns, len(found), len(every))
