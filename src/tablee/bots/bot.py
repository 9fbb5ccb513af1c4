"""What a bot is: it is shown a sitting in which it acts, and says how it goes on and why."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tablee.core.messages import Message
from tablee.core.sitting import Sitting


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

    def start(self) -> BudgetClock:
        return BudgetClock(self)


@dataclass(slots=True)
class BudgetClock:
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
    """What a bot plays, in notation, and why in one sentence.

    The moves are played one after the other, all of them the bot's own. They end where somebody
    else acts or chance decides; then the bot is asked again.
    """

    moves: tuple[str, ...]
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
    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        """How to go on where a player acts. The same for the same seed and nodes."""


def bot_message(key: str, /, **parameters: str | int | Message) -> Message:
    return Message("tablee.bots", key, parameters)
