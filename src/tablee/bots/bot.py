"""What a bot is: it is shown a state in which it acts, and says what it plays and why."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee.core.game import Move, State
from tablee.core.messages import Message


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: seconds, or nodes where the choice must be reproducible.

    ``cancelled`` is asked now and then; once it says yes the bot answers with the best it has.
    """

    seconds: float | None = None
    nodes: int | None = None
    cancelled: Callable[[], bool] = lambda: False

    def deadline(self) -> float:
        """When ``time.monotonic`` says that the seconds are used up."""
        return float("inf") if self.seconds is None else time.monotonic() + self.seconds


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

    @abstractmethod
    def choose(self, state: State[Any], budget: Budget, seed: int) -> Choice:
        """What to play in a state in which a player acts. The same for the same seed and nodes."""
