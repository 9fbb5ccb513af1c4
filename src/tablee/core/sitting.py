"""A sitting is a game being played.

It holds the present state, the moves legal now, what the last move did, and the sitting to which
taking back leads. A sitting never changes: ``play`` returns the next one.

This class needs only the contract. A game may give its sittings a faster engine (``Game.sitting``),
which must behave the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

from tablee.core.chance import draw_by
from tablee.core.events import Event, causes
from tablee.core.game import CHANCE, Move, State, Step

M = TypeVar("M", bound=Move)


LONGEST_PAST = 256
"""How many events of a turn a sitting remembers. A game need not close its turns."""


class Barrier(StrEnum):
    """Why the player cannot take anything back."""

    START = "start"
    """Nobody has played in this turn yet."""
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
        """The sitting to which taking back leads. None if the barrier forbids it."""
        self.move: Any = None
        """The move that led here, or None at the start."""
        self.text = ""
        """The notation of that move."""
        self.events: tuple[Event, ...] = ()
        """The events of that move."""
        self.past: tuple[Event, ...] = ()
        """The events of the turn before that move."""
        self.marked: M | None = None
        """The last move that a picture of the board marks."""

    @cached_property
    def moves(self) -> Mapping[str, M]:
        """The legal moves by their notation, in the order of the law."""
        return {self.state.notation(move): move for move in self.state.legal_moves()}

    @property
    def causes(self) -> tuple[int, ...]:
        """For each of ``events``, how many events back its cause is; 0 if the move caused it."""
        return causes(self.past, self.events)

    def parse(self, text: str) -> M:
        """Returns the legal move that a text means. Raises ``Invalid`` or ``Illegal``."""
        found = self.moves.get(text)
        return self.state.parse(text) if found is None else found

    def play(self, move: M, text: str = "") -> Self:
        """Returns the sitting after a legal move. Does not check the move.

        A caller that knows the notation of the move passes it as ``text`` to save time.
        """
        step, after = self._step(move)
        after.move = move
        after.text = text or self.state.notation(move)
        after.events = step.events
        after.past = _of_the_turn(self.past, self.events)
        actor, next_actor = self.state.actor, step.state.actor
        drawn = actor == CHANCE
        closed = waits = False
        for event in step.events:
            closed |= event.closes_turn
            waits |= event.waits_for_next
        marks = not drawn and bool(step.events) and not step.events[0].closes_turn
        after.marked = move if marks else self.marked
        if next_actor is None:
            after.barrier = Barrier.OVER
        elif drawn:
            after.barrier = Barrier.ROLL
        elif not closed and (next_actor == actor or waits):
            after.before = self
        return after

    def after(self, texts: Iterable[str]) -> Self:
        """Returns the sitting after these moves, in notation. Raises ``Invalid`` or ``Illegal``."""
        sitting = self
        for text in texts:
            sitting = sitting.play(sitting.parse(text))
        return sitting

    @property
    def may_undo(self) -> int | None:
        """The player who may take the last move back, or None."""
        return None if self.before is None else self.before.state.actor

    def draw(self, below: Callable[[int], int]) -> Self:
        """Returns the sitting after a draw.

        ``below(n)`` returns each of 0 … n - 1 with the same probability.
        """
        return self.play(draw_by(self.state.outcomes(), below))

    def __eq__(self, other: object) -> bool:
        """True if both sittings have the same state, barrier and way back."""
        if not isinstance(other, Sitting):
            return NotImplemented
        mine, theirs = (self.state, self.barrier), (other.state, other.barrier)
        return mine == theirs and self.before == other.before

    def __hash__(self) -> int:
        return hash(self.state)

    def _step(self, move: M) -> tuple[Step[State[M]], Self]:
        """Plays a move and returns the step with a new sitting after it."""
        step = self.state.step(move)
        return step, type(self)(step.state)


def _of_the_turn(past: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Returns the events of the turn, from the last one that closed a turn."""
    for number in range(len(events) - 1, -1, -1):
        if events[number].closes_turn:
            return events[number:]
    together = past + events
    return together if len(together) <= LONGEST_PAST else together[-LONGEST_PAST:]
