"""What a bot is: it is shown a state in which it acts, and says what it plays and why."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tablee.core.game import Move, State
from tablee.core.messages import Message


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about the rest of its turn.

    Seconds, or nodes where the choice must be reproducible; with neither, as much as the bot
    deems enough. ``cancelled`` is asked now and then; once it says yes the bot answers with the
    best it has.
    """

    seconds: float | None = None
    nodes: int | None = None
    cancelled: Callable[[], bool] = lambda: False
    threads: int = 1

    def start(self) -> Clock:
        return Clock(self)


@dataclass(slots=True)
class Clock:
    """A budget while it is used up."""

    budget: Budget
    nodes: int = 0
    started: float = field(default_factory=lambda: time.monotonic())

    @property
    def used(self) -> float:
        """How much of the budget is gone: 0 at the start, 1 when there is none left."""
        if self.budget.cancelled():
            return 1.0
        used = 0.0
        if self.budget.seconds is not None:
            # What is decided still has to be written down as moves: some milliseconds.
            seconds = max(0.9 * self.budget.seconds - 0.01, 1e-6)
            used = (time.monotonic() - self.started) / seconds
        if self.budget.nodes is not None:
            used = max(used, self.nodes / max(self.budget.nodes, 1))
        return used

    @property
    def limited(self) -> bool:
        return self.budget.seconds is not None or self.budget.nodes is not None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot plays, and why in one sentence.

    The moves are played one after the other, all of them the bot's own; where the game asks the
    bot again before they are used up (a roll came in between), it is asked anew.
    """

    moves: tuple[Move, ...]
    reason: Message


class Bot(ABC):
    """A player that needs only the contract. It keeps nothing between two choices."""

    name: str
    """As it is asked for, say ``greedy``."""

    @property
    def title(self) -> Message:
        """Who it is, for people; a sentence of the bots' catalogue."""
        return bot_message(f"bot-{self.name}")

    @abstractmethod
    def choose(self, state: State[Any], budget: Budget, seed: int) -> Choice:
        """What to play in a state in which a player acts. The same for the same seed and nodes."""


def bot_message(key: str, /, **parameters: str | int | Message) -> Message:
    return Message("tablee.bots", key, parameters)
