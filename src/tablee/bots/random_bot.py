"""A bot that plays anything."""

from __future__ import annotations

import random
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice, bot_message
from tablee.core.game import State


class RandomBot(Bot):
    """Every legal move is as good as another."""

    name = "random"

    def choose(self, state: State[Any], budget: Budget, seed: int) -> Choice:  # noqa: ARG002
        move = random.Random(seed).choice(state.legal_moves())
        return Choice((move,), bot_message("reason-random"))
