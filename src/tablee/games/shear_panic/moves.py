"""The moves of Shear Panic, one class for each kind.

Cells are named within the bounding box of the flock at that moment.
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
"""The commands that name a side instead of a sheep."""


@dataclass(frozen=True, slots=True)
class Command:
    """S-4: a command of the menu, by kind and number, with its target.

    A push of a line or diagonal names the sheep that it meets first. ``way`` is a direction, or a
    side for the commands of the whole flock.
    """

    kind: Kind
    number: int
    way: Direction | str
    sheep: Cell = ""


@dataclass(frozen=True, slots=True)
class PanicPush:
    """S-7.1: the lamb push of a sheep of the colour rolled."""

    sheep: Cell
    way: Direction


@dataclass(frozen=True, slots=True)
class PanicTurn:
    """S-7.1: the turn of the whole flock, on white."""

    way: str


@dataclass(frozen=True, slots=True)
class ChooseGroup:
    """S-5.1: the choice of one of the smallest groups, named by its first sheep."""

    sheep: Cell


@dataclass(frozen=True, slots=True)
class Regroup:
    """S-5.2: how far the group moves, in columns to the right and rows down."""

    shift: Spot


@dataclass(frozen=True, slots=True)
class ExtraSteps:
    """S-9.4: an extra step of this number, or 0 for none."""

    number: int


@dataclass(frozen=True, slots=True)
class DrawFirst:
    """S-2.2: the player who begins. Chance draws it, or the first seat names it."""

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
