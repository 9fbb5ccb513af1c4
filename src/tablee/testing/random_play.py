"""Random play that also tries rare moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tablee.core.chance import draw
from tablee.core.game import CHANCE, Game, Move, State


def random_move(state: State[Any], rng: random.Random) -> Move:
    """Returns a random legal move: first a random kind, then a random move of that kind.

    Some kinds have many moves and some few; this way all of them are played. At a chance node the
    probabilities of the outcomes count.
    """
    if state.actor == CHANCE:
        drawn: Move = draw(state.outcomes(), rng)
        return drawn
    kinds: dict[type, list[Move]] = {}
    for move in state.legal_moves():
        kinds.setdefault(type(move), []).append(move)
    return rng.choice(kinds[rng.choice(list(kinds))])


def random_game(game: Game[Any], seed: int) -> Iterator[tuple[State[Any], Move]]:
    """Yields each state of a random game with the move played in it."""
    rng = random.Random(seed)
    state = game.initial()
    while state.actor is not None:
        move = random_move(state, rng)
        yield state, move
        state = state.play(move)
