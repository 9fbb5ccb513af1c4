"""One moment of a game of Reversi, and its rules (R-2, R-3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tablee.core import Actor, Event, Invalid, Message, Refusal, Result, State, Step
from tablee_reversi import drawing
from tablee_reversi.board import DISCS, EMPTY, cell_index, cell_name, turned
from tablee_reversi.events import DiscPlaced, GameEnded, Passed, Scored, say

if TYPE_CHECKING:
    from tablee_reversi.game import Reversi


@dataclass(frozen=True, slots=True)
class Place:
    """R-2.2"""

    cell: str


@dataclass(frozen=True, slots=True)
class Pass:
    """R-2.3"""


ReversiMove = Place | Pass


@dataclass(frozen=True, slots=True)
class ReversiState(State[ReversiMove]):
    game: Reversi
    board: str
    """The cells, row by row from the top left."""
    player: int = 0

    @property
    def actor(self) -> Actor:
        return None if self.result is not None else self.player

    def legal_moves(self) -> tuple[ReversiMove, ...]:
        places = self._places(self.player)
        if places:
            return places
        return (Pass(),) if self._places(1 - self.player) else ()

    def _places(self, player: int) -> tuple[ReversiMove, ...]:
        size = self.game.size
        return tuple(
            Place(cell_name(size, index))
            for index in range(size * size)
            if turned(self.board, size, index, DISCS[player])
        )

    def check(self, move: ReversiMove) -> Refusal | None:
        if self.result is not None:
            return Refusal("R-3.2", say("refused-over"))
        if isinstance(move, Pass):
            return Refusal("R-2.3", say("refused-pass")) if self._places(self.player) else None
        index = cell_index(self.game.size, move.cell)
        if index is None:
            return Refusal("R-1.1", say("refused-no-cell", cell=move.cell))
        if self.board[index] != EMPTY:
            return Refusal("R-2.1", say("refused-taken", cell=move.cell), (move.cell,))
        if not turned(self.board, self.game.size, index, DISCS[self.player]):
            return Refusal("R-2.2", say("refused-turns-none", cell=move.cell), (move.cell,))
        return None

    def step(self, move: ReversiMove) -> Step[ReversiState]:
        if isinstance(move, Pass):
            return Step(replace(self, player=1 - self.player), (Passed("R-2.3", self.player),))
        size, me = self.game.size, self.player
        index = cell_index(size, move.cell)
        assert index is not None
        cells = turned(self.board, size, index, DISCS[me])
        board = list(self.board)
        for cell in (index, *cells):
            board[cell] = DISCS[me]
        after = ReversiState(self.game, "".join(board), 1 - me)
        names = tuple(cell_name(size, cell) for cell in cells)
        events: list[Event] = [
            DiscPlaced("R-2.2", me, move.cell, names),
            Scored("R-3.1", me, len(cells) + 1),
            Scored("R-3.1", 1 - me, -len(cells)),
        ]
        if after.result is not None:
            events.append(GameEnded("R-3.2"))
        return Step(after, tuple(events))

    def read(self, text: str) -> ReversiMove:
        if text == "pass":
            return Pass()
        if cell_index(self.game.size, text) is None:
            raise Invalid(say("not-notation", text=text))
        return Place(text)

    def parse_typed(self, line: str) -> tuple[ReversiMove, ...]:
        return (self.parse(line.strip().lower()),)

    def notation(self, move: ReversiMove) -> str:
        return "pass" if isinstance(move, Pass) else move.cell

    @property
    def scores(self) -> tuple[int, ...]:
        """R-3.1: discs beyond the two that each player begins with."""
        return tuple(self.board.count(disc) - 2 for disc in DISCS)

    @property
    def result(self) -> Result | None:
        """R-3.2: most discs win; as many each is a game that both win."""
        if self._places(0) or self._places(1):
            return None
        most = max(self.scores)
        winners = tuple(player for player in (0, 1) if self.scores[player] == most)
        return Result(winners, "R-3.2", say("end"))

    def status(self) -> Message:
        if self.result is not None:
            return say("end")
        return say("status", player=self.player + 1, count=len(self._places(self.player)))

    def to_json(self) -> dict[str, Any]:
        return {"board": self.board, "player": self.player}

    def svg(self) -> str:
        return drawing.svg(self.board, self.game.size)

    def __str__(self) -> str:
        return drawing.text(self.board, self.game.size)
