"""Turns, mirror images and exchanged colours of a problem are the same problem."""

from __future__ import annotations

from dataclasses import replace

from tablee.core.layout import TURNS
from tablee.games.shear_panic.flock import BLACK, COLOURS, FACINGS, Flock
from tablee.games.shear_panic.problems.goals import Goal
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.symmetry import Turning


def canonical(problem: Problem) -> str:
    """Returns a text that is equal for all problems that are the same."""
    own = _recoloured(problem, [problem.colour])
    return min(_first_seen(_turned(own, Turning(turn))).text for turn in TURNS.values())


def facing_north(problem: Problem) -> Problem:
    """Returns the same problem turned so that the sheep look up."""
    for turn in TURNS.values():
        turned = _turned(problem, Turning(turn))
        if turned.flock.facing == FACINGS[0]:
            return turned
    raise AssertionError("some turn leads to every facing")


def _turned(problem: Problem, turning: Turning) -> Problem:
    return replace(problem, flock=turning.flock(problem.flock))


def _first_seen(problem: Problem) -> Problem:
    """Names the colours in the order in which they stand in the flock, the player's first."""
    seen = [problem.colour]
    for colour in problem.flock.sheep.values():
        if colour not in (*seen, BLACK):
            seen.append(colour)
    return _recoloured(problem, seen)


def _recoloured(problem: Problem, first: list[str]) -> Problem:
    rest = [colour for colour in COLOURS if colour not in first]
    names = dict(zip((*first, *rest), COLOURS, strict=True)) | {BLACK: BLACK, ".": "."}
    rows = tuple("".join(names[letter] for letter in row) for row in problem.flock.rows)
    goal = problem.goal
    if goal.colour:
        goal = Goal(goal.kind, colour=names[goal.colour])
    flock = Flock(rows, problem.flock.facing)
    return replace(problem, flock=flock, colour=names[problem.colour], goal=goal)
