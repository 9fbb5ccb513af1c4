"""The events of Shear Panic. Players count from 0.

The spots of moved sheep (column, row) refer to the bounding box of the flock before the move.
``origin`` is the spot in it where the new bounding box has its top left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tablee.core.events import Event
from tablee.core.messages import Message, Parameter
from tablee.games.shear_panic.flock import Cell, Colour, Flock, Shifts, Spot, cell_name
from tablee.games.shear_panic.messages import PACKAGE, colour_name, listed, say, word

WORDS = {"command": "", "way": "", "figure": "", "field": "field-", "decided_by": "by-"}
"""Fields that hold a word, and how the key of that word begins in the catalogue."""

FLOCK_CHANGES = ("command-played", "sheep-panicked", "flock-panicked", "group-moved", "sheep-shorn")
"""Kinds of events that move sheep, turn them or take them out."""
TURN_STARTERS = ("counter-advanced", "jumped-off", "turn-passed", *FLOCK_CHANGES)
"""Kinds of events after which a turn begins."""
PANICS = ("counter-advanced", "first-drawn", "first-named")
"""Kinds of events after which the flock may panic."""
TIMES = ("counter-advanced", "turn-passed")
"""Kinds of events after which fields are scored and the game may end."""


@dataclass(frozen=True, slots=True)
class ShearPanicEvent(Event):
    package: ClassVar[str] = PACKAGE

    def spoken(self) -> Mapping[str, Parameter]:
        """Returns more parameters of the sentence."""
        return {}

    def parameters(self) -> dict[str, Parameter]:
        words: dict[str, Parameter] = {
            name: word(prefix + getattr(self, name))
            for name, prefix in WORDS.items()
            if name in self.__match_args__
        }
        return {**Event.parameters(self), **words, **self.spoken()}


@dataclass(frozen=True, slots=True)
class FirstDrawn(ShearPanicEvent):
    player: int


@dataclass(frozen=True, slots=True)
class FirstNamed(ShearPanicEvent):
    """The player had a haircut last (S-2.2)."""

    player: int


@dataclass(frozen=True, slots=True)
class JumpedOff(ShearPanicEvent):
    """The player's marker leaves the truck."""

    caused_by: ClassVar[tuple[str, ...]] = FLOCK_CHANGES
    player: int


@dataclass(frozen=True, slots=True)
class TurnBegan(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = TURN_STARTERS
    closes_turn: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class TurnPassed(ShearPanicEvent):
    """The player has no sheep left (S-8.2), no command left (S-8.3) or no target (S-4.9)."""

    caused_by: ClassVar[tuple[str, ...]] = TURN_STARTERS
    player: int

    def spoken(self) -> Mapping[str, Parameter]:
        return {"why": say(f"passed-{self.rule}")}


@dataclass(frozen=True, slots=True)
class Shift:
    """A sheep that moved: from where, and to where."""

    colour: Colour
    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class FlockChanged(ShearPanicEvent):
    """Something moved sheep, or turned them all."""

    player: int
    shifts: tuple[Shift, ...]
    origin: Spot
    flock: str
    """The flock after the event."""

    @classmethod
    def by(
        cls, rule: str, player: int, flock: Flock, shifts: Shifts, after: Flock, **fields: Any
    ) -> Self:
        moved = tuple(Shift(flock.sheep[spot], spot, shifts[spot]) for spot in sorted(shifts))
        return cls(rule, player, moved, flock.origin(shifts), str(after), **fields)


@dataclass(frozen=True, slots=True)
class CommandPlayed(FlockChanged):
    command: str
    number: int
    way: str
    sheep: Cell

    def spoken(self) -> Mapping[str, Parameter]:
        way = word(self.way)
        return {"target": say("target", sheep=self.sheep, way=way) if self.sheep else way}


@dataclass(frozen=True, slots=True)
class SheepPanicked(FlockChanged):
    caused_by: ClassVar[tuple[str, ...]] = ("panic-rolled",)
    sheep: Cell
    way: str


@dataclass(frozen=True, slots=True)
class FlockPanicked(FlockChanged):
    caused_by: ClassVar[tuple[str, ...]] = ("panic-rolled",)
    way: str


@dataclass(frozen=True, slots=True)
class GroupMoved(FlockChanged):
    """A group came back in a line (S-5.2), after a slide (S-5.3) or the shortest way (S-5.4)."""

    caused_by: ClassVar[tuple[str, ...]] = ("regroup-rolled", "lines-replaced")


@dataclass(frozen=True, slots=True)
class PanicRolled(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = PANICS
    player: int
    face: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"face": colour_name(self.face)}


@dataclass(frozen=True, slots=True)
class GroupChosen(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = FLOCK_CHANGES
    player: int
    sheep: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RegroupRolled(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("group-chosen",)
    player: int
    face: str


@dataclass(frozen=True, slots=True)
class LinesReplaced(ShearPanicEvent):
    """The face rolled does not bring the group to the main flock, so other lines count (S-5.4)."""

    caused_by: ClassVar[tuple[str, ...]] = ("regroup-rolled",)
    face: str
    lines: str
    to_any: bool = False
    """True if the main flock is out of reach, so that the lines lead to any other group."""

    def sentence(self) -> Message:
        key = "event-lines-to-any" if self.to_any else "event-lines-replaced"
        return say(key, **self.parameters())

    def spoken(self) -> Mapping[str, Parameter]:
        return {"lines": word(f"lines-{'plus' if self.lines == '+' else self.lines}")}


@dataclass(frozen=True, slots=True)
class ExtraSpent(ShearPanicEvent):
    """The player adds an extra step to the command (S-9.4), or must add one (S-9.5)."""

    caused_by: ClassVar[tuple[str, ...]] = FLOCK_CHANGES
    player: int
    number: int


@dataclass(frozen=True, slots=True)
class CounterAdvanced(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("extra-spent", *FLOCK_CHANGES)
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FigureArrived(ShearPanicEvent):
    """Roger or the Shearer now stands in front of the flock (S-6.2)."""

    caused_by: ClassVar[tuple[str, ...]] = ("counter-advanced",)
    figure: str


@dataclass(frozen=True, slots=True)
class FigureLeft(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("counter-advanced",)
    figure: str


@dataclass(frozen=True, slots=True)
class SheepShorn(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = TIMES
    sheep: tuple[tuple[Colour, Spot], ...]
    origin: Spot
    flock: str
    """The flock that is left."""

    def spoken(self) -> Mapping[str, Parameter]:
        shorn = [
            say("sheep-on", colour=colour_name(colour), cell=cell_name(spot))
            for colour, spot in self.sheep
        ]
        return {"sheep": listed(shorn) if shorn else "–"}


@dataclass(frozen=True, slots=True)
class PointsScored(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("sheep-shorn", *TIMES)
    player: int
    points: int
    field: str

    def scored(self) -> tuple[int, int] | None:
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class ExtrasCost(ShearPanicEvent):
    """A player pays for the extra steps left at the end (S-9.6). ``points`` is negative."""

    caused_by: ClassVar[tuple[str, ...]] = TIMES
    player: int
    points: int

    def spoken(self) -> Mapping[str, Parameter]:
        return {"cost": -self.points}

    def scored(self) -> tuple[int, int] | None:
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class GameEnded(ShearPanicEvent):
    caused_by: ClassVar[tuple[str, ...]] = TIMES
    winners: tuple[int, ...]
    decided_by: str
    """What decided the game: ``points``, ``sheep`` or ``turn`` (S-8.1)."""
