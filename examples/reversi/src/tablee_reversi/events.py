"""What can happen in Reversi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablee.core import Event, Message

PACKAGE = "tablee_reversi"


def say(key: str, /, **parameters: str | int | Message) -> Message:
    return Message(PACKAGE, key, parameters)


@dataclass(frozen=True, slots=True)
class DiscPlaced(Event):
    """R-2.2"""

    kind: ClassVar[str] = "disc-placed"
    package: ClassVar[str] = PACKAGE
    closes_turn: ClassVar[bool] = True
    player: int
    cell: str
    turned: tuple[str, ...]

    def sentence(self) -> Message:
        count = len(self.turned)
        return say("event-disc-placed", player=self.player + 1, cell=self.cell, count=count)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """R-3.1: points that a player won, or lost, by the discs that turned."""

    kind: ClassVar[str] = "scored"
    package: ClassVar[str] = PACKAGE
    caused_by: ClassVar[tuple[str, ...]] = ("disc-placed",)
    player: int
    points: int

    def scored(self) -> tuple[int, int]:
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """R-2.3"""

    kind: ClassVar[str] = "passed"
    package: ClassVar[str] = PACKAGE
    closes_turn: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """R-3.2"""

    kind: ClassVar[str] = "game-ended"
    package: ClassVar[str] = PACKAGE
    caused_by: ClassVar[tuple[str, ...]] = ("disc-placed",)
