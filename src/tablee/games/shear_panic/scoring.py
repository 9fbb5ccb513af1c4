"""S-6, the points of a flock in each field. Every function returns points by colour."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.shear_panic.flock import BLACK, COLOURS, Colour, Flock, Spot
from tablee.games.shear_panic.track import FieldKind

CORNER, SIDE = 1, 2
"""The points of a contact."""
ROW_POINTS = (4, 3, 2, 1)
"""The points of a sheep in the first rows. From the fifth row on they are 0."""

Points = dict[Colour, int]


def contact(spot: Spot, other: Spot) -> int:
    """S-6.3, S-6.5: returns 2 side to side, 1 at a corner, else 0."""
    across, down = abs(spot[0] - other[0]), abs(spot[1] - other[1])
    if across + down == 1:
        return SIDE
    return CORNER if across == down == 1 else 0


def team(flock: Flock) -> Points:
    """S-6.3: returns what each colour would score if its player were active."""
    points = dict.fromkeys(COLOURS, 0)
    for colour in COLOURS:
        spots = flock.spots(colour)
        if len(spots) == 2:
            points[colour] = contact(*spots)
    return points


def black_sheep(flock: Flock) -> Points:
    """S-6.5: returns what each colour would score if its player were active."""
    points = dict.fromkeys(COLOURS, 0)
    for black in flock.spots(BLACK):
        for colour in COLOURS:
            points[colour] = sum(contact(spot, black) for spot in flock.spots(colour))
    return points


def roger(flock: Flock) -> Points:
    """S-6.4: counts the rows from the front."""
    return _by_rows(flock, flock.lines_from_front())


def shearer(flock: Flock) -> Points:
    """S-6.6, S-6.8: counts the rows from the back, in the flock left after the shearing."""
    return _by_rows(flock, reversed(list(flock.lines_from_front())))


def _by_rows(flock: Flock, rows: Iterable[tuple[Spot, ...]]) -> Points:
    points = dict.fromkeys(COLOURS, 0)
    for row, worth in zip(rows, ROW_POINTS, strict=False):
        for spot in row:
            colour = flock.sheep[spot]
            if colour in points:
                points[colour] += worth
    return points


def to_be_shorn(flock: Flock) -> tuple[Spot, ...]:
    """S-6.6: returns the front row, or nothing if the flock has only one colour."""
    if len(set(flock.sheep.values())) <= 1:
        return ()
    return next(flock.lines_from_front())


SCORINGS = {
    FieldKind.TEAM: team,
    FieldKind.ROGER: roger,
    FieldKind.BLACK_SHEEP: black_sheep,
    FieldKind.SHEARER: shearer,
}
"""The scoring of each field. The Shearer's expects a flock that is already shorn."""
