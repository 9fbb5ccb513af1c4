"""Composes problems with exactly one shortest solution up to order, and nothing superfluous.

An attempt sketches a small problem. It changes the problem step by step as long as the number of
shortest solutions falls. Once there is only one, it removes what the problem does not need, and
changes it further as long as the problem gets more beautiful (``beauty``). Each attempt draws its
chance from the seed and its number alone. So the same seed gives the same problems, whatever the
number of processes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

from tablee.core.errors import Invalid
from tablee.games.fragile.board import Board
from tablee.games.fragile.edition import Edition, standard
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.answer import MANY, SolverAnswer, answer, forget
from tablee.games.fragile.problems.beauty import beauty, has_fault
from tablee.games.fragile.problems.book import problem_facts
from tablee.games.fragile.problems.difficulty import IdeaDifficulty, rate
from tablee.games.fragile.problems.line import play_line
from tablee.games.fragile.problems.motifs import motifs_of
from tablee.games.fragile.problems.problem import Problem
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.sketch import Sketcher, without_each
from tablee.games.fragile.problems.solver import Solution, solve
from tablee.games.fragile.problems.story import tell

FIRST_TRIES = 120
"""How many sketches an attempt draws to find one that takes exactly the turns wanted."""
GOAL_TRIES = 15
"""How many places it tries for a further goal crate before it begins again."""
CHANGES = 60
"""How many changes an attempt tries until there is only one solution."""
POLISH = 30
"""How many changes it tries to make a problem with one solution more beautiful."""
FAULTY = 12
"""How many of these changes it tries while the problem has a fault."""
MOST_POSITIONS = 20_000
"""The positions to look at in a problem. What needs more is given up."""
BEAUTIFUL = 2.5
"""The least score of a problem that is worth showing."""
NO_ANSWER = SolverAnswer(None)


@dataclass(frozen=True)
class Order:
    """What to compose. The attempts go round all pairs of turns and goals.

    Short problems come more often, because they take less time: twice as often for a turn less.
    """

    turns: tuple[int, ...]
    goals: tuple[int, ...]
    seed: int
    motif: str | None = None
    """A motif that the solution has to show."""

    def size(self, attempt: int) -> tuple[int, int]:
        """Returns the turns and the goal crates of an attempt."""
        longest = max(self.turns)
        sizes = [
            (turns, goals)
            for turns, goals in product(self.turns, self.goals)
            for _ in range(2 ** (longest - turns))
        ]
        return sizes[attempt % len(sizes)]


@dataclass(frozen=True)
class Composed:
    """A problem with its only shortest solution, and its origin."""

    problem: Problem
    solution: tuple[str, ...]
    difficulty: float
    motifs: tuple[str, ...]
    beauty: float
    seed: int
    attempt: int

    def facts(self, number: int) -> dict[str, object]:
        """Returns what a book says about the problem."""
        return {
            **problem_facts(number, self.problem),
            "solution": list(self.solution),
            "difficulty": self.difficulty,
            "motifs": list(self.motifs),
            "beauty": self.beauty,
            "seed": self.seed,
            "attempt": self.attempt,
        }


def compose_one(order: Order, attempt: int, edition: Edition | None = None) -> Composed | None:
    """Returns the problem of an attempt, or None if the attempt fails."""
    forget()
    try:
        return _Attempt(order, attempt, edition or standard()).result()
    except OutOfMemory:
        return None


@dataclass(frozen=True)
class Judged:
    """A problem with one solution, and what it is worth."""

    problem: Problem
    solution: tuple[str, ...]
    difficulty: IdeaDifficulty
    motifs: tuple[str, ...]
    beauty: float


class _Attempt:
    def __init__(self, order: Order, attempt: int, edition: Edition) -> None:
        self.order, self.attempt, self.edition = order, attempt, edition
        self.turns, goals = order.size(attempt)
        chance = Random(f"{self.turns}/{goals}/{order.seed}/{attempt}")
        self.sketcher = Sketcher(edition.board, self.turns, goals, chance)

    def result(self) -> Composed | None:
        problem = self._unique()
        if problem is None:
            return None
        best = self._polished(problem)
        if best is None or best.beauty < BEAUTIFUL or not self._is_certified(best.problem):
            return None
        if self.order.motif not in (None, *best.motifs):
            return None
        return Composed(
            best.problem,
            best.solution,
            best.difficulty.value,
            best.motifs,
            best.beauty,
            self.order.seed,
            self.attempt,
        )

    # One solution

    def _unique(self) -> Problem | None:
        """Returns a problem with one shortest solution. Each change leaves no more solutions."""
        problem, best = self._begin()
        for _ in range(CHANGES):
            if problem is None or best == 1:
                break
            changed = self.sketcher.changed(problem)
            if changed != problem and is_sound(changed, self.edition.board):
                result = self._answer(changed)
                if result.minimum == self.turns and result.count <= best:
                    problem, best = changed, result.count
        return problem if best == 1 else None

    def _begin(self) -> tuple[Problem | None, int]:
        """Returns a problem that takes the turns wanted, grown goal by goal, and its solutions."""
        problem: Problem | None = None
        failed = 0
        for _ in range(FIRST_TRIES):
            if problem is None or failed == GOAL_TRIES:
                problem, failed = None, 0
            grown = self.sketcher.with_goal(problem) if problem else self.sketcher.first()
            result = self._answer(grown) if is_sound(grown, self.edition.board) else NO_ANSWER
            if result.minimum is None:
                failed += 1
            elif len(grown.goals) < self.sketcher.goals:
                problem, failed = grown, 0
            elif result.minimum == self.turns and result.count < MANY:
                return grown, result.count
            else:
                failed += 1
        return None, MANY

    def _answer(self, problem: Problem) -> SolverAnswer:
        return bounded_answer(problem, self.edition)

    # Beauty

    def _polished(self, problem: Problem) -> Judged | None:
        """Returns the most beautiful problem that changes lead to, with nothing superfluous."""
        problem = minimised(problem, self.edition)
        best = self._judged(problem)
        for number in range(POLISH):
            if best is None and number == FAULTY:
                break
            changed = self.sketcher.changed(problem)
            if changed == problem or not is_sound(changed, self.edition.board):
                continue
            if not self._answer(changed).is_unique(self.turns):
                continue
            changed = minimised(changed, self.edition)
            piece = self._judged(changed)
            if best is None or (piece is not None and piece.beauty > best.beauty):
                problem, best = changed, piece
        return best

    def _judged(self, problem: Problem) -> Judged | None:
        all_goals = len(problem.goals) == self.sketcher.goals
        return judged(problem, self.edition) if all_goals else None

    def _is_certified(self, problem: Problem) -> bool:
        """True if the checker, which shares no code with the search, agrees with the minimum."""
        certificate = _solved(problem, self.edition).certificate(workers=1)
        try:
            checker.check(certificate)
        except Invalid:
            return False
        return True


def judged(problem: Problem, edition: Edition) -> Judged | None:
    """Returns a problem with its difficulty, motifs and beauty.

    Returns None if it has a fault, or more than one solution.
    """
    problem = tidy(problem)
    solved = _solved(problem, edition)
    if solved.minimum != problem.turns or len(solved.solutions) != 1:
        return None
    story = tell(play_line(problem, edition, solved.solutions[0]))
    difficulty = None if has_fault(story) else rate(solved)  # rating takes longer
    if difficulty is None:
        return None
    score = beauty(story, difficulty, bounded_answer(problem, edition).orders)
    assert score is not None
    return Judged(problem, solved.solutions[0], difficulty, motifs_of(story), round(score, 2))


def _solved(problem: Problem, edition: Edition) -> Solution:
    return solve(problem, edition, max_turns=problem.turns, all_solutions=True, workers=1)


def is_sound(problem: Problem, board: Board) -> bool:
    try:
        problem.check(board)
    except Invalid:
        return False
    return True


def bounded_answer(problem: Problem, edition: Edition) -> SolverAnswer:
    """Returns the answer, or none if it would take too long."""
    try:
        return answer(problem, edition, problem.turns, MOST_POSITIONS)
    except OutOfMemory:
        return NO_ANSWER


def minimised(problem: Problem, edition: Edition) -> Problem:
    """Returns the problem without the crates and dockers that do not change the answer.

    The goal crates stay.
    """
    for smaller in without_each(problem):
        all_goals = len(smaller.goals) == len(problem.goals)
        if all_goals and bounded_answer(smaller, edition).is_unique(problem.turns):
            return minimised(smaller, edition)
    return problem


def tidy(problem: Problem) -> Problem:
    """Returns the problem with its crates in the order of the board."""
    return Problem.parse(problem.text)
