"""Games between bots, to be analysed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tablee.bots import Budget, bot
from tablee.core.game import CHANCE, Game
from tablee.core.record import Record

Play = Callable[..., Record]


@pytest.fixture(scope="session")
def play() -> Play:
    """Returns a function that lets bots play a game, which is always the same: nodes count."""

    def played(game: Game[Any], bots: Sequence[str], seed: int, nodes: int = 300) -> Record:
        rng, sitting = random.Random(seed), game.sitting()
        moves = []
        while (actor := sitting.state.actor) is not None:
            if actor == CHANCE:
                sitting = sitting.draw(rng.randrange)
                moves.append(sitting.move)
                continue
            chosen = bot(game.name, bots[actor])
            for text in chosen.choose(sitting, Budget(nodes=nodes), rng.getrandbits(32)).moves:
                sitting = sitting.play(sitting.parse(text), text)
                moves.append(sitting.move)
        return Record(game, tuple(moves), seed)

    return played
