"""Places depots and dockers. It tries each place and plays out the rest of the setup simply."""

from __future__ import annotations

import random

from tablee.games.fragile import codes, kernel, packing
from tablee.games.fragile.evaluate import Evaluator, crates_around
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.state import FragileState


def place(state: FragileState, evaluator: Evaluator, rng: random.Random) -> FragileMove:
    """Returns the placement after which the player stands best once everybody has placed."""
    packed = packing.pack(state)
    player = state.player
    near = crates_around(state)
    values: dict[int, float] = {}
    for move in kernel.legal(packed):
        trial = packed.copy()
        kernel.apply(trial, move)
        place_the_rest(trial, near)
        values[move] = round(evaluator.value(trial, player), 6)
    best = max(values.values())
    return packing.unpack_move(
        state, rng.choice([move for move, value in values.items() if value == best])
    )


def place_the_rest(state: PackedState, near: dict[int, float]) -> None:
    """Gives everybody the places with the most crates around."""
    while True:
        moves = kernel.legal(state)
        kind = codes.decode(moves[0])[0] if moves else codes.END_TURN
        if kind not in (codes.PLACE_DEPOT, codes.PLACE_DOCKER):
            return
        kernel.apply(state, max(moves, key=lambda move: near[codes.decode(move)[3]]))
