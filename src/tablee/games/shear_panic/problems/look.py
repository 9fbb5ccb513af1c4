"""How near the goal a flock looks to a person, before any die is rolled."""

from __future__ import annotations

from tablee.games.shear_panic.commands import Target, result
from tablee.games.shear_panic.edition import Edition
from tablee.games.shear_panic.flock import BLACK, Flock, Spot
from tablee.games.shear_panic.moves import Command
from tablee.games.shear_panic.problems import goals
from tablee.games.shear_panic.problems.problem import PLAYERS, Problem
from tablee.games.shear_panic.scoring import SCORINGS, to_be_shorn
from tablee.games.shear_panic.track import FieldKind


def after_command(flock: Flock, command: Command) -> Flock:
    """Returns the flock after a command, before regrouping."""
    return result(flock, command.kind, Target(command.way, command.sheep))


def look(problem: Problem, edition: Edition, flock: Flock) -> int:
    """Returns a number that is the higher, the nearer the goal looks. It is 0 at the goal.

    For points it is what the flock would score in the field of the problem.
    """
    goal, own = problem.goal, flock.spots(problem.colour)
    if goal.kind == goals.POINTS:
        return _worth(problem, edition, flock)
    if goal.kind == goals.TOGETHER:
        return 1 - _steps(own[0], own[-1])
    if goal.kind == goals.BLACK:
        return sum(1 - _steps(spot, black) for black in flock.spots(BLACK) for spot in own)
    rows = list(flock.lines_from_front())
    if goal.kind == goals.BACK:
        rows.reverse()
    wanted = flock.spots(goal.colour) if goal.colour else own
    return -sum(number for number, row in enumerate(rows) for spot in row if spot in wanted)


def _worth(problem: Problem, edition: Edition, flock: Flock) -> int:
    field = edition.tracks[PLAYERS].field_at(max(1, problem.space))
    assert field is not None
    if field.kind == FieldKind.SHEARER:
        flock = flock.without(to_be_shorn(flock))
    return SCORINGS[field.kind](flock)[problem.colour]


def _steps(spot: Spot, other: Spot) -> int:
    return abs(spot[0] - other[0]) + abs(spot[1] - other[1])
