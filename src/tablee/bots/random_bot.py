"""A bot that plays any game at random."""

from __future__ import annotations

import random
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice, bot_message
from tablee.core.messages import Message
from tablee.core.sitting import Sitting


class RandomBot(Bot):
    """Chooses each legal move with the same probability."""

    name = "random"
    nickname = "Rosa"

    @property
    def title(self) -> Message:
        return bot_message("bot-random")

    @property
    def line(self) -> Message:
        return bot_message("bot-random-line")

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:  # noqa: ARG002
        text = random.Random(seed).choice(list(sitting.moves))
        return Choice((text,), bot_message("reason-random"))
