"""What a drawing shows, whatever draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tablee.games.fragile import moves as mv
from tablee.games.fragile.board import CELLS, Cell, beside, straight
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import Crate, Position

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

NEUTRAL, UNBUILT = -1, -2
"""The owner of a neutral depot (F-2.3), and of a slot without a depot (F-2.2)."""

GOAL_LETTERS = "abcdefghijkl"
"""Goals have small letters, because capitals name columns. There are no more goals than depots."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The mark of the last move: where a piece came from, and where it is now."""

    source: Cell
    target: Cell


@dataclass(frozen=True)
class Scene:
    """A position with everything a picture of it shows."""

    position: Position
    owners: Mapping[Cell, int]
    goals: Mapping[Cell, str] = field(default_factory=dict)
    """F-7.3: the depots to fill, each with the letter of its crate."""
    active: int | None = None
    """The active docker."""
    is_problem: bool = False
    trails: tuple[Trail, ...] = ()

    def goal_letter(self, crate: Crate) -> str | None:
        return self.goals.get(crate.goal) if crate.goal else None

    def arrived(self, cell: Cell) -> bool:
        return any(trail.target == cell for trail in self.trails)

    def is_bystander(self, player: int) -> bool:
        """F-7.1: true in a problem for the second colour, whose dockers only help."""
        return self.is_problem and player != 0


def scene(drawn: FragileState | Position, last: FragileMove | None = None) -> Scene:
    """Returns the scene of a state or position. It marks the move that led there."""
    trails = _trails(last)
    if isinstance(drawn, Position):
        slots = drawn.board.entrances
        goals = _goals(drawn)
        return Scene(
            drawn, dict.fromkeys(slots, NEUTRAL), goals, is_problem=bool(goals), trails=trails
        )
    owners = {
        slot: _owner(drawn.depots[slot]) if slot in drawn.depots else UNBUILT
        for slot in drawn.position.board.entrances
    }
    return Scene(
        drawn.position,
        owners,
        _goals(drawn.position),
        drawn.active,
        drawn.game.problem is not None,
        trails,
    )


def _owner(player: int | None) -> int:
    return NEUTRAL if player is None else player


def _goals(position: Position) -> dict[Cell, str]:
    """Gives the goal depots letters in the order of the board, so that they stay the same."""
    wanted = {crate.goal for crates in position.crates.values() for crate in crates}
    depots = [cell for cell in CELLS if cell in wanted]
    return dict(zip(depots, GOAL_LETTERS, strict=False))


def _trails(last: FragileMove | None) -> tuple[Trail, ...]:
    match last:
        case None | mv.EndTurn() | mv.DrawFirst() | mv.DrawStraws():
            return ()
        case mv.PlaceDepot(cell) | mv.PlaceDocker(cell):
            return (Trail(cell, cell),)
        case mv.Go():
            return (Trail(last.docker, last.target),)
        case mv.Flip():
            return (Trail(last.crate, last.crate),)
        case mv.Push() | mv.Stack():
            # The docker follows and stops one cell before.
            way = straight(last.target, last.crate)
            stop = way and beside(last.target, way[0])
            return (Trail(last.docker, stop or last.crate), Trail(last.crate, last.target))
    return (Trail(last.crate, last.target),)
