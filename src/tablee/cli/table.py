"""A game in progress at one keyboard."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from tablee.core.events import Event
from tablee.core.game import CHANCE, Game, Move
from tablee.core.record import Record
from tablee.core.sitting import Sitting


class TerminalTable:
    """A sitting and the way there. Chance is drawn as soon as it is due."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.seed = seed
        self.sitting = game.sitting()
        self.moves: list[Move] = []
        self._chance = random.Random(seed)
        self.opening = self._draw()

    def play(self, moves: Iterable[Move]) -> list[Event]:
        """Plays legal moves, then draws what chance decides."""
        events: list[Event] = []
        for move in moves:
            events += self._take(self.sitting.play(move))
        return events + self._draw()

    def undo(self) -> str | None:
        """Takes back the last move of this turn. Returns its notation, or None if it cannot."""
        before, text = self.sitting.before, self.sitting.text
        if before is None:
            return None
        self.sitting = before
        self.moves.pop()
        return text

    def record(self) -> Record:
        return Record(self.game, tuple(self.moves), self.seed)

    def _take(self, sitting: Sitting[Any]) -> tuple[Event, ...]:
        self.sitting = sitting
        self.moves.append(sitting.move)
        return sitting.events

    def _draw(self) -> list[Event]:
        events: list[Event] = []
        while self.sitting.state.actor == CHANCE:
            events += self._take(self.sitting.draw(self._chance.randrange))
        return events
