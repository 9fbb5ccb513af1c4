"""The events of Fragile. Cells are names; players count from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.events import Event
from tablee.core.messages import Message
from tablee.games.fragile.board import Cell
from tablee.games.fragile.messages import PACKAGE, say


@dataclass(frozen=True, slots=True)
class FragileEvent(Event):
    package: ClassVar[str] = PACKAGE
    alone: ClassVar[str] = ""
    """The sentence for a problem (F-7), where the usual sentence names a player."""

    def sentence(self) -> Message:
        in_problem = self.alone and self.rule.startswith("F-7.")
        return say(self.alone if in_problem else f"event-{self.kind}", **self.parameters())


@dataclass(frozen=True, slots=True)
class FirstDrawn(FragileEvent):
    """Chance has decided who begins."""

    kind: ClassVar[str] = "first-drawn"
    player: int


@dataclass(frozen=True, slots=True)
class DepotPlaced(FragileEvent):
    kind: ClassVar[str] = "depot-placed"
    player: int | None
    """None for a neutral depot."""
    slot: Cell

    def sentence(self) -> Message:
        if self.player is None:
            return say("event-depot-placed-neutral", slot=self.slot)
        return say("event-depot-placed", player=self.player + 1, slot=self.slot)


@dataclass(frozen=True, slots=True)
class DockerPlaced(FragileEvent):
    kind: ClassVar[str] = "docker-placed"
    player: int
    depot: Cell


@dataclass(frozen=True, slots=True)
class StrawsDrawn(FragileEvent):
    kind: ClassVar[str] = "straws-drawn"
    order: tuple[int, ...]

    def parameters(self) -> dict[str, str | int]:
        return {"order": ", ".join(str(player + 1) for player in self.order)}


@dataclass(frozen=True, slots=True)
class TurnBegan(FragileEvent):
    kind: ClassVar[str] = "turn-began"
    alone: ClassVar[str] = "event-turn-began-alone"
    player: int
    points: int
    """The action points of each docker this turn."""


@dataclass(frozen=True, slots=True)
class TurnPassed(FragileEvent):
    """No docker of the player could act."""

    kind: ClassVar[str] = "turn-passed"
    alone: ClassVar[str] = "event-turn-passed-alone"
    player: int


@dataclass(frozen=True, slots=True)
class DockerActivated(FragileEvent):
    kind: ClassVar[str] = "docker-activated"
    player: int
    docker: Cell
    points: int


@dataclass(frozen=True, slots=True)
class DockerWent(FragileEvent):
    kind: ClassVar[str] = "docker-went"
    docker: Cell
    target: Cell
    path: tuple[Cell, ...]
    """Every cell the docker entered, the target last."""
    cost: int

    def parameters(self) -> dict[str, str | int]:
        return {"docker": self.docker, "target": self.target, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class CratePushed(FragileEvent):
    kind: ClassVar[str] = "crate-pushed"
    docker: Cell
    crate: Cell
    target: Cell
    docker_target: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class CrateStacked(FragileEvent):
    kind: ClassVar[str] = "crate-stacked"
    docker: Cell
    crate: Cell
    target: Cell
    docker_target: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class CrateUnstacked(FragileEvent):
    kind: ClassVar[str] = "crate-unstacked"
    docker: Cell
    crate: Cell
    target: Cell
    cost: int


@dataclass(frozen=True, slots=True)
class CrateFlipped(FragileEvent):
    kind: ClassVar[str] = "crate-flipped"
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
class CrateHandedOver(FragileEvent):
    kind: ClassVar[str] = "crate-handed-over"
    docker: Cell
    crate: Cell
    target: Cell
    links: tuple[Link, ...]
    cost: int

    def parameters(self) -> dict[str, str | int]:
        links = ", ".join(link.docker for link in self.links)
        return {"docker": self.docker, "crate": self.crate, "target": self.target, "links": links}


@dataclass(frozen=True, slots=True)
class CrateStored(FragileEvent):
    kind: ClassVar[str] = "crate-stored"
    depot: Cell
    player: int | None
    """The owner of the depot. None for a neutral one."""
    points: int

    def sentence(self) -> Message:
        if self.rule.startswith("F-7."):
            return say("event-crate-stored-alone", depot=self.depot, points=self.points)
        if self.player is None:
            return say("event-crate-stored-neutral", depot=self.depot)
        player = self.player + 1
        return say("event-crate-stored", depot=self.depot, points=self.points, player=player)

    def scored(self) -> tuple[int, int] | None:
        return None if self.player is None else (self.player, self.points)


@dataclass(frozen=True, slots=True)
class MarkerTaken(FragileEvent):
    kind: ClassVar[str] = "marker-taken"
    player: int
    previous: int | None


@dataclass(frozen=True, slots=True)
class EndIsNear(FragileEvent):
    """All depots of a player are full."""

    kind: ClassVar[str] = "end-is-near"
    player: int


@dataclass(frozen=True, slots=True)
class TurnEnded(FragileEvent):
    kind: ClassVar[str] = "turn-ended"
    alone: ClassVar[str] = "event-turn-ended-alone"
    closes_turn: ClassVar[bool] = True
    player: int


@dataclass(frozen=True, slots=True)
class GameEnded(FragileEvent):
    kind: ClassVar[str] = "game-ended"
    alone: ClassVar[str] = "event-game-ended-alone"
    winners: tuple[int, ...]

    def parameters(self) -> dict[str, str | int]:
        return {"winners": ", ".join(str(player + 1) for player in self.winners) or "–"}
