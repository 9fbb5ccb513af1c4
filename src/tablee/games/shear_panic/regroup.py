"""S-5, regrouping: the smallest group comes back to the main flock in one straight line.

A way back is a shift in columns and rows, because only the end of the line matters. By rules
version 1 a group joined the first group that it met.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Refusal
from tablee.games.shear_panic.flock import (
    DIAGONAL,
    ORTHOGONAL,
    VECTORS,
    Direction,
    Flock,
    Shifts,
    Spot,
    beside,
    cell_name,
    moved_by,
)
from tablee.games.shear_panic.messages import refuse

PLUS, CROSS = "+", "x"
SHORTEST = "shortest"
"""S-5.4: the lines if neither + nor × brings the group back."""

MAIN, ANY = "main", "any"
"""S-5.2, S-5.4: what a group joins, the main flock or any other group."""

Group = tuple[Spot, ...]


def smallest_groups(flock: Flock) -> tuple[Group, ...]:
    """S-5.1: returns the smallest groups of a split flock."""
    groups = flock.groups()
    size = min(map(len, groups))
    return tuple(group for group in groups if len(group) == size)


def choice_of_groups(flock: Flock) -> tuple[Group, ...]:
    """S-5.1: returns the groups to choose from.

    If there are only two groups, either may move to the other. Both give the same flocks, so the
    player has no choice.
    """
    smallest = smallest_groups(flock)
    return smallest[:1] if len(flock.groups()) == 2 else smallest


def main_flock(flock: Flock, group: Group) -> frozenset[Spot]:
    """S-5.2: returns the spots of the largest other group, or of all groups of that size."""
    others = [other for other in flock.groups() if other != group]
    size = max(map(len, others))
    return frozenset(spot for other in others if len(other) == size for spot in other)


@dataclass(frozen=True, slots=True)
class WayBack:
    """The ways back of a group: the lines, and one shift for each flock they give."""

    lines: str
    """``+``, ``x`` or ``shortest``. By S-5.4 it may differ from the face rolled."""
    shifts: tuple[Spot, ...]
    goal: str = MAIN
    """``main`` or ``any``: what the shifts join, the main flock or any other group."""


@lru_cache(maxsize=1024)
def ways_back(flock: Flock, group: Group, face: str, rules_version: int = 2) -> WayBack:
    """S-5.2 to S-5.4: returns where this group may go if the die shows this face."""
    other_face = PLUS if face == CROSS else CROSS
    others = frozenset(flock.sheep.keys() - set(group))
    main = main_flock(flock, group) if rules_version > 1 else others
    goals = {MAIN: main, ANY: others} if rules_version > 1 else {ANY: others}
    for goal, spots in goals.items():
        for lines in (face, other_face):
            found = _distinct(flock, group, _lines_back(flock, group, lines, spots))
            if found:
                return WayBack(lines, found, goal)
    shortest = _distinct(flock, group, _shortest(flock, group, main))
    return WayBack(SHORTEST, shortest, next(iter(goals)))


def group_shifts(group: Group, shift: Spot) -> Shifts:
    return {spot: moved_by(spot, shift) for spot in group}


def regrouped(flock: Flock, group: Group, shift: Spot) -> Flock:
    return flock.moved(group_shifts(group, shift))


def step_results(flock: Flock, face: str, rules_version: int = 2) -> tuple[Flock, ...]:
    """Returns the flocks that one step of regrouping can give, by any of the smallest groups.

    Returns nothing if the flock is together.
    """
    if not flock.is_split:
        return ()
    return tuple(
        dict.fromkeys(
            regrouped(flock, group, shift)
            for group in smallest_groups(flock)
            for shift in ways_back(flock, group, face, rules_version).shifts
        )
    )


def _distinct(flock: Flock, group: Group, shifts: Iterator[Spot]) -> tuple[Spot, ...]:
    """Returns the first shift for each flock that these shifts give."""
    found: dict[Flock, Spot] = {}
    for shift in shifts:
        found.setdefault(regrouped(flock, group, shift), shift)
    return tuple(found.values())


def _lines_back(flock: Flock, group: Group, lines: str, goal: frozenset[Spot]) -> Iterator[Spot]:
    for direction in ORTHOGONAL if lines == PLUS else DIAGONAL:
        yield from _along(flock, group, direction, goal)


def _along(
    flock: Flock, group: Group, direction: Direction, goal: frozenset[Spot]
) -> Iterator[Spot]:
    """S-5.2, S-5.3: yields the end of a line beside the goal, or the two slides at a corner."""
    across, down = VECTORS[direction]
    # Beyond the bounding box there are no sheep.
    for steps in range(1, max(len(flock.rows), len(flock.rows[0])) + 1):
        shift = across * steps, down * steps
        met = _met(flock, group, shift)
        if met & goal:
            # Only a diagonal can run into its goal. A straight line touches it one step before.
            for slide in ((shift[0], shift[1] - down), (shift[0] - across, shift[1])):
                # The slide touches the goal, but a stray beside the line may be in the way.
                if not overlaps(flock, group, slide):
                    yield slide
        if met:
            return
        if touches(group, shift, goal):
            yield shift
            return


def _met(flock: Flock, group: Group, shift: Spot) -> set[Spot]:
    """Returns the spots where the group, moved by this shift, would stand on other sheep."""
    others = flock.sheep.keys() - set(group)
    return {moved_by(spot, shift) for spot in group} & others


def overlaps(flock: Flock, group: Group, shift: Spot) -> bool:
    """True if the group, moved by this shift, would stand on other sheep."""
    return bool(_met(flock, group, shift))


def touches(group: Group, shift: Spot, goal: frozenset[Spot]) -> bool:
    """True if the group, moved by this shift, would be side to side with a sheep of the goal."""
    return any(other in goal for spot in group for other in beside(moved_by(spot, shift)))


def _shortest(flock: Flock, group: Group, goal: frozenset[Spot]) -> Iterator[Spot]:
    """S-5.4: yields the shortest shifts that join the goal, measured as the crow flies."""
    reach = range(-len(flock.rows[0]), len(flock.rows[0]) + 1)
    depth = range(-len(flock.rows), len(flock.rows) + 1)
    joining = [
        (across, down)
        for down in depth
        for across in reach
        if touches(group, (across, down), goal) and not overlaps(flock, group, (across, down))
    ]
    length = min(across * across + down * down for across, down in joining)
    yield from (shift for shift in joining if shift[0] ** 2 + shift[1] ** 2 == length)


def check_shift(
    flock: Flock, group: Group, face: str, shift: Spot, rules_version: int = 2
) -> Refusal | None:
    """Returns the rule that keeps the group from going there, or None."""
    back = ways_back(flock, group, face, rules_version)
    result = None if overlaps(flock, group, shift) else regrouped(flock, group, shift)
    if result in {regrouped(flock, group, found) for found in back.shifts}:
        return None
    if result is None:
        return refuse("S-5.2", "regroup-occupied")
    if back.lines == SHORTEST:
        return refuse("S-5.4", "regroup-not-shortest")
    across, down = abs(shift[0]), abs(shift[1])
    if back.lines == PLUS and across and down:
        return refuse("S-5.2", "regroup-not-straight")
    if back.lines == CROSS and abs(across - down) > 1:
        return refuse("S-5.3", "regroup-not-diagonal")
    if back.goal == MAIN:
        return _misses_main_flock(flock, group, shift)
    return refuse("S-5.2", "regroup-not-joined")


def _misses_main_flock(flock: Flock, group: Group, shift: Spot) -> Refusal:
    """S-5.2: returns why this shift does not bring the group back to the main flock."""
    strays = frozenset(flock.sheep.keys() - set(group)) - main_flock(flock, group)
    way = range(1, max(map(abs, shift)))
    unit = tuple((part > 0) - (part < 0) for part in shift)
    for steps in way:
        in_the_way = _met(flock, group, (unit[0] * steps, unit[1] * steps)) & strays
        if in_the_way:
            cell = cell_name(min(in_the_way))
            return refuse("S-5.2", "regroup-runs-into-stray", cell, cell=cell)
    joined = {other for spot in group for other in beside(moved_by(spot, shift))} & strays
    if joined and not touches(group, shift, main_flock(flock, group)):
        cell = cell_name(min(joined))
        return refuse("S-5.2", "regroup-joins-stray", cell, cell=cell)
    return refuse("S-5.2", "regroup-not-joined")
