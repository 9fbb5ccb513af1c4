"""Rates how hard a problem is for people, from 1 to 10, and says why.

The model is a person who looks at the flock after each command, before any die (``look``). A
problem is hard if wrong first commands look as good as the right one, if the right one makes things
look worse, if there are several commands to order, and if dice must be weighed. The rating is this
sum, kept between 1 and 10:

    1
    + 0.55 × log2 of (1 + temptations)  first commands that look as good as the best, but are not
    + 0.25 × log2 of (1 + half-truths)  other first commands that succeed with some dice
    + 0.9 × (commands - 1)
    + 0.45 × rolls                      the most dice in a row that best play has to allow for
    + 0.7 if the best command makes the goal look farther away
    + 0.4 if it moves none of your sheep
    + 0.5 if the best chance is below 1
    - 0.3 × log2 of the number of best first commands
"""

from __future__ import annotations

from functools import cached_property
from math import log2

from tablee.core.difficulty import Difficulty, Scale
from tablee.games.shear_panic.commands import Target, shifts
from tablee.games.shear_panic.messages import say
from tablee.games.shear_panic.moves import Command
from tablee.games.shear_panic.problems.certificate import Strategy
from tablee.games.shear_panic.problems.look import after_command, look
from tablee.games.shear_panic.problems.solver import LOST, Solution

SCALE = Scale(say, (3.4, 4.1, 4.8, 5.6))
grade_of = SCALE.grade_of


class Impression:
    """What a person sees of a solved problem. The problem has a solution."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.problem = solution, solution.problem
        self.start = solution.problem.start(solution.edition)

    def command(self, text: str) -> Command:
        move = self.start.parse(text)
        assert isinstance(move, Command)
        return move

    @cached_property
    def key(self) -> Command:
        """The best first command."""
        return self.command(self.solution.first[0])

    def looks(self, command: Command) -> int:
        return look(self.problem, self.solution.edition, after_command(self.problem.flock, command))

    @cached_property
    def temptations(self) -> tuple[str, ...]:
        """The first commands that look at least as good as the best one, but are not."""
        bar = self.looks(self.key)
        return tuple(
            text
            for text in self.solution.values
            if text not in self.solution.first and self.looks(self.command(text)) >= bar
        )

    @cached_property
    def half_truths(self) -> int:
        """The number of other first commands that succeed with some dice."""
        return sum(LOST < value < self.solution.chance for value in self.solution.values.values())

    @cached_property
    def rolls(self) -> int:
        return most_rolls(self.solution.strategy)

    @cached_property
    def is_retreat(self) -> bool:
        """True if the best command makes the goal look farther away."""
        before = look(self.problem, self.solution.edition, self.problem.flock)
        return self.looks(self.key) < before

    @cached_property
    def is_indirect(self) -> bool:
        """True if the best command moves none of the player's sheep."""
        moved = shifts(self.problem.flock, self.key.kind, Target(self.key.way, self.key.sheep))
        return not any(spot in moved for spot in self.problem.flock.spots(self.problem.colour))


def most_rolls(strategy: Strategy) -> int:
    """Returns the most dice in a row on a way to the goal."""
    if isinstance(strategy, dict):
        return 1 + max(map(most_rolls, strategy.values()))
    return most_rolls(strategy[1]) if isinstance(strategy, tuple) else 0


def rate(solution: Solution) -> Difficulty | None:
    """Rates a solved problem. Returns None if it has no solution."""
    if not solution.chance:
        return None
    seen = Impression(solution)
    tempting, half, commands = len(seen.temptations), seen.half_truths, solution.problem.commands
    parts = (
        SCALE.part("temptations", tempting, 0.55 * log2(1 + tempting)),
        SCALE.part("half-truths", half, 0.25 * log2(1 + half)),
        SCALE.part("commands", len(commands), 0.9 * (len(commands) - 1)),
        SCALE.part("rolls", seen.rolls, 0.45 * seen.rolls),
        SCALE.part("retreat", 1, 0.7 * seen.is_retreat),
        SCALE.part("indirect", 1, 0.4 * seen.is_indirect),
        SCALE.part("risk", 1, 0.0 if solution.is_sure else 0.5),
        SCALE.part("solutions", len(solution.first), -0.3 * log2(len(solution.first))),
    )
    return Difficulty(*SCALE.sum_of(parts))
