"""Places depots and dockers. It tries each place and plays out the rest of the setup simply."""

from __future__ import annotations

import random
from collections.abc import Callable

from tablee.games.fragile import kernel, packing
from tablee.games.fragile.evaluate import crates_around, place_the_rest
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.state import FragileState


def place(
    state: FragileState, value: Callable[[PackedState, int], float], rng: random.Random
) -> FragileMove:
    """Returns the placement after which the player stands best once everybody has placed.

    ``value`` tells how well a player stands.
    """
    packed = packing.pack(state)
    near = crates_around(state)
    values: dict[int, float] = {}
    for move in kernel.legal(packed):
        trial = packed.copy()
        kernel.apply(trial, move)
        place_the_rest(trial, near)
        values[move] = round(value(trial, state.player), 6)
    best = max(values.values())
    return packing.unpack_move(
        state, rng.choice([move for move, value in values.items() if value == best])
    )
