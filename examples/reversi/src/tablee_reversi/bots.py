"""A bot of Reversi's own, beside ``random`` and ``uct``, which play any game."""

from __future__ import annotations

import random
from typing import Any

from tablee.bots import Bot, Budget, Choice
from tablee.core import Message, Sitting
from tablee_reversi.board import cell_index
from tablee_reversi.events import say
from tablee_reversi.state import Place, ReversiState


class Cornerer(Bot):
    """Takes a corner where it can, else whatever turns most discs."""

    name = "corners"

    @property
    def title(self) -> Message:
        return say("bot-corners")

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:  # noqa: ARG002
        rng = random.Random(seed)
        after = [sitting.play(move, text) for text, move in sitting.moves.items()]
        best = max(after, key=lambda played: (_worth(played), rng.random()))
        return Choice((best.text,), say("reason-corner" if _is_corner(best) else "reason-most"))


def _worth(played: Sitting[Any]) -> int:
    state = played.state
    assert isinstance(state, ReversiState)
    mine = 1 - state.player
    return state.scores[mine] + 100 * _is_corner(played)


def _is_corner(played: Sitting[Any]) -> bool:
    state = played.state
    assert isinstance(state, ReversiState)
    if not isinstance(played.move, Place):
        return False
    size = state.game.size
    index = cell_index(size, played.move.cell)
    return index in (0, size - 1, size * (size - 1), size * size - 1)


BOTS = {"corners": Cornerer}
