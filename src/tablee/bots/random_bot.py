"""A bot that plays anything."""

from __future__ import annotations

import random
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice, bot_message
from tablee.core.sitting import Sitting


class RandomBot(Bot):
    """Every legal move is as good as another."""

    name = "random"

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:  # noqa: ARG002
        text = random.Random(seed).choice(list(sitting.moves))
        return Choice((text,), bot_message("reason-random"))
