"""Weighs positions of Shear Panic."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tablee.core.judge_file import JudgeFile
from tablee.core.network_kernel import Network
from tablee.games.shear_panic.evaluate_kernel import Evaluator
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.judge_kernel import Judge
from tablee.games.shear_panic.scout_kernel import Scout

__all__ = ["Evaluator", "Judge", "Scout", "judge", "scout", "weights"]


@cache
def _tables() -> dict[str, dict[str, float]]:
    source = resources.files("tablee.games.shear_panic").joinpath("weights.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def weights(style: str) -> dict[str, float]:
    """Returns the weights of a style of play."""
    return {**_tables()["search"], **_tables()[style]}


def judge(file: JudgeFile) -> Judge:
    """Returns a learned judge. Each thread needs its own."""
    return Judge(Network(file.weights, file.biases), file.worth)


def scout(
    state: PackedState,
    weighing: Mapping[str, float],
    glances: int = 24,
    taught: JudgeFile | None = None,
) -> Scout:
    """Returns a scout that looks ahead from this state. Each thread needs its own.

    A learned judge weighs positions in place of the weights.
    """
    learned = None if taught is None else judge(taught)
    return Scout(state, Evaluator(state, dict(weighing)), glances, learned)
