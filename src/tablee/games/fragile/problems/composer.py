"""Composes problems with exactly one shortest solution up to order, and nothing superfluous.

An attempt sketches a small problem of the theme. It changes the problem step by step as long as the
number of shortest solutions falls. Once there is only one, it removes what the problem does not
need. Each attempt draws its chance from the seed and its number alone. So the same seed gives the
same problems, whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tablee.core.errors import Invalid
from tablee.games.fragile.board import DIRECTIONS, Board, beside
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.moves import Action, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.problems.answer import MANY, answer, forget
from tablee.games.fragile.problems.book import problem_facts
from tablee.games.fragile.problems.difficulty import rate
from tablee.games.fragile.problems.line import play_line
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.sketch import (
    HAND_OVER,
    PUSH,
    STACK,
    UNSTACK,
    WALLS,
    Sketcher,
    without_each,
)
from tablee.games.fragile.problems.solver import solve

FIRST_TRIES = 40
"""How many sketches an attempt draws to find one that takes exactly the turns wanted."""
CHANGES = 80
"""How many changes an attempt tries."""
MISSES = 6
"""How many problems with one solution may miss the theme before an attempt gives up."""


@dataclass(frozen=True)
class Order:
    """What to compose."""

    turns: int
    theme: str
    seed: int


@dataclass(frozen=True)
class Composed:
    """A problem with its only shortest solution, and its origin."""

    problem: Problem
    solution: tuple[str, ...]
    difficulty: float
    order: Order
    attempt: int

    def facts(self, number: int) -> dict[str, object]:
        """Returns what a book says about the problem."""
        return {
            **problem_facts(number, self.problem),
            "solution": list(self.solution),
            "difficulty": self.difficulty,
            "theme": self.order.theme,
            "seed": self.order.seed,
            "attempt": self.attempt,
        }


def compose_one(order: Order, attempt: int, edition: Edition | None = None) -> Composed | None:
    """Returns the problem of an attempt, or None if the attempt fails."""
    forget()
    try:
        return _tried(order, attempt, edition or standard())
    except OutOfMemory:
        return None


def _tried(order: Order, attempt: int, edition: Edition) -> Composed | None:
    chance = Random(f"{order.turns}/{order.theme}/{order.seed}/{attempt}")
    sketcher = Sketcher(edition.board, order.turns, order.theme, chance)
    for tried, (problem, solution) in enumerate(_narrowed(sketcher, order, edition), 1):
        if has_theme(order.theme, problem, solution, edition):
            composed = _finished(problem, order, attempt, edition)
            if composed is not None:
                return composed
        if tried == MISSES:
            break
    return None


def _finished(problem: Problem, order: Order, attempt: int, edition: Edition) -> Composed | None:
    """Removes what is not needed and rates the problem. Returns None if the theme is lost."""
    smaller = tidy(minimised(problem, edition))
    result = answer(smaller, edition, order.turns)
    if not has_theme(order.theme, smaller, result.solution, edition):
        return None
    return _rated(smaller, order, attempt, edition)


def _rated(problem: Problem, order: Order, attempt: int, edition: Edition) -> Composed | None:
    """Solves the problem and rates it. Returns None unless it has exactly one solution."""
    solved = solve(problem, edition, max_turns=order.turns, all_solutions=True, workers=1)
    difficulty = rate(solved)
    if difficulty is None or solved.minimum != order.turns or len(solved.solutions) != 1:
        return None
    return Composed(problem, solved.solutions[0], difficulty.value, order, attempt)


def _narrowed(
    sketcher: Sketcher, order: Order, edition: Edition
) -> Iterator[tuple[Problem, tuple[str, ...]]]:
    """Yields problems with one shortest solution. Each change leaves fewer solutions."""
    problem, best = _begin(sketcher, order, edition)
    if problem is None:
        return
    for _ in range(CHANGES):
        changed = sketcher.changed(problem)
        if changed == problem or not _is_sound(changed, edition.board):
            continue
        result = answer(changed, edition, order.turns)
        if result.minimum == order.turns and result.count <= best:
            problem, best = changed, result.count
            if best == 1:
                yield problem, result.solution


def _begin(sketcher: Sketcher, order: Order, edition: Edition) -> tuple[Problem | None, int]:
    for _ in range(FIRST_TRIES):
        problem = sketcher.first()
        if _is_sound(problem, edition.board):
            result = answer(problem, edition, order.turns)
            if result.minimum == order.turns and result.count < MANY:
                return problem, result.count
    return None, MANY


def _is_sound(problem: Problem, board: Board) -> bool:
    try:
        problem.check(board)
    except Invalid:
        return False
    return True


# Necessary pieces


def minimised(problem: Problem, edition: Edition) -> Problem:
    """Returns the problem without the crates and dockers that do not change the answer."""
    for smaller in without_each(problem):
        if answer(smaller, edition, problem.turns).is_unique(problem.turns):
            return minimised(smaller, edition)
    return problem


def tidy(problem: Problem) -> Problem:
    """Returns the problem with its crates in the order of the board."""
    return Problem.parse(problem.text)


# Themes


def has_theme(theme: str, problem: Problem, solution: tuple[str, ...], edition: Edition) -> bool:
    """True if the solution shows the theme, and the problem is about it.

    Hand-over, stack and unstack: the solution has such an action. Push: it has at least three
    pushes, and moves crates in no other way. Walls: it moves a crate along the wall of a depot that
    is no goal, and without such depots the answer would differ.
    """
    line = play_line(problem, edition, solution)
    actions = [action for turn in line.turns for action in turn.actions]
    kinds = {HAND_OVER: HandOver, STACK: Stack, UNSTACK: Unstack}
    if theme in kinds:
        return any(isinstance(action, kinds[theme]) for action in actions)
    if theme == PUSH:
        return _only_pushes(actions)
    assert theme == WALLS
    return _along_walls(problem, actions, edition.board) and _walls_matter(problem, edition)


def _only_pushes(actions: list[Action]) -> bool:
    moved = [action for action in actions if not isinstance(action, Go)]
    return len(moved) >= 3 and all(isinstance(action, Push) for action in moved)


def _along_walls(problem: Problem, actions: list[Action], board: Board) -> bool:
    walled = {
        cell
        for depot in board.entrances
        for direction in DIRECTIONS
        if depot not in problem.goals
        and (cell := beside(depot, direction))
        and board.has_wall(depot, cell)
    }
    return any(
        isinstance(action, Push | Unstack | HandOver) and action.target in walled
        for action in actions
    )


def _walls_matter(problem: Problem, edition: Edition) -> bool:
    needed = {*problem.goals, *problem.crates, *problem.dockers, *problem.others}
    entrances = {depot: door for depot, door in edition.board.entrances.items() if depot in needed}
    open_quay = replace(edition, board=Board(entrances))
    return not answer(problem, open_quay, problem.turns).is_unique(problem.turns)
