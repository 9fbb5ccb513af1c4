"""Finishes a sketch: adds what it lacks until one first command is best and every one is needed.

What the sketch has stays: its sheep, its counter, its commands, its goal. The same seed gives the
same problem.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tablee.games.shear_panic.edition import Edition, MenuEntry
from tablee.games.shear_panic.flock import MOST_OF_A_COLOUR, Flock, beside
from tablee.games.shear_panic.problems.composer import (
    Composed,
    Sketcher,
    clear_solution,
    composed_of,
    is_certified,
    is_worth_showing,
)
from tablee.games.shear_panic.problems.problem import Problem, is_sound
from tablee.games.shear_panic.problems.sameness import facing_north
from tablee.games.shear_panic.problems.solver import TooMuchWork

TRIES = 400
"""How often it begins with the sketch again."""
COMMANDS = 2
"""A sketch with fewer commands may get more, up to these."""
PLAIN = 3
"""If none is worth showing, so many others are enough. It chooses the hardest one."""


def finish(
    sketch: Problem,
    edition: Edition,
    seed: int = 1,
    has_time: Callable[[], bool] = lambda: True,
) -> Composed | None:
    """Returns a problem made from a sketch, or None if none was found.

    A sketch may lack sheep and commands.
    """
    completing = _Completing(sketch, edition, Random(f"finish/{sketch.text}/{seed}"))
    plain: list[Composed] = []
    for attempt in range(TRIES):
        if not has_time() or len(plain) == PLAIN:
            break
        problem = completing.problem()
        if problem is None or not is_sound(problem, edition):
            continue
        try:
            solution = clear_solution(problem, edition)
        except TooMuchWork:
            continue
        if solution is None or not is_certified(solution):
            continue
        composed = composed_of(solution, seed, attempt)
        if is_worth_showing(solution):
            return composed
        plain.append(composed)
    return max(plain, key=lambda composed: composed.difficulty, default=None)


class _Completing:
    """Draws what a sketch lacks."""

    def __init__(self, sketch: Problem, edition: Edition, chance: Random) -> None:
        self.sketch, self.sketcher = sketch, Sketcher(edition, chance)

    def problem(self) -> Problem | None:
        flock = self._flock()
        if flock is None:
            return None
        return replace(self.sketch, flock=flock, commands=self._commands())

    def _flock(self) -> Flock | None:
        """Returns the flock with some of the missing sheep, or that of a random game."""
        flock = self.sketch.flock
        if not flock.sheep:
            state = self.sketcher.moment(self.sketch.space)
            return None if state is None else self._turned(state.flock)
        sheep = dict(flock.sheep)
        missing = [
            colour
            for colour, most in MOST_OF_A_COLOUR.items()
            for _ in range(most - flock.count(colour))
        ]
        missing.sort(key=lambda _: self.sketcher.chance.random())
        for colour in missing[: self.sketcher.below(len(missing) + 1)]:
            free = sorted({spot for taken in sheep for spot in beside(taken)} - {*sheep})
            sheep[free[self.sketcher.below(len(free))]] = colour
        return Flock.of(sheep, flock.facing)

    def _turned(self, flock: Flock) -> Flock:
        """Returns a flock that looks up, as all flocks of the composer do."""
        return facing_north(replace(self.sketch, flock=flock)).flock

    def _commands(self) -> tuple[MenuEntry, ...]:
        commands = list(self.sketch.commands)
        least = max(1, len(commands))
        wanted = least + self.sketcher.below(max(1, 1 + COMMANDS - least))
        for entry in self.sketcher.commands(wanted):
            if len(commands) < wanted and entry not in commands:
                commands.append(entry)
        return tuple(commands)
