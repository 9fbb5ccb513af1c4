"""S-4, the commands: the legal targets of each, and its effect on the flock.

``check_target`` returns the rule that forbids a target, if any. ``shifts`` returns which sheep
move where. Both look only at the flock. ``menu`` has the menus and S-4.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Refusal
from tablee.games.shear_panic.flock import (
    DIAGONAL,
    DIRECTIONS,
    FACINGS,
    ORTHOGONAL,
    Cell,
    Colour,
    Direction,
    Flock,
    Shifts,
    Spot,
    beside,
    cell_name,
    opposite,
    spot_named,
    step,
)
from tablee.games.shear_panic.messages import refuse, word
from tablee.games.shear_panic.moves import KINDS, SIDES, TURNS, WITHOUT_SHEEP, Kind

RULES = {kind: f"S-4.{number}" for number, kind in enumerate(KINDS, 1)}
"""The rule of each command."""
OWN_SHEEP: tuple[Kind, ...] = (Kind.LAMB_PUSH, Kind.LAMB_ROLL, Kind.LEAPFROG)
WAYS: dict[Kind, tuple[str, ...]] = {
    Kind.LAMB_PUSH: DIRECTIONS,
    Kind.LINE_PUSH: ORTHOGONAL,
    Kind.DIAGONAL_PUSH: DIAGONAL,
    Kind.LINE_UP: SIDES,
    Kind.LAMB_ROLL: DIRECTIONS,
    Kind.LEAPFROG: ORTHOGONAL,
    Kind.EWE_TURN: TURNS,
}


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a command: a sheep and a direction, or a side of the flock."""

    way: str
    sheep: Cell = ""


@lru_cache(maxsize=512)  # the same position is asked for several times; each takes 10 kB
def distinct_targets(flock: Flock, kind: Kind, colour: Colour) -> Mapping[Flock, Target]:
    """Returns the flocks that a command can give, each with the first target that gives it."""
    found: dict[Flock, Target] = {}
    for target in targets(flock, kind, colour):
        found.setdefault(result(flock, kind, target), target)
    return found


def targets(flock: Flock, kind: Kind, colour: Colour) -> Iterator[Target]:
    """Yields the legal targets for the owner of this colour, in a stable order."""
    for cell in _sheep_to_aim_at(flock, kind, colour):
        for way in WAYS[kind]:
            target = Target(way, cell)
            if check_target(flock, kind, target, colour) is None:
                yield target


def _sheep_to_aim_at(flock: Flock, kind: Kind, colour: Colour) -> list[Cell]:
    if kind in WITHOUT_SHEEP:
        return [""]
    spots = flock.spots(colour) if kind in OWN_SHEEP else flock.sheep
    return [cell_name(spot) for spot in spots]


def result(flock: Flock, kind: Kind, target: Target) -> Flock:
    """Returns the flock after a command with a legal target, before regrouping."""
    if kind == Kind.EWE_TURN:
        return flock.turned(target.way)
    return flock.moved(shifts(flock, kind, target))


def shifts(flock: Flock, kind: Kind, target: Target) -> Shifts:
    """Returns which sheep a command moves, and where."""
    match kind:
        case Kind.LAMB_PUSH | Kind.LINE_PUSH | Kind.DIAGONAL_PUSH:
            return push(flock, spot_named(target.sheep), target.way)
        case Kind.LINE_UP:
            return line_up(flock, target.way)
        case Kind.LAMB_ROLL:
            spot = spot_named(target.sheep)
            return {spot: step(spot, target.way)}
        case Kind.LEAPFROG:
            spot = spot_named(target.sheep)
            return {spot: _first_empty(flock, spot, target.way)}
    return {}  # S-4.7: a turn leaves every sheep where it is


def check_target(flock: Flock, kind: Kind, target: Target, colour: Colour) -> Refusal | None:
    """Returns the rule that forbids this target to the owner of this colour, or None."""
    if target.way not in WAYS[kind]:
        return refuse(RULES[kind], "bad-way", command=word(kind), ways=", ".join(WAYS[kind]))
    if kind in WITHOUT_SHEEP:
        return None
    cell = target.sheep
    found = flock.at(cell)
    if found is None:
        return refuse(RULES[kind], "no-sheep", cell, cell=cell)
    if kind in OWN_SHEEP and found != colour:
        return refuse(RULES[kind], "not-your-sheep", cell, cell=cell)
    match kind:
        case Kind.LINE_PUSH | Kind.DIAGONAL_PUSH:
            return _check_from_outside(flock, kind, cell, target.way)
        case Kind.LAMB_ROLL:
            return _check_roll(flock, cell, target.way)
        case Kind.LEAPFROG:
            return _check_leap(flock, cell, target.way)
    return None


# S-4.1 to S-4.3: pushes


def push(flock: Flock, spot: Spot, direction: Direction) -> Shifts:
    """S-4.1: moves the sheep and the unbroken line ahead of it by one step."""
    moved: dict[Spot, Spot] = {}
    while spot in flock.sheep:
        ahead = step(spot, direction)
        moved[spot] = ahead
        spot = ahead
    return moved


def first_met(flock: Flock, spot: Spot, direction: Direction) -> Spot:
    """S-4.2: returns the first sheep that a push from outside meets on the line through a sheep."""
    behind = opposite(direction)
    reach = max(len(flock.rows), len(flock.rows[0]))
    line = (step(spot, behind, steps) for steps in range(reach))
    return [found for found in line if found in flock.sheep][-1]


def _check_from_outside(
    flock: Flock, kind: Kind, cell: Cell, direction: Direction
) -> Refusal | None:
    """S-4.2, S-4.3"""
    first = cell_name(first_met(flock, spot_named(cell), direction))
    if first != cell:
        return refuse(RULES[kind], "push-from-outside", first, cell, first=first, cell=cell)
    return None


# S-4.4 Line up


def side_direction(flock: Flock, side: str) -> Direction:
    """Returns the direction of a side of the flock. The sheep look to the front."""
    turn = {"front": 0, "right": 1, "back": 2, "left": 3}[side]
    return FACINGS[(FACINGS.index(flock.facing) + turn) % 4]


def line_up(flock: Flock, side: str) -> Shifts:
    """S-4.4: moves the sheep of every line to this side as far as possible."""
    direction = side_direction(flock, side)
    axis = 1 if direction in "NS" else 0
    far = (len(flock.rows) if axis else len(flock.rows[0])) - 1
    barrier, inward = (far, -1) if direction in "SE" else (0, 1)
    taken: dict[int, int] = {}
    moved: dict[Spot, Spot] = {}
    for spot in sorted(flock.sheep, key=lambda spot: spot[axis] * inward):
        line = spot[1 - axis]
        place = taken.setdefault(line, barrier)
        taken[line] += inward
        moved[spot] = (line, place) if axis else (place, line)
    return {spot: target for spot, target in moved.items() if spot != target}


# S-4.5 Lamb roll


def _check_roll(flock: Flock, cell: Cell, direction: Direction) -> Refusal | None:
    spot = spot_named(cell)
    target = step(spot, direction)
    if target in flock.sheep:
        return refuse("S-4.5", "roll-occupied", cell, cell_name(target), cell=cell_name(target))
    if not any(other in flock.sheep and other != spot for other in beside(target)):
        return refuse("S-4.5", "roll-alone", cell, cell=cell)
    return None


# S-4.6 Leapfrog


def _first_empty(flock: Flock, spot: Spot, direction: Direction) -> Spot:
    while spot in flock.sheep:
        spot = step(spot, direction)
    return spot


def _check_leap(flock: Flock, cell: Cell, direction: Direction) -> Refusal | None:
    if step(spot_named(cell), direction) not in flock.sheep:
        return refuse("S-4.6", "leap-nobody", cell, cell=cell, way=word(direction))
    return None
