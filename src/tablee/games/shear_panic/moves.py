"""Everything that can be played in Shear Panic, one class a kind of move.

Cells are named within the flock's bounding box at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablee.games.shear_panic.flock import Cell, Direction, Spot


class Kind(StrEnum):
    """The seven commands, in the order of the rules (S-4.1 to S-4.7)."""

    LAMB_PUSH = "lamb push"
    LINE_PUSH = "line push"
    DIAGONAL_PUSH = "diagonal push"
    LINE_UP = "line up"
    LAMB_ROLL = "lamb roll"
    LEAPFROG = "leapfrog"
    EWE_TURN = "ewe turn"


KINDS = tuple(Kind)

SIDES = ("front", "back", "left", "right")
"""The sides of a flock, as its sheep see them (S-4.4)."""
TURNS = ("left", "right")
WITHOUT_SHEEP: tuple[Kind, ...] = (Kind.LINE_UP, Kind.EWE_TURN)
"""Commands that name a side and no sheep."""


@dataclass(frozen=True, slots=True)
class Command:
    """S-4: a command of the menu, by kind and number, with its target.

    A push of a line or diagonal names the sheep met first. ``way`` is a direction, for the
    commands of the whole flock a side.
    """

    kind: Kind
    number: int
    way: Direction | str
    sheep: Cell = ""


@dataclass(frozen=True, slots=True)
class PanicPush:
    """S-7.1: a sheep of the colour rolled is lamb-pushed."""

    sheep: Cell
    way: Direction


@dataclass(frozen=True, slots=True)
class PanicTurn:
    """S-7.1: on white the whole flock turns."""

    way: str


@dataclass(frozen=True, slots=True)
class ChooseGroup:
    """S-5.1: which of the smallest groups moves, named by its first sheep."""

    sheep: Cell


@dataclass(frozen=True, slots=True)
class Regroup:
    """S-5.2: where the group goes, as columns to the right and rows down."""

    shift: Spot


@dataclass(frozen=True, slots=True)
class ExtraSteps:
    """S-9.4: an extra step of this number, or 0 for none."""

    number: int


@dataclass(frozen=True, slots=True)
class DrawFirst:
    """S-2.2: who begins, where that is drawn or where the first seat names whoever it is."""

    player: int


@dataclass(frozen=True, slots=True)
class PanicRoll:
    """S-7.1: a face of the panic die, a colour's letter or ``W`` for white."""

    face: str


@dataclass(frozen=True, slots=True)
class RegroupRoll:
    """S-5.2: a face of the regroup die, ``+`` or ``x``."""

    face: str


Choice = Command | PanicPush | PanicTurn | ChooseGroup | Regroup | ExtraSteps
Roll = DrawFirst | PanicRoll | RegroupRoll
ShearPanicMove = Choice | Roll
