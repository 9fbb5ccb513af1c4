"""S-5, regrouping: the smallest group comes back in one straight line.

A group's way back is told by where it goes, as columns and rows: whatever the line, only where the
group ends matters.
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
    moved_by,
)
from tablee.games.shear_panic.messages import refuse

PLUS, CROSS = "+", "x"
SHORTEST = "shortest"
"""S-5.4: how a group comes back when neither + nor × brings it back."""

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


@dataclass(frozen=True, slots=True)
class WayBack:
    """How a group may come back: by which lines, and where to, one shift for each flock."""

    lines: str
    """``+``, ``x`` or ``shortest``: after S-5.4 not always what was rolled."""
    shifts: tuple[Spot, ...]


@lru_cache(maxsize=1024)
def ways_back(flock: Flock, group: Group, face: str) -> WayBack:
    """S-5.2 to S-5.4: where this group may go when the die shows this face."""
    other = PLUS if face == CROSS else CROSS
    for lines in (face, other):
        found = _distinct(flock, group, _lines_back(flock, group, lines))
        if found:
            return WayBack(lines, found)
    return WayBack(SHORTEST, _distinct(flock, group, _shortest(flock, group)))


def group_shifts(group: Group, shift: Spot) -> Shifts:
    return {spot: moved_by(spot, shift) for spot in group}


def regrouped(flock: Flock, group: Group, shift: Spot) -> Flock:
    return flock.moved(group_shifts(group, shift))


def step_results(flock: Flock, face: str) -> tuple[Flock, ...]:
    """All that one step of regrouping can give, whichever of the smallest groups moves.

    Nothing if the flock is one.
    """
    if not flock.is_split:
        return ()
    return tuple(
        dict.fromkeys(
            regrouped(flock, group, shift)
            for group in smallest_groups(flock)
            for shift in ways_back(flock, group, face).shifts
        )
    )


def _distinct(flock: Flock, group: Group, shifts: Iterator[Spot]) -> tuple[Spot, ...]:
    """The first shift for each flock that these shifts give."""
    found: dict[Flock, Spot] = {}
    for shift in shifts:
        found.setdefault(regrouped(flock, group, shift), shift)
    return tuple(found.values())


def _lines_back(flock: Flock, group: Group, lines: str) -> Iterator[Spot]:
    for direction in ORTHOGONAL if lines == PLUS else DIAGONAL:
        yield from _along(flock, group, direction)


def _along(flock: Flock, group: Group, direction: Direction) -> Iterator[Spot]:
    """S-5.2, S-5.3: where a line ends, if it joins: nowhere, at a side, or at a corner's sides."""
    across, down = VECTORS[direction]
    # Beyond the bounding box there is nobody left to meet.
    for steps in range(1, max(len(flock.rows), len(flock.rows[0])) + 1):
        shift = across * steps, down * steps
        if overlaps(flock, group, shift):
            # Only a diagonal runs into sheep: a straight one would have touched them before.
            before = across * (steps - 1), down * (steps - 1)
            yield before[0] + across, before[1]
            yield before[0], before[1] + down
            return
        if touches(flock, group, shift):
            yield shift
            return


def overlaps(flock: Flock, group: Group, shift: Spot) -> bool:
    """Would the group, so moved, stand where others stand?"""
    others = flock.sheep.keys() - set(group)
    return any(moved_by(spot, shift) in others for spot in group)


def touches(flock: Flock, group: Group, shift: Spot) -> bool:
    """Would the group, so moved, be side to side with a sheep outside it?"""
    others = flock.sheep.keys() - set(group)
    return any(other in others for spot in group for other in beside(moved_by(spot, shift)))


def _shortest(flock: Flock, group: Group) -> Iterator[Spot]:
    """S-5.4: of all shifts that join, the shortest, as the crow flies."""
    reach = range(-len(flock.rows[0]), len(flock.rows[0]) + 1)
    depth = range(-len(flock.rows), len(flock.rows) + 1)
    joining = [
        (across, down)
        for down in depth
        for across in reach
        if touches(flock, group, (across, down)) and not overlaps(flock, group, (across, down))
    ]
    length = min(across * across + down * down for across, down in joining)
    yield from (shift for shift in joining if shift[0] ** 2 + shift[1] ** 2 == length)


def check_shift(flock: Flock, group: Group, face: str, shift: Spot) -> Refusal | None:
    """The rule that keeps the group from going there, or None."""
    back = ways_back(flock, group, face)
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
    return refuse("S-5.2", "regroup-not-joined")
