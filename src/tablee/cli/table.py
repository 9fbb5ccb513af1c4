"""A game in progress at one keyboard: what was played, and what can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from tablee.core.chance import draw
from tablee.core.events import Event
from tablee.core.game import CHANCE, Game, Move, State
from tablee.core.record import Record


def leaves_a_mark(before: State[Any], events: Sequence[Event]) -> bool:
    """Is a move worth marking on the board? Not a draw, nor one that only closes a turn."""
    return before.actor != CHANCE and bool(events) and not events[0].closes_turn


class Table:
    """A game, its present state and the way there. Chance is drawn as soon as it is due."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.seed = seed
        self.state: State[Any] = game.initial()
        self.moves: list[Move] = []
        self.last: Move | None = None
        """The move to be marked on the board."""
        self._chance = random.Random(seed)
        self._own_turn: list[tuple[State[Any], Move | None]] = []
        """What one can go back to in this turn: earlier states, and what was marked in them."""
        self.opening = self._draw()

    def play(self, moves: Iterable[Move]) -> list[Event]:
        """Play legal moves, and whatever chance has to decide after them."""
        events: list[Event] = []
        for move in moves:
            events += self._step(move)
        return events + self._draw()

    def undo(self) -> str | None:
        """Take back the last move of one's own turn; its notation, or None if there is none."""
        if not self._own_turn:
            return None
        self.state, self.last = self._own_turn.pop()
        return self.state.notation(self.moves.pop())

    def record(self) -> Record:
        return Record(self.game, tuple(self.moves), self.seed)

    def _step(self, move: Move) -> tuple[Event, ...]:
        before, marked = self.state, self.last
        step = before.step(move)
        self.state = step.state
        self.moves.append(move)
        if leaves_a_mark(before, step.events):
            self.last = move
        closed = any(event.closes_turn for event in step.events)
        if closed or before.actor == CHANCE or self.state.actor != before.actor:
            # What others have seen, and what chance has shown, is not taken back.
            self._own_turn.clear()
        else:
            self._own_turn.append((before, marked))
        return step.events

    def _draw(self) -> list[Event]:
        events: list[Event] = []
        while self.state.actor == CHANCE:
            events += self._step(draw(self.state.outcomes(), self._chance))
        return events
