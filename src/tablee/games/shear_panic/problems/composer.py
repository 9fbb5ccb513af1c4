"""Composes problems with exactly one best first command, in which every command is needed.

An attempt takes a moment of a random game, some commands and a goal, and asks whether that is a
problem worth showing. Each attempt draws its chance from the seed and its number alone. So the same
seed gives the same problems, whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tablee.core.errors import Invalid
from tablee.games.shear_panic import packing
from tablee.games.shear_panic.edition import Edition, MenuEntry, standard
from tablee.games.shear_panic.flock import COLOURS
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.kernel import apply, legal
from tablee.games.shear_panic.moves import Kind
from tablee.games.shear_panic.problems import checker, goals
from tablee.games.shear_panic.problems.book import problem_facts
from tablee.games.shear_panic.problems.difficulty import Impression, rate
from tablee.games.shear_panic.problems.goals import Goal
from tablee.games.shear_panic.problems.motifs import motifs_of
from tablee.games.shear_panic.problems.problem import MOST_COMMANDS, PLAYERS, Problem, is_sound
from tablee.games.shear_panic.problems.sameness import facing_north
from tablee.games.shear_panic.problems.solver import (
    LOST,
    SURE,
    Search,
    Solution,
    TooMuchWork,
    most_points,
    solve,
)
from tablee.games.shear_panic.state import ShearPanicState
from tablee.games.shear_panic.tasks import Task

MOST_POSITIONS = 50_000
"""The positions to look at in a problem. What needs more is given up."""
LEAST_CHANCE = Fraction(1, 3)
"""A smaller chance is luck and no solution."""
LEAST_TEMPTATIONS = 2
"""How many wrong first commands have to look as good as the right one."""
MOST_WANTED = 10
"""The most points that a composed problem asks for."""
NARROW = (Kind.LINE_UP, Kind.LAMB_ROLL, Kind.LEAPFROG, Kind.EWE_TURN)
"""The commands with few targets."""
NEAR = 4
"""How far before a gate or pen most problems about points begin."""


@dataclass(frozen=True)
class Order:
    """What to compose. The attempts go round the goals and the numbers of commands.

    Problems with few commands come more often, because they take less time.
    """

    commands: tuple[int, ...]
    goals: tuple[str, ...]
    seed: int
    motif: str | None = None
    """A motif that the solution has to show."""

    def size(self, attempt: int) -> tuple[int, str]:
        """Returns the number of commands and the goal of an attempt."""
        most = max(self.commands)
        sizes = [size for size in self.commands for _ in range(1 + most - size)]
        rounds, place = divmod(attempt, len(sizes))
        return sizes[place], self.goals[rounds % len(self.goals)]


@dataclass(frozen=True)
class Composed:
    """A problem with its only best first command, and its origin."""

    problem: Problem
    chance: Fraction
    solution: str
    difficulty: float
    motifs: tuple[str, ...]
    seed: int
    attempt: int

    def facts(self, number: int) -> dict[str, object]:
        """Returns what a book says about the problem."""
        return {
            **problem_facts(number, self.problem),
            "chance": str(self.chance),
            "solution": self.solution,
            "difficulty": self.difficulty,
            "motifs": list(self.motifs),
            "seed": self.seed,
            "attempt": self.attempt,
        }


def compose_one(order: Order, attempt: int, edition: Edition | None = None) -> Composed | None:
    """Returns the problem of an attempt, or None if the attempt fails."""
    size, goal = order.size(attempt)
    sketcher = Sketcher(edition or standard(), Random(f"{size}/{goal}/{order.seed}/{attempt}"))
    for problem in sketcher.sketches(size, goal):
        if not is_sound(problem, sketcher.edition):
            continue
        try:
            composed = _judged(problem, order, attempt, sketcher.edition)
        except TooMuchWork:
            return None
        if composed is not None:
            return composed
    return None


# Sketches


class Sketcher:
    """Draws problems from random games."""

    def __init__(self, edition: Edition, chance: Random) -> None:
        self.edition, self.chance = edition, chance
        self.track = edition.tracks[PLAYERS]

    def sketches(self, size: int, goal: str) -> Iterator[Problem]:
        """Yields a problem, or several that differ in the points wanted, the most first."""
        state = self.moment(self._space(goal))
        if state is None:
            return
        colour = COLOURS[self.below(len(COLOURS))]
        commands = self.commands(size)
        sketch = Problem(state.flock, colour, state.counter, commands, Goal(goal))
        for wanted in self._goals(sketch):
            yield facing_north(replace(sketch, goal=wanted))

    def moment(self, space: int) -> ShearPanicState | None:
        """Returns the first turn of a random game that begins on this space or after it."""
        game = ShearPanic(PLAYERS, self.edition)
        packed = packing.pack(game.initial())
        while packed.actor() is not None:
            state = packing.unpack(game, packed)
            if state.task == Task.COMMAND and state.counter >= space:
                return state
            apply(packed, self._drawn(legal(packed)))
        return None

    def below(self, number: int) -> int:
        """Draws with ``random()`` alone, which gives the same numbers in every Python."""
        return int(self.chance.random() * number)

    def _drawn(self, moves: list[int]) -> int:
        return moves[self.below(len(moves))]

    def commands(self, size: int) -> tuple[MenuEntry, ...]:
        """Returns commands of different kinds. Of three, two have few targets."""
        menu = sorted(self.edition.menu, key=lambda _: self.chance.random())
        kinds = {entry.kind: entry for entry in menu}
        if size == MOST_COMMANDS:
            wide = [kind for kind in kinds if kind not in NARROW]
            for kind in wide[1:]:
                del kinds[kind]
        chosen = sorted(kinds.values(), key=lambda _: self.chance.random())[:size]
        return tuple(sorted(chosen, key=self.edition.menu.index))

    def _space(self, goal: str) -> int:
        """Returns a space where this goal makes sense."""
        fields = self.track.fields
        if goal == goals.SHORN:
            field = fields[-1]
        elif goal == goals.POINTS:
            field = fields[self.below(len(fields))]
        else:
            return 1 + self.below(fields[2].last)
        if field.gate is None:
            return field.first + self.below(field.last - field.first - 1)
        goals_ahead = (field.gate, field.last)
        return goals_ahead[self.below(2)] - 1 - self.below(NEAR)

    def _goals(self, sketch: Problem) -> Iterator[Goal]:
        kind = sketch.goal.kind
        if kind == goals.POINTS:
            numbers = [entry.number for entry in sketch.commands]
            most = most_points(self.track, sketch.space, numbers)
            yield from (Goal(kind, points) for points in range(min(most, MOST_WANTED), 1, -1))
        elif kind == goals.SHORN:
            others = [colour for colour in COLOURS if colour != sketch.colour]
            yield Goal(kind, colour=others[self.below(len(others))])
        else:
            yield Goal(kind)


# Judgement


def _judged(problem: Problem, order: Order, attempt: int, edition: Edition) -> Composed | None:
    solution = clear_solution(problem, edition)
    if solution is None or not is_worth_showing(solution) or not is_certified(solution):
        return None
    composed = composed_of(solution, order.seed, attempt)
    return composed if order.motif in (None, *composed.motifs) else None


def composed_of(solution: Solution, seed: int, attempt: int) -> Composed:
    """Returns a problem that has one best first command, with what a book says about it."""
    (first,) = solution.first
    difficulty = rate(solution)
    assert difficulty is not None
    return Composed(
        solution.problem,
        solution.chance,
        first,
        difficulty.value,
        motifs_of(solution),
        seed,
        attempt,
    )


def clear_solution(problem: Problem, edition: Edition) -> Solution | None:
    """Returns the solution if one first command is best, its chance is good, and all are needed.

    Raises ``TooMuchWork``.
    """
    chance = _unique_chance(problem, edition)
    if chance < LEAST_CHANCE or any(superfluous(problem, chance, edition)):
        return None
    return solve(problem, edition, MOST_POSITIONS)


def _unique_chance(problem: Problem, edition: Edition) -> Fraction:
    """Returns the best chance if exactly one first command has it, else 0."""
    best, count = LOST, 0
    for _, value in Search(problem, edition, MOST_POSITIONS).each_move(problem.start(edition)):
        if value > best:
            best, count = value, 0
        count += value == best
        if best == SURE and count > 1:
            break
    return best if count == 1 else LOST


def superfluous(
    problem: Problem, chance: Fraction, edition: Edition, most: int = MOST_POSITIONS
) -> Iterator[tuple[MenuEntry, Problem]]:
    """Yields each command without which the best chance is as good, and the problem without it.

    Raises ``TooMuchWork``.
    """
    if len(problem.commands) == 1:
        return
    for place, entry in enumerate(problem.commands):
        rest = problem.commands[:place] + problem.commands[place + 1 :]
        smaller = replace(problem, commands=rest)
        if Search(smaller, edition, most).value(smaller.start(edition)) >= chance:
            yield entry, smaller


def is_worth_showing(solution: Solution) -> bool:
    """True if the first command is no matter of course."""
    seen = Impression(solution)
    if len(seen.temptations) < LEAST_TEMPTATIONS:
        return False
    if len(solution.problem.commands) > 1:
        return True
    # A single command needs a surprise, or dice to foresee.
    return seen.is_retreat or seen.is_indirect or seen.rolls > 0


def is_certified(solution: Solution) -> bool:
    """True if the checker, which shares no code with the search, agrees."""
    try:
        checker.check(solution.certificate(), most=MOST_POSITIONS)
    except (Invalid, checker.Unproved):
        return False
    return True
