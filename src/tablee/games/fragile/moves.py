"""The moves of Fragile, one class for each kind.

The cell a docker stands on at that moment is its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.games.fragile.board import Cell


@dataclass(frozen=True, slots=True)
class DrawFirst:
    """F-3.1: the draw of the player who begins."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceDepot:
    """F-2.2"""

    slot: Cell


@dataclass(frozen=True, slots=True)
class PlaceDocker:
    """F-2.4"""

    depot: Cell


@dataclass(frozen=True, slots=True)
class DrawStraws:
    """F-6.1: the players in the order of their straws."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Go:
    """F-4.1"""

    docker: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class _CrateAction:
    """A docker brings a crate to another cell."""

    docker: Cell
    crate: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Push(_CrateAction):
    """F-4.2: one straight run of one or more cells."""


@dataclass(frozen=True, slots=True)
class Stack(_CrateAction):
    """F-4.3"""


@dataclass(frozen=True, slots=True)
class Unstack(_CrateAction):
    """F-4.4: the upper crate of a stack falls onto the target."""


@dataclass(frozen=True, slots=True)
class Flip:
    """F-4.5"""

    docker: Cell
    crate: Cell


@dataclass(frozen=True, slots=True)
class HandOver(_CrateAction):
    """F-4.6: only the last cell of the crate matters, not the chain."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """F-3.1: the end of the turn. Points left are lost (F-3.3)."""


CrateAction = Push | Stack | Unstack | HandOver
Action = Go | CrateAction | Flip
FragileMove = DrawFirst | PlaceDepot | PlaceDocker | DrawStraws | Action | EndTurn
