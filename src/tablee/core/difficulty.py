"""How hard a problem is for people: a number from 1 to 10, a grade, and the reasons.

A game finds the reasons and gives each its points. Their sum, kept between 1 and 10, is the number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablee.core.messages import Message

EASIEST, HARDEST = 1, 10


@dataclass(frozen=True)
class Part:
    """One reason why a problem is hard or easy: how much of it there is, and what it adds."""

    key: str
    count: int
    points: float
    message: Message


@dataclass(frozen=True)
class Difficulty:
    value: float
    """From 1 to 10, to one decimal."""
    grade: int
    """From 1 (very easy) to 5 (very hard)."""
    parts: tuple[Part, ...]
    """The parts of the sum, the most important first."""


@dataclass(frozen=True)
class Scale:
    """How a game rates its problems."""

    say: Callable[..., Message]
    """Returns a sentence of the game, by its key."""
    begins: tuple[float, float, float, float]
    """The difficulties at which the grades 2 to 5 begin."""

    def part(self, key: str, count: int, points: float) -> Part:
        return Part(key, count, points, self.say(f"difficulty-{key}", count=count))

    def grade_of(self, difficulty: float) -> int:
        """Returns the grade of a difficulty, from 1 (very easy) to 5 (very hard)."""
        return 1 + sum(difficulty >= begin for begin in self.begins)

    def sum_of(self, parts: Sequence[Part]) -> tuple[float, int, tuple[Part, ...]]:
        """Returns the fields of a ``Difficulty``. Parts that add nothing are left out."""
        total = min(HARDEST, max(EASIEST, EASIEST + sum(part.points for part in parts)))
        driving = sorted((part for part in parts if part.points), key=lambda one: -abs(one.points))
        return round(total, 1), self.grade_of(round(total, 1)), tuple(driving)
