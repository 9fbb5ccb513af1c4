"""One moment of a game of Fragile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tablee.core.chance import Outcome
from tablee.core.errors import Refusal
from tablee.core.game import CHANCE, Actor, Result, State, Step
from tablee.core.messages import Message
from tablee.games.fragile import listing, notation, rules, serial, status, twin
from tablee.games.fragile.board import Cell
from tablee.games.fragile.listing import Listing
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.position import Position

if TYPE_CHECKING:
    from tablee.games.fragile.game import Fragile
    from tablee.games.fragile.quay_kernel import PackedState

Owner = int | None
"""The player a depot belongs to; None for a neutral one (F-2.3)."""


class _Kept(State[FragileMove]):
    """Room for what is found out about a state and kept with it; it is no part of its value."""

    __slots__ = ("_listing", "_packed")

    _listing: Listing
    _packed: PackedState


@dataclass(frozen=True, slots=True)
class FragileState(_Kept):
    """All that matters for what can still happen."""

    game: Fragile
    position: Position
    depots: Mapping[Cell, Owner]
    """Whose depot stands on which slot."""
    to_play: tuple[int, ...] = ()
    """Who plays, the present player first, as far as it is settled; empty before a draw.

    It is drawn who begins (F-3.1), or the order of a round (F-6.1).
    """
    turn: int = 0
    """How many turns were played before this one."""
    activations: int = 0
    """How many dockers were activated in this turn, the active one included."""
    active: int | None = None
    """The active docker."""
    points: int = 0
    """Action points left to the active docker."""
    origin: Position | None = None
    """The position in which the active docker began (F-3.3)."""
    barred: int | None = None
    """A docker that may not be activated now (F-3.1, F-7.2)."""
    flips: int = 0
    """Crates flipped in this game (F-4.5)."""
    marker: int | None = None
    """Who holds the winner marker (F-5.2)."""
    stored_this_turn: bool = False
    idle_turns: int = 0
    """Turns since a crate was stored (F-5.6)."""
    full_player: int | None = None
    """The first player whose depots were all full (F-5.3)."""
    last_turns: bool = False
    """``to_play`` holds the last turns of the game (F-5.3)."""
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
        """Who plays now, where a player does."""
        return self.to_play[0]

    def legal_moves(self) -> tuple[FragileMove, ...]:
        if twin.can_answer(self):
            return tuple(self.by_notation().values())
        return _legal_moves(self)

    def notations(self) -> list[str]:
        return self.listing().notations.copy()

    def listing(self) -> Listing:
        """What may be played, in writing. Worked out once a state."""
        if not hasattr(self, "_listing"):
            object.__setattr__(self, "_listing", listing.listing(self))
        return self._listing

    def _noted(self) -> dict[str, FragileMove]:
        if twin.can_answer(self):
            return {text: self.read(text) for text in self.listing().notations}
        return State._noted(self)

    def outcomes(self) -> tuple[Outcome[FragileMove], ...]:
        return rules.outcomes(self)

    def check(self, move: FragileMove) -> Refusal | None:
        return rules.check(self, move)

    def step(self, move: FragileMove) -> Step[FragileMove]:
        if hasattr(self, "_packed"):
            return Step(*twin.step(self, move))
        return Step(*rules.step(self, move))

    def play(self, move: FragileMove) -> FragileState:
        return self.step(move).state  # type: ignore[return-value]

    def listed(self, text: str) -> FragileMove | None:
        return self.read(text) if text in self.listing().notations else None

    def parse(self, text: str) -> FragileMove:
        move = self.listed(text) if hasattr(self, "_listing") else None
        return State.parse(self, text) if move is None else move

    def read(self, text: str) -> FragileMove:
        return notation.read(self, text)

    def notation(self, move: FragileMove) -> str:
        return notation.write(self, move)

    def parse_line(self, line: str) -> tuple[FragileMove, ...]:
        return notation.parse_line(self, line)

    @property
    def scores(self) -> tuple[int, ...]:
        return self._packed.scores() if hasattr(self, "_packed") else rules.scores(self)

    @property
    def result(self) -> Result | None:
        return self.ended

    def parse_typed(self, line: str) -> tuple[FragileMove, ...]:
        return notation.parse_typed(self, line)

    def status(self) -> Message:
        return status.status(self)

    def how_to_type(self) -> Message:
        return status.how_to_type(self)

    def draw(
        self, *, colour: bool = False, language: str = "en", last: FragileMove | None = None
    ) -> str:
        from tablee.games.fragile.drawing import text

        return text(self, colour, language=language, last=last)

    def to_json(self) -> dict[str, Any]:
        return serial.state_to_json(self)

    def _repr_svg_(self) -> str:
        from tablee.games.fragile.drawing import svg

        return svg(self)

    def __str__(self) -> str:
        from tablee.games.fragile.drawing import text

        return text(self)

    def with_(self, **changes: Any) -> FragileState:
        """This state with other values in the fields named.

        A move does this several times: written out, it takes a sixth of ``dataclasses.replace``.
        """
        copy: Any = object.__new__(_Unfrozen)
        copy.game = self.game
        copy.position = self.position
        copy.depots = self.depots
        copy.to_play = self.to_play
        copy.turn = self.turn
        copy.activations = self.activations
        copy.active = self.active
        copy.points = self.points
        copy.origin = self.origin
        copy.barred = self.barred
        copy.flips = self.flips
        copy.marker = self.marker
        copy.stored_this_turn = self.stored_this_turn
        copy.idle_turns = self.idle_turns
        copy.full_player = self.full_player
        copy.last_turns = self.last_turns
        copy.ended = self.ended
        for name, value in changes.items():
            setattr(copy, name, value)
        copy.__class__ = FragileState
        return copy  # type: ignore[no-any-return]


class _Unfrozen(FragileState):
    """A copy while its fields are filled in; then it is a ``FragileState`` like any other."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


@lru_cache(maxsize=64)
def _legal_moves(state: FragileState) -> tuple[FragileMove, ...]:
    """Asked for more than once at a table: to play, and to say in a sentence what can be done."""
    return rules.legal_moves(state)
