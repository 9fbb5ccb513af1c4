"""A sitting: a game being played.

It has the present state, the moves that may be played now, what the last move did, and what can be
taken back. A sitting never changes: playing gives the next one, taking back the one before.

This class needs nothing but the contract. A game may give its sittings a faster engine
(``Game.sitting``); they answer the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

from tablee.core.chance import draw_by
from tablee.core.events import Event
from tablee.core.game import CHANCE, Move, State, Step

M = TypeVar("M", bound=Move)


class Barrier(StrEnum):
    """Why nothing can be taken back."""

    START = "start"
    """Nothing was played in this turn yet."""
    ROLL = "roll"
    """Chance has decided something since."""
    OVER = "over"
    """The game is over."""


class Sitting(Generic[M]):
    """One moment of a game being played."""

    def __init__(self, state: State[M], barrier: Barrier = Barrier.START) -> None:
        self.state = state
        self.barrier = barrier
        self.before: Self | None = None
        """What taking back leads to. None if the barrier forbids it."""
        self.move: Any = None
        """The move that led here; None at the start."""
        self.text = ""
        """Its notation."""
        self.events: tuple[Event, ...] = ()
        """What it did."""
        self.marked: M | None = None
        """The last move that a picture of the board marks."""

    @cached_property
    def moves(self) -> Mapping[str, M]:
        """The legal moves by their notation, in the order of the law."""
        return {self.state.notation(move): move for move in self.state.legal_moves()}

    def parse(self, text: str) -> M:
        """The legal move a text stands for. Raises ``Invalid`` or ``Illegal``."""
        found = self.moves.get(text)
        return self.state.parse(text) if found is None else found

    def play(self, move: M, text: str = "") -> Self:
        """The sitting after a legal move. The caller vouches for it.

        A caller that knows the notation of the move spares the sitting to write it.
        """
        step, after = self._step(move)
        after.move = move
        after.text = text or self.state.notation(move)
        after.events = step.events
        actor, next_actor = self.state.actor, step.state.actor
        drawn = actor == CHANCE
        closed = any(event.closes_turn for event in step.events)
        marks = not drawn and bool(step.events) and not step.events[0].closes_turn
        after.marked = move if marks else self.marked
        if next_actor is None:
            after.barrier = Barrier.OVER
        elif drawn:
            after.barrier = Barrier.ROLL
        elif not closed and next_actor == actor:
            after.before = self
        return after

    def draw(self, below: Callable[[int], int]) -> Self:
        """The sitting after chance has decided. ``below(n)`` gives each of 0 … n - 1 as often."""
        return self.play(draw_by(self.state.outcomes(), below))

    def __eq__(self, other: object) -> bool:
        """The same to whoever plays on, however it came about."""
        if not isinstance(other, Sitting):
            return NotImplemented
        mine, theirs = (self.state, self.barrier), (other.state, other.barrier)
        return mine == theirs and self.before == other.before

    def __hash__(self) -> int:
        return hash(self.state)

    def _step(self, move: M) -> tuple[Step[State[M]], Self]:
        """What a move does, and a fresh sitting after it."""
        step = self.state.step(move)
        return step, type(self)(step.state)
