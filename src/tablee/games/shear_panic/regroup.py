"""S-5, regrouping: the smallest group comes back to the main flock in one straight line.

A group's way back is told by where it goes, as columns and rows: whatever the line, only where the
group ends matters. By the rules of version 1 a group came back to whichever group it met first.
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
"""S-5.4: how a group comes back when neither + nor × brings it back."""

MAIN, ANY = "main", "any"
"""S-5.2, S-5.4: whom a group joins, the main flock or any other group."""

Group = tuple[Spot, ...]


def smallest_groups(flock: Flock) -> tuple[Group, ...]:
    """S-5.1: the groups of a split flock that may have to move."""
    groups = flock.groups()
    size = min(map(len, groups))
    return tuple(group for group in groups if len(group) == size)


def choice_of_groups(flock: Flock) -> tuple[Group, ...]:
    """S-5.1: the groups among which there is something to choose.

    Of two groups in all, either may come to the other: the flocks this can give are the same, so
    there is no choice.
    """
    smallest = smallest_groups(flock)
    return smallest[:1] if len(flock.groups()) == 2 else smallest


def main_flock(flock: Flock, group: Group) -> frozenset[Spot]:
    """S-5.2: where the largest of the other groups stand; of several equally large, all of them."""
    others = [other for other in flock.groups() if other != group]
    size = max(map(len, others))
    return frozenset(spot for other in others if len(other) == size for spot in other)


@dataclass(frozen=True, slots=True)
class WayBack:
    """How a group may come back: by which lines, and where to, one shift for each flock."""

    lines: str
    """``+``, ``x`` or ``shortest``: after S-5.4 not always what was rolled."""
    shifts: tuple[Spot, ...]
    goal: str = MAIN
    """``main`` or ``any``: whether the shifts join the main flock, or whatever group they meet."""


@lru_cache(maxsize=1024)
def ways_back(flock: Flock, group: Group, face: str, rules_version: int = 2) -> WayBack:
    """S-5.2 to S-5.4: where this group may go when the die shows this face."""
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
    """All that one step of regrouping can give, whichever of the smallest groups moves.

    Nothing if the flock is one.
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
    """The first shift for each flock that these shifts give."""
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
    """S-5.2, S-5.3: where a line ends, if it joins: nowhere, at a side, or at a corner's sides."""
    across, down = VECTORS[direction]
    # Beyond the bounding box there is nobody left to meet.
    for steps in range(1, max(len(flock.rows), len(flock.rows[0])) + 1):
        shift = across * steps, down * steps
        met = _met(flock, group, shift)
        if met & goal:
            # Only a diagonal runs into its goal: a straight line would have touched it before.
            for slide in ((shift[0], shift[1] - down), (shift[0] - across, shift[1])):
                # It joins there; but a stray that was passed may be in the way.
                if not overlaps(flock, group, slide):
                    yield slide
        if met:
            return
        if touches(group, shift, goal):
            yield shift
            return


def _met(flock: Flock, group: Group, shift: Spot) -> set[Spot]:
    """Where the group, so moved, would stand on other sheep."""
    others = flock.sheep.keys() - set(group)
    return {moved_by(spot, shift) for spot in group} & others


def overlaps(flock: Flock, group: Group, shift: Spot) -> bool:
    """Would the group, so moved, stand where others stand?"""
    return bool(_met(flock, group, shift))


def touches(group: Group, shift: Spot, goal: frozenset[Spot]) -> bool:
    """Would the group, so moved, be side to side with a sheep of the goal?"""
    return any(other in goal for spot in group for other in beside(moved_by(spot, shift)))


def _shortest(flock: Flock, group: Group, goal: frozenset[Spot]) -> Iterator[Spot]:
    """S-5.4: of all shifts that join the goal, the shortest, as the crow flies."""
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
    """The rule that keeps the group from going there, or None."""
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
    """S-5.2: why the group does not come back to the main flock by this way."""
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
