"""The goals of problems. Each is one question about the flock and your points at the end of a turn.

points N    your colour has scored at least N points since the start of the problem
front       both of your sheep are in the front row (S-1.2)
back        both of your sheep are in the back row
together    your two sheep are side to side (S-6.3)
black       both of your sheep are side to side with the black sheep (S-6.5)
shorn C     no sheep of colour C is left (S-6.6)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tablee.core.errors import Invalid
from tablee.core.messages import Message
from tablee.games.shear_panic.flock import Colour, Flock
from tablee.games.shear_panic.messages import colour_name, say
from tablee.games.shear_panic.scoring import SIDE, black_sheep, team

POINTS, FRONT, BACK, TOGETHER, BLACK, SHORN = (
    "points",
    "front",
    "back",
    "together",
    "black",
    "shorn",
)
GOALS = (POINTS, FRONT, BACK, TOGETHER, BLACK, SHORN)
MOST_POINTS = 24
"""Three turns score at most 8 points each."""
_TEXT = re.compile(r"points ([1-9]\d?)|(front|back|together|black)|shorn ([BGRY])")


@dataclass(frozen=True, slots=True)
class Goal:
    """What to reach. ``number`` belongs to points, ``colour`` to the sheep that must be shorn."""

    kind: str
    number: int = 0
    colour: Colour = ""

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Raises ``Invalid``."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise Invalid(say("problem-bad-goal", text=text, goals=", ".join(GOALS)))
        number, kind, colour = match.groups()
        if number:
            return cls(POINTS, int(number))
        return cls(SHORN, colour=colour) if colour else cls(kind)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, str(self.number or ""), self.colour)))

    @property
    def message(self) -> Message:
        """The goal as a sentence."""
        if self.kind == SHORN:
            return say("goal-shorn", colour=colour_name(self.colour))
        return say(f"goal-{self.kind}", **({"points": self.number} if self.number else {}))

    def is_met(self, flock: Flock, colour: Colour, points: int) -> bool:
        """True if the owner of this colour, who has scored these points, has reached the goal."""
        if self.kind == POINTS:
            return points >= self.number
        if self.kind == SHORN:
            return not flock.count(self.colour)
        return _ASKED[self.kind](flock, colour)


def _all_in(row: tuple[tuple[int, int], ...], flock: Flock, colour: Colour) -> bool:
    spots = flock.spots(colour)
    return len(spots) == PAIR and all(spot in row for spot in spots)


def _front(flock: Flock, colour: Colour) -> bool:
    return bool(flock.sheep) and _all_in(next(flock.lines_from_front()), flock, colour)


def _back(flock: Flock, colour: Colour) -> bool:
    return bool(flock.sheep) and _all_in(list(flock.lines_from_front())[-1], flock, colour)


def _together(flock: Flock, colour: Colour) -> bool:
    return team(flock)[colour] == SIDE


def _black(flock: Flock, colour: Colour) -> bool:
    return black_sheep(flock)[colour] == PAIR * SIDE


PAIR = 2
_ASKED: dict[str, Callable[[Flock, Colour], bool]] = {
    FRONT: _front,
    BACK: _back,
    TOGETHER: _together,
    BLACK: _black,
}
NEEDS_PAIR = tuple(_ASKED)
"""The goals that speak of both of your sheep."""
