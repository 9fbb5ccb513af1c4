"""What can happen in Shear Panic. Players count from 0.

Sheep that move are told as spots (column, row) in the bounding box of the flock before the move;
``origin`` is where the top left of the new bounding box lies in the old one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tablee.core.events import Event
from tablee.core.messages import Message, Parameter
from tablee.games.shear_panic.flock import Cell, Colour, Flock, Shifts, Spot, cell_name
from tablee.games.shear_panic.messages import PACKAGE, colour_name, say, word
from tablee.games.shear_panic.track import FIELDS


@dataclass(frozen=True, slots=True)
class ShearPanicEvent(Event):
    package: ClassVar[str] = PACKAGE

    def spoken(self) -> Mapping[str, Parameter]:
        """Parameters of the sentence that are words, put into its language."""
        return {}

    def sentence(self) -> Message:
        return say(f"event-{self.kind}", **{**self.parameters(), **self.spoken()})


@dataclass(frozen=True, slots=True)
class FirstDrawn(ShearPanicEvent):
    kind: ClassVar[str] = "first-drawn"
    player: int


@dataclass(frozen=True, slots=True)
class FirstNamed(ShearPanicEvent):
    """The player had a haircut last (S-2.2)."""

    kind: ClassVar[str] = "first-named"
    player: int


@dataclass(frozen=True, slots=True)
class JumpedOff(ShearPanicEvent):
    """The player's marker leaves the truck."""

    kind: ClassVar[str] = "jumped-off"
    player: int


@dataclass(frozen=True, slots=True)
class TurnBegan(ShearPanicEvent):
    kind: ClassVar[str] = "turn-began"
    closes_turn: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class TurnPassed(ShearPanicEvent):
    """The player has no sheep left (S-8.2), no command left (S-8.3) or no target (S-4.9)."""

    kind: ClassVar[str] = "turn-passed"
    player: int

    def spoken(self) -> Mapping[str, Parameter]:
        return {"why": say(f"passed-{self.rule}")}


@dataclass(frozen=True, slots=True)
class Shift:
    """One sheep's way."""

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
    """The flock after it."""

    @classmethod
    def by(
        cls, rule: str, player: int, flock: Flock, shifts: Shifts, after: Flock, **fields: Any
    ) -> Self:
        told = tuple(Shift(flock.sheep[spot], spot, shifts[spot]) for spot in sorted(shifts))
        return cls(rule, player, told, flock.origin(shifts), str(after), **fields)


@dataclass(frozen=True, slots=True)
class CommandPlayed(FlockChanged):
    kind: ClassVar[str] = "command-played"
    command: str
    number: int
    way: str
    sheep: Cell

    def spoken(self) -> Mapping[str, Parameter]:
        way = word(self.way)
        target = say("target", sheep=self.sheep, way=way) if self.sheep else way
        return {"command": word(self.command), "target": target}


@dataclass(frozen=True, slots=True)
class SheepPanicked(FlockChanged):
    kind: ClassVar[str] = "sheep-panicked"
    sheep: Cell
    way: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"way": word(self.way)}


@dataclass(frozen=True, slots=True)
class FlockPanicked(FlockChanged):
    kind: ClassVar[str] = "flock-panicked"
    way: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"way": word(self.way)}


@dataclass(frozen=True, slots=True)
class GroupMoved(FlockChanged):
    """A group came back; the rule tells how (S-5.2, slid S-5.3, by the shortest way S-5.4)."""

    kind: ClassVar[str] = "group-moved"


@dataclass(frozen=True, slots=True)
class PanicRolled(ShearPanicEvent):
    kind: ClassVar[str] = "panic-rolled"
    player: int
    face: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"face": colour_name(self.face)}


@dataclass(frozen=True, slots=True)
class GroupChosen(ShearPanicEvent):
    kind: ClassVar[str] = "group-chosen"
    player: int
    sheep: tuple[Cell, ...]

    def parameters(self) -> dict[str, str | int]:
        return {"player": self.player + 1, "sheep": ", ".join(self.sheep)}


@dataclass(frozen=True, slots=True)
class RegroupRolled(ShearPanicEvent):
    kind: ClassVar[str] = "regroup-rolled"
    player: int
    face: str


@dataclass(frozen=True, slots=True)
class LinesReplaced(ShearPanicEvent):
    """What was rolled does not bring the group to the main flock (S-5.4)."""

    kind: ClassVar[str] = "lines-replaced"
    face: str
    lines: str
    to_any: bool = False
    """The main flock is out of reach: the lines lead to any other group."""

    def sentence(self) -> Message:
        key = "event-lines-to-any" if self.to_any else "event-lines-replaced"
        return say(key, **{**self.parameters(), **self.spoken()})

    def spoken(self) -> Mapping[str, Parameter]:
        return {"lines": word(f"lines-{'plus' if self.lines == '+' else self.lines}")}


@dataclass(frozen=True, slots=True)
class ExtraSpent(ShearPanicEvent):
    """An extra step is added to the command's own number (S-9.4), or must be (S-9.5)."""

    kind: ClassVar[str] = "extra-spent"
    player: int
    number: int


@dataclass(frozen=True, slots=True)
class CounterAdvanced(ShearPanicEvent):
    kind: ClassVar[str] = "counter-advanced"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FigureArrived(ShearPanicEvent):
    """Roger or the Shearer takes his place before the flock (S-6.2)."""

    kind: ClassVar[str] = "figure-arrived"
    figure: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"figure": word(self.figure)}


@dataclass(frozen=True, slots=True)
class FigureLeft(ShearPanicEvent):
    kind: ClassVar[str] = "figure-left"
    figure: str

    def spoken(self) -> Mapping[str, Parameter]:
        return {"figure": word(self.figure)}


@dataclass(frozen=True, slots=True)
class SheepShorn(ShearPanicEvent):
    kind: ClassVar[str] = "sheep-shorn"
    sheep: tuple[tuple[Colour, Spot], ...]
    origin: Spot
    flock: str
    """The flock that is left."""

    def parameters(self) -> dict[str, str | int]:
        sheep = ", ".join(f"{cell_name(spot)} ({colour})" for colour, spot in self.sheep)
        return {"sheep": sheep, "flock": self.flock}


@dataclass(frozen=True, slots=True)
class PointsScored(ShearPanicEvent):
    kind: ClassVar[str] = "points-scored"
    player: int
    points: int
    field: str

    def spoken(self) -> Mapping[str, Parameter]:
        assert self.field in FIELDS
        return {"field": word(f"field-{self.field}")}

    def scored(self) -> tuple[int, int] | None:
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class ExtrasCost(ShearPanicEvent):
    """What the extra steps that are left cost at the end (S-9.6); ``points`` are negative."""

    kind: ClassVar[str] = "extras-cost"
    player: int
    points: int

    def spoken(self) -> Mapping[str, Parameter]:
        return {"cost": -self.points}

    def scored(self) -> tuple[int, int] | None:
        return self.player, self.points


@dataclass(frozen=True, slots=True)
class GameEnded(ShearPanicEvent):
    kind: ClassVar[str] = "game-ended"
    winners: tuple[int, ...]
    decided_by: str
    """``points``, ``sheep`` or ``turn``: how far the comparison had to go (S-8.1)."""

    def parameters(self) -> dict[str, str | int]:
        return {"winners": ", ".join(str(player + 1) for player in self.winners)}

    def spoken(self) -> Mapping[str, Parameter]:
        return {"decided_by": word(f"by-{self.decided_by}")}
