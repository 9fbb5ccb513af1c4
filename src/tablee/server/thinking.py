"""Bots and previews think in other processes, so that the tables never wait.

A worker that crashes or does not answer is replaced, and the question is asked again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar

import msgspec

from tablee.bots import Budget, Choice, bot, bot_names
from tablee.core.game import Game, State
from tablee.core.sitting import Sitting
from tablee.engine.processes import Processes
from tablee.server.entries import described
from tablee.server.match import shared_game
from tablee.server.messages import Language, say
from tablee.server.protocol import Preview, Previews, encoder

logger = logging.getLogger(__name__)
T = TypeVar("T")

ATTEMPTS = 3
PATIENCE = 30.0
"""Seconds beyond its budget until a worker counts as lost."""


class SentPosition(msgspec.Struct, frozen=True):
    """A position on its way to another process."""

    game: str
    rules: int
    options: dict[str, str]
    edition: str
    state: dict[str, Any]

    @classmethod
    def of(cls, game: Game[Any], state: State[Any]) -> SentPosition:
        version, options = game.rules_version, game.options()
        return cls(game.name, version, options, game.edition_text, state.to_json())

    def open(self) -> Sitting[Any]:
        game = shared_game(self.game, self.rules, tuple(self.options.items()), self.edition)
        return game.sitting(game.state_from_json(self.state))


def stand_in(game: str) -> str:
    """Returns the bot that plays for absent people: level 2 if the game has levels."""
    names = bot_names(game)
    return "2" if "2" in names else names[0]


def think(position: SentPosition, name: str, seconds: float, seed: int) -> Choice:
    """Returns what a bot plays. Runs in a worker."""
    return bot(position.game, name).choose(position.open(), Budget(seconds=seconds), seed)


def preview(position: SentPosition, version: int, language: Language | None = None) -> bytes:
    """Returns the message that says what each legal move leads to. Runs in a worker."""
    return encoder.encode(Previews(version, previews_of(position.open(), language)))


def previews_of(
    sitting: Sitting[Any], language: Language | None = None, *, ahead: bool = True
) -> list[Preview]:
    """Returns what each legal move leads to.

    With ``ahead``, also each next move, in states that ask for it (``State.looks_ahead``).
    """
    found = []
    for text, move in sitting.moves.items():
        after = sitting.play(move, text)
        looks_ahead = ahead and after.state.looks_ahead
        then = previews_of(after, language, ahead=False) if looks_ahead else []
        events = described(after.events, language)
        found.append(Preview(text, events, list(after.state.scores), then))
    return found


class Workers:
    """A few processes that answer questions."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.processes = Processes(count)

    async def ask(
        self,
        patience: float,
        question: Callable[..., T],
        *arguments: object,
        attempts: int = ATTEMPTS,
    ) -> T:
        """Returns a worker's answer. Raises ``BrokenExecutor`` if all attempts fail."""
        loop = asyncio.get_running_loop()
        for attempt in range(1, attempts + 1):
            pool = self.processes.pool
            try:
                asked = loop.run_in_executor(pool, question, *arguments)
                return await asyncio.wait_for(asked, patience)
            except (BrokenExecutor, TimeoutError) as error:
                logger.warning("a worker was lost (%s, attempt %d)", type(error).__name__, attempt)
                self.processes.discard(pool)
        raise BrokenExecutor("no worker brought an answer")

    def close(self) -> None:
        self.processes.close()


async def thought(workers: Workers, position: SentPosition, name: str, seconds: float) -> Choice:
    """Returns what a bot plays: a random move if workers keep failing, so that the game goes on."""
    seed = random.SystemRandom().randrange(2**32)
    try:
        return await workers.ask(seconds + PATIENCE, think, position, name, seconds, seed)
    except BrokenExecutor:
        texts = list(position.open().moves)
        return Choice((random.Random(seed).choice(texts),), say("reason-lost"))
