"""The progress of a guest: what to keep of each problem, and how two copies are put together.

Putting together loses nothing, and neither the order nor repeating it matters. So any browser may
send what it knows at any time. A rating is not put together: it follows from the first attempts, in
the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from tablee.server.problems.glicko import NEWCOMER, Strength, after
from tablee.server.problems.wishes import MOST_MOVES, Typed
from tablee.server.wishes import Wish

MOST_HINTS = 10_000
MOST_DAYS = 4000
"""Days of a diary. The last ones are kept."""
CURVE = 200
"""Ratings of a curve."""

Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}( shear-panic)?$(?!\n)")]
"""A day whose problem was solved. The game follows unless it is Fragile."""
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_HINTS)]
Rating = Annotated[float, msgspec.Meta(ge=0, le=4000)]
Deviation = Annotated[float, msgspec.Meta(ge=1, le=350)]


class Best(Wish, frozen=True, kw_only=True):
    """The best solution of a guest."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=99)]
    hints: Count
    moves: Annotated[tuple[Typed, ...], msgspec.Meta(max_length=MOST_MOVES)]


class First(Wish, frozen=True, kw_only=True):
    """The first attempt, which alone counts for ratings, and the strength of the problem then."""

    at: Annotated[float, msgspec.Meta(ge=0, le=1e11)]
    won: bool
    rating: Rating
    rd: Deviation


class Kept(Wish, frozen=True, kw_only=True):
    """What is kept of one problem."""

    hints: Count = 0
    best: Best | None = None
    gave_up: bool = False
    minimum: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    first: First | None = None


class Diary(Wish, frozen=True, kw_only=True):
    """The days whose problem was solved, and the most problems solved in one rush."""

    days: Annotated[tuple[Day, ...], msgspec.Meta(max_length=MOST_DAYS)] = ()
    rush: Count = 0
    flock_rush: Count = 0
    """The same for the rush of Shear Panic."""


def together(one: Kept, other: Kept) -> Kept:
    """The shorter solution and the earlier first attempt stay, and help is never forgotten."""
    return Kept(
        hints=max(one.hints, other.hints),
        best=min(
            filter(None, (one.best, other.best)),
            key=lambda best: (best.turns, best.hints, best.moves),
            default=None,
        ),
        gave_up=one.gave_up or other.gave_up,
        minimum=min(filter(None, (one.minimum, other.minimum)), default=None),
        first=min(
            filter(None, (one.first, other.first)),
            key=lambda first: (first.at, first.won, first.rating, first.rd),
            default=None,
        ),
    )


def diaries_together(one: Diary, other: Diary) -> Diary:
    days = sorted({*one.days, *other.days})[-MOST_DAYS:]
    return Diary(
        days=tuple(days),
        rush=max(one.rush, other.rush),
        flock_rush=max(one.flock_rush, other.flock_rush),
    )


class Standing(Strength, frozen=True):
    """The strength of a guest, with its last values."""

    curve: list[int]


def standing_of(firsts: Iterable[First], begin: Strength = NEWCOMER) -> Standing:
    """Returns the strength after these first attempts. Some hundreds take some milliseconds."""
    strength, curve = begin, []
    for first in sorted(firsts, key=lambda first: (first.at, first.rating, first.won)):
        problem = Strength(first.rating, first.rd, begin.vol)
        strength = after(strength, problem, float(first.won))
        curve.append(round(strength.rating))
    return Standing(strength.rating, strength.rd, strength.vol, curve[-CURVE:])
