"""Weighs positions of Shear Panic."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tablee.games.shear_panic.evaluate_kernel import Evaluator
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.scout_kernel import Scout

__all__ = ["Evaluator", "Scout", "scout", "weights"]


@cache
def _tables() -> dict[str, dict[str, float]]:
    source = resources.files("tablee.games.shear_panic").joinpath("weights.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def weights(style: str) -> dict[str, float]:
    """Returns the weights of a style of play."""
    return {**_tables()["search"], **_tables()[style]}


def scout(state: PackedState, weighing: Mapping[str, float], glances: int = 24) -> Scout:
    """Returns a scout that looks ahead from this state. Each thread needs its own."""
    return Scout(state, Evaluator(state, dict(weighing)), glances)
