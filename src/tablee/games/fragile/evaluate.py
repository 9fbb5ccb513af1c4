"""Weighs positions of Fragile, and finds the moves of a planned turn."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from tablee.games.fragile import codes, kernel, packing
from tablee.games.fragile.evaluate_kernel import Evaluator
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.state import FragileState
from tablee.games.fragile.terrain_kernel import Terrain
from tablee.games.fragile.trace_kernel import Trace

__all__ = [
    "Evaluator",
    "crates_around",
    "evaluator",
    "moves_to",
    "place_the_rest",
    "terrain",
    "weights",
]


@cache
def _tables() -> dict[str, dict[str, float]]:
    source = resources.files("tablee.games.fragile").joinpath("weights.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def weights(style: str) -> dict[str, float]:
    """Returns the weights of a style of play."""
    return {**_tables()["search"], **_tables()[style]}


@lru_cache(maxsize=16)
def terrain(game: Fragile) -> Terrain:
    """Returns the distances on a game's board."""
    return Terrain(packing.packed_game(game))


def evaluator(state: FragileState, weighing: Mapping[str, float]) -> Evaluator:
    """Returns an evaluator for the game of this state. Each thread needs its own."""
    return Evaluator(terrain(state.game), dict(weighing))


def crates_around(state: FragileState) -> dict[int, float]:
    """Returns how near loose crates are, for pushing, to each depot. The keys are cell numbers."""
    distances = terrain(state.game)
    slots = [cell for cell in packing.NUMBER if state.position.board.is_slot(cell)]
    loose = [packing.NUMBER[cell] for cell in state.position.loose_crates()]
    return {
        packing.NUMBER[cell]: sum(2.0 ** (-distances.pushing(crate, slot) / 5) for crate in loose)
        for slot, cell in enumerate(slots)
    }


def place_the_rest(state: PackedState, near: dict[int, float]) -> None:
    """Ends the setup: gives everybody the places with the most crates around."""
    while True:
        moves = kernel.legal(state)
        kind = codes.kind_of(moves[0]) if moves else codes.END_TURN
        if kind not in (codes.PLACE_DEPOT, codes.PLACE_DOCKER):
            return
        kernel.apply(state, max(moves, key=lambda move: near[codes.target_of(move)]))


def moves_to(state: PackedState, ends: list[tuple[int, int, bytes]]) -> list[int]:
    """Returns the moves that lead to these ends of activations, and then end the turn.

    An end is the docker, its last cell, and the crates of each cell after the activation.
    """
    now = state.copy()
    moves: list[int] = []
    for docker, cell, crates in ends:
        for move in joined(Trace(now, docker).moves(crates, cell)):
            moves.append(move)
            kernel.apply(now, move)
            if now.actor() is None:
                return moves
    return [*moves, codes.encode(codes.END_TURN, 0, 0, 0, 0)]


def joined(moves: list[int]) -> list[int]:
    """Joins pushes of one crate, cell by cell in one direction, into one push."""
    runs: list[int] = []
    for move in moves:
        before = codes.decode(runs[-1]) if runs else None
        kind, docker, source, target, cost = codes.decode(move)
        if before is not None and before[0] == kind == codes.PUSH and before[3] == source:
            _, _, start, _, length = before
            if source - start == length * (target - source):
                runs[-1] = codes.encode(kind, docker, start, target, length + cost)
                continue
        runs.append(move)
    return runs
