"""A bot sees a sitting in which it acts, and answers with moves and a reason."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tablee.core.messages import Message
from tablee.core.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about the rest of its turn.

    The limit is in seconds, or in nodes where the choice must be reproducible. Without a limit the
    bot decides. The bot calls ``cancelled`` now and then; once it returns True, the bot answers
    with the best it has.
    """

    seconds: float | None = None
    nodes: int | None = None
    cancelled: Callable[[], bool] = lambda: False
    threads: int = 1

    def start(self, usual_nodes: int | None = None) -> BudgetClock:
        """Starts the clock. A budget without a limit has ``usual_nodes``, if given."""
        return BudgetClock(self, usual_nodes)


@dataclass(slots=True)
class BudgetClock:
    """A budget while it is used up."""

    budget: Budget
    usual_nodes: int | None = None
    nodes: int = 0
    started: float = field(default_factory=lambda: time.monotonic())

    @property
    def used(self) -> float:
        """Returns the used share of the budget: 0 at the start, 1 when nothing is left."""
        if self.budget.cancelled():
            return 1.0
        used = 0.0
        if self.budget.seconds is not None:
            # The bot needs some milliseconds to write its choice as moves.
            seconds = max(0.9 * self.budget.seconds - 0.01, 1e-6)
            used = (time.monotonic() - self.started) / seconds
        most = self.budget.nodes if self.limited else self.usual_nodes
        if most is not None:
            used = max(used, self.nodes / max(most, 1))
        return used

    @property
    def limited(self) -> bool:
        return self.budget.seconds is not None or self.budget.nodes is not None


def bot_message(key: str, /, **parameters: str | int | Message) -> Message:
    return Message("tablee.bots", key, parameters)


def plain(text: str) -> Message:
    """Returns a sentence that is the same in every language, for a bot without a catalogue."""
    return bot_message("said", text=text)


NO_REASON = plain("…")


@dataclass(frozen=True, slots=True)
class Choice:
    """The moves a bot plays, in notation, and a sentence that says why.

    The bot makes all these moves itself, one after the other. They end where somebody else acts or
    chance decides. Then the bot is asked again.
    """

    moves: tuple[str, ...]
    reason: Message = NO_REASON


class Bot(ABC):
    """A player. It remembers nothing between two choices."""

    name: str
    """The name by which users choose it, for example ``greedy``."""
    nickname: str = ""
    """Its name at a table. Empty: it is called by its seat."""

    @property
    def title(self) -> Message:
        """Who the bot is. The default says its name."""
        return plain(self.nickname or self.name)

    @property
    def line(self) -> Message:
        """How the bot plays, in a sentence. The default says who it is."""
        return self.title

    @abstractmethod
    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        """Chooses moves where a player acts. The same seed and nodes give the same choice."""

    def close(self) -> None:
        """Ends what the bot keeps running. Most keep nothing."""
        return


@contextmanager
def thread_pool(threads: int) -> Iterator[ThreadPoolExecutor | None]:
    """Yields a pool, or None for one thread: on a busy machine, handing over takes time."""
    if threads == 1:
        yield None
        return
    with ThreadPoolExecutor(threads) as pool:
        yield pool
