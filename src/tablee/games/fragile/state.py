"""One moment of a game of Fragile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tablee.core.game import CHANCE, Actor, Result, State
from tablee.games.fragile import drawing, rules, serial
from tablee.games.fragile import notation as writing
from tablee.games.fragile import status as sentences
from tablee.games.fragile.board import Cell
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import Position

if TYPE_CHECKING:
    from tablee.games.fragile.game import Fragile

Owner = int | None
"""The owner of a depot. None for a neutral one (F-2.3)."""


@dataclass(frozen=True, slots=True)
class FragileState(State[FragileMove]):
    """Everything that affects the rest of the game."""

    shown_by_picture: ClassVar[bool] = False
    game: Fragile
    position: Position
    depots: Mapping[Cell, Owner]
    """The owner of the depot on each slot."""
    to_play: tuple[int, ...] = ()
    """The players to come, the present one first, as far as known. Empty before a draw.

    Chance draws who begins (F-3.1), or the order of a round (F-6.1).
    """
    turn: int = 0
    """The number of turns played before this one."""
    activations: int = 0
    """The number of dockers activated in this turn, with the active one."""
    active: int | None = None
    """The active docker."""
    points: int = 0
    """Action points left for the active docker."""
    origin: Position | None = None
    """The position at the start of the activation (F-3.3)."""
    barred: int | None = None
    """A docker that cannot be activated now (F-3.1, F-7.2)."""
    flips: int = 0
    """Crates flipped in this game (F-4.5)."""
    marker: int | None = None
    """The holder of the winner marker (F-5.2)."""
    stored_this_turn: bool = False
    idle_turns: int = 0
    """Turns since a crate was stored (F-5.6)."""
    full_player: int | None = None
    """The first player whose depots were all full (F-5.3)."""
    last_turns: bool = False
    """True if ``to_play`` holds the last turns of the game (F-5.3)."""
    ended: Result | None = None

    def __hash__(self) -> int:
        return hash((self.position, self.to_play, self.turn, self.active, self.points, self.marker))

    @property
    def actor(self) -> Actor:
        if self.ended is not None:
            return None
        return self.to_play[0] if self.to_play else CHANCE

    @property
    def player(self) -> int:
        """The player who acts now, if it is a player."""
        return self.to_play[0]

    @property
    def scores(self) -> tuple[int, ...]:
        return rules.scores(self)

    @property
    def result(self) -> Result | None:
        return self.ended

    # These methods are functions of the law.
    legal_moves = rules.legal_moves
    outcomes = rules.outcomes
    check = rules.check
    step = rules.step
    read = writing.read
    notation = writing.write
    parse_line = writing.parse_line
    parse_typed = writing.parse_typed
    status = sentences.status
    how_to_type = sentences.how_to_type
    to_json = serial.state_to_json
    draw = drawing.text
    svg = drawing.svg
    __str__ = drawing.text
