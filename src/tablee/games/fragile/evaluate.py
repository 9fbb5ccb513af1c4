"""Weighing positions of Fragile, and the moves that lead to a turn that was planned."""

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

__all__ = ["Evaluator", "crates_around", "evaluator", "moves_to", "terrain", "weights"]


@cache
def _tables() -> dict[str, dict[str, float]]:
    source = resources.files("tablee.games.fragile").joinpath("weights.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def weights(style: str) -> dict[str, float]:
    """What counts how much in a way of playing."""
    return {**_tables()["search"], **_tables()[style]}


@lru_cache(maxsize=16)
def terrain(game: Fragile) -> Terrain:
    """The distances on a game's board."""
    return Terrain(packing.packed_game(game))


def evaluator(state: FragileState, weighing: Mapping[str, float]) -> Evaluator:
    """One thread's way to weigh positions of this state's game."""
    return Evaluator(terrain(state.game), dict(weighing))


def crates_around(state: FragileState) -> dict[int, float]:
    """By the cell of each depot, as a number: how near loose crates are for pushing."""
    distances = terrain(state.game)
    slots = [cell for cell in packing.NUMBER if state.position.board.is_slot(cell)]
    loose = [packing.NUMBER[cell] for cell in state.position.loose_crates()]
    return {
        packing.NUMBER[cell]: sum(2.0 ** (-distances.pushing(crate, slot) / 5) for crate in loose)
        for slot, cell in enumerate(slots)
    }


def moves_to(state: PackedState, ends: list[tuple[int, int, bytes]]) -> list[int]:
    """The moves that bring about these ends of activations, and then end the turn.

    An end is the docker, the cell it ends on, and the crates of each cell then.
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
    """Pushes of one crate in one direction, made cell by cell, as one push."""
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
