"""Thinking in other processes, so that the tables never wait: bots, and previews of moves.

A worker that crashes or does not come back is replaced and its question asked again.
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
"""Seconds beyond its budget after which a worker counts as lost."""


class SentPosition(msgspec.Struct, frozen=True):
    """A state as it travels to another process."""

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
    """The bot that plays for people who are away: a middling one, if there are levels."""
    names = bot_names(game)
    return "2" if "2" in names else names[0]


def think(position: SentPosition, name: str, seconds: float, seed: int) -> Choice:
    """What a bot plays. Runs in a worker."""
    return bot(position.game, name).choose(position.open(), Budget(seconds=seconds), seed)


def preview(position: SentPosition, version: int, language: Language | None = None) -> bytes:
    """What each legal move leads to, as the message that tells it. Runs in a worker."""
    return encoder.encode(Previews(version, previews_of(position.open(), language)))


def previews_of(
    sitting: Sitting[Any], language: Language | None = None, *, ahead: bool = True
) -> list[Preview]:
    """What each legal move leads to; ``ahead``, with each next move where the game asks for it."""
    found = []
    for text, move in sitting.moves.items():
        after = sitting.play(move, text)
        looks_ahead = ahead and after.state.looks_ahead
        then = previews_of(after, language, ahead=False) if looks_ahead else []
        events = described(after.events, language)
        found.append(Preview(text, events, list(after.state.scores), then))
    return found


class Workers:
    """A few processes that think."""

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
        """The answer of a worker. Raises ``BrokenExecutor`` if none of so many brings one."""
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
    """What a bot plays; at random if its workers keep failing, so that the game goes on."""
    seed = random.SystemRandom().randrange(2**32)
    try:
        return await workers.ask(seconds + PATIENCE, think, position, name, seconds, seed)
    except BrokenExecutor:
        texts = list(position.open().moves)
        return Choice((random.Random(seed).choice(texts),), say("reason-lost"))
