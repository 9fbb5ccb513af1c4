"""A bot of one's own: it takes the most points that a single move gives."""

import random
from typing import Any

from tablee.bots import Bot, Budget, Choice, plain
from tablee.core import Sitting


class Snatcher(Bot):
    """Plays any game. It looks one move ahead, and chooses among equal moves at random."""

    name = "snatcher"
    nickname = "Nick"

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        rng = random.Random(seed)  # the same seed gives the same choice
        me = sitting.state.actor
        assert me is not None
        before = sitting.state.scores[me]
        gains: dict[str, int] = {}
        for text, move in sitting.moves.items():
            gains[text] = sitting.play(move, text).state.scores[me] - before
            if budget.cancelled():
                break
        most = max(gains.values())
        chosen = rng.choice([text for text, gain in gains.items() if gain == most])
        return Choice((chosen,), plain(f"I get {most}."))
