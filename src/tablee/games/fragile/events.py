"""The events of Fragile. Cells are names; players count from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.events import Event
from tablee.core.messages import Message, Parameter
from tablee.games.fragile.board import Cell
from tablee.games.fragile.messages import PACKAGE, say

TURN_STARTERS = ("turn-ended", "turn-passed", "straws-drawn", "docker-placed")
"""Kinds of events after which a turn begins."""
CRATE_MOVES = ("crate-pushed", "crate-stacked", "crate-unstacked", "crate-handed-over")

ENDERS = ("turn-ended", "turn-passed", "crate-stored", *CRATE_MOVES)
"""Kinds of events after which the game may end."""


@dataclass(frozen=True, slots=True)
class FragileEvent(Event):
    package: ClassVar[str] = PACKAGE
    names_player: ClassVar[bool] = False
    """True if the usual sentence names a player, so that a problem (F-7) has one of its own."""

    def sentence(self) -> Message:
        key = f"event-{self.kind}"
        if self.names_player and self.rule.startswith("F-7."):
            key += "-alone"
        elif getattr(self, "player", 0) is None:
            key += "-neutral"
        return say(key, **self.parameters())


@dataclass(frozen=True, slots=True)
class FirstDrawn(FragileEvent):
    """Chance has decided who begins."""

    player: int


@dataclass(frozen=True, slots=True)
class DepotPlaced(FragileEvent):
    waits_for_next: ClassVar[bool] = True
    player: int | None
    """None for a neutral depot."""
    slot: Cell


@dataclass(frozen=True, slots=True)
class DockerPlaced(FragileEvent):
    waits_for_next: ClassVar[bool] = True
    player: int
    depot: Cell


@dataclass(frozen=True, slots=True)
class StrawsDrawn(FragileEvent):
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = TURN_STARTERS
    names_player: ClassVar[bool] = True
    player: int
    points: int
    """The action points of each docker this turn."""


@dataclass(frozen=True, slots=True)
class TurnPassed(FragileEvent):
    """No docker of the player could act."""

    caused_by: ClassVar[tuple[str, ...]] = TURN_STARTERS
    names_player: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class DockerActivated(FragileEvent):
    player: int
    docker: Cell
    points: int


@dataclass(frozen=True, slots=True)
class DockerWent(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("docker-activated",)
    docker: Cell
    target: Cell
    path: tuple[Cell, ...]
    """Every cell the docker entered, the target last."""
    cost: int


@dataclass(frozen=True, slots=True)
class CrateMoved(FragileEvent):
    """A docker moved a crate; each way to do so is a class of its own."""

    caused_by: ClassVar[tuple[str, ...]] = ("docker-activated",)
    docker: Cell
    crate: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class CratePushed(CrateMoved):
    docker_target: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class CrateStacked(CrateMoved):
    docker_target: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class CrateUnstacked(CrateMoved):
    cost: int


@dataclass(frozen=True, slots=True)
class CrateFlipped(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("docker-activated",)
    docker: Cell
    crate: Cell
    flips_left: int
    cost: int


@dataclass(frozen=True, slots=True)
class Link:
    """One docker of a chain, and where it sets the crate."""

    docker: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class CrateHandedOver(CrateMoved):
    links: tuple[Link, ...]
    cost: int

    def parameters(self) -> dict[str, Parameter]:
        links = ", ".join(link.docker for link in self.links)
        return {**FragileEvent.parameters(self), "links": links}


@dataclass(frozen=True, slots=True)
class CrateStored(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = CRATE_MOVES
    names_player: ClassVar[bool] = True
    depot: Cell
    player: int | None
    """The owner of the depot. None for a neutral one."""
    points: int

    def scored(self) -> tuple[int, int] | None:
        return None if self.player is None else (self.player, self.points)


@dataclass(frozen=True, slots=True)
class MarkerTaken(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = ("crate-stored",)
    player: int
    previous: int | None


@dataclass(frozen=True, slots=True)
class EndIsNear(FragileEvent):
    """All depots of a player are full."""

    caused_by: ClassVar[tuple[str, ...]] = ("crate-stored",)
    player: int


@dataclass(frozen=True, slots=True)
class TurnEnded(FragileEvent):
    names_player: ClassVar[bool] = True
    closes_turn: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class GameEnded(FragileEvent):
    caused_by: ClassVar[tuple[str, ...]] = ENDERS
    names_player: ClassVar[bool] = True
    winners: tuple[int, ...]
