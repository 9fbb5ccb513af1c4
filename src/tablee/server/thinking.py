"""Bots and previews think in other processes, so that the tables never wait."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec

from tablee.bots import Budget, Choice, bot, bot_names
from tablee.core.game import Game, State
from tablee.core.sitting import Sitting
from tablee.server.entries import described
from tablee.server.match import shared_game
from tablee.server.messages import Language
from tablee.server.metrics import BOT_SECONDS
from tablee.server.protocol import Preview, Previews, encoder
from tablee.server.rounds import Whose
from tablee.server.workers import PATIENCE, Workers

LEAST_SECONDS = 0.05
"""Seconds a bot may think however many wait."""


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


async def thought(
    workers: Workers, position: SentPosition, name: str, seconds: float, whose: Whose
) -> Choice:
    """Returns what a bot plays. Raises the bot's error, or ``Lost``.

    In a crowd bots think for a shorter time, so that nobody waits long.
    """
    seed = random.SystemRandom().randrange(2**32)
    async with workers.turn(whose) as worker:
        budget = min(seconds, max(LEAST_SECONDS, seconds / max(1.0, workers.crowd(whose))))
        begin = time.perf_counter()
        try:
            return await worker.ask(budget + PATIENCE, think, position, name, budget, seed)
        finally:
            BOT_SECONDS.labels(position.game).inc(time.perf_counter() - begin)
