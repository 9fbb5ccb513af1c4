"""For the tests of training: a small plan, and a learner that needs no PyTorch."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.bots.random_bot import RandomBot
from tablee.core.judge_file import JudgeFile, JudgeOrigin
from tablee.core.network_kernel import WIDTHS
from tablee.games.shear_panic.judge import SHAPE
from tablee.training import gate
from tablee.training.plan import TrainingPlan
from tablee.training.training import Training

PLAN = TrainingPlan("shear-panic", 2, games=4, gate_games=2, gate_nodes=20)


def drawn_judge(origin: JudgeOrigin, seed: int = 1) -> JudgeFile:
    """A judge that learned nothing: its weights are drawn."""
    rng = random.Random(seed)
    first, second, outputs = WIDTHS
    weights = first * (SHAPE.inputs + second) + second * outputs
    return JudgeFile(
        origin,
        array("h", [rng.randrange(-60, 60) for _ in range(weights)]),
        array("i", [rng.randrange(-500, 500) for _ in range(sum(WIDTHS))]),
        array("i", [rng.randrange(4000) for _ in range(SHAPE.spaces)]),
    )


@pytest.fixture
def plan() -> TrainingPlan:
    return PLAN


@pytest.fixture
def judge() -> JudgeFile:
    return drawn_judge(JudgeOrigin("shear-panic", 2, 2, SHAPE.inputs, "none", 0))


class QuickLearner:
    """Stands in for the learner of PyTorch."""

    steps, seconds = 3, 0.5

    def __init__(self) -> None:
        self.curve: list[tuple[int, float, float]] = []

    def __iter__(self) -> Iterator[int]:
        for step in range(1, self.steps + 1):
            self.curve.append((step, 0.7 / step, 0.8 / step))
            yield step

    def judge(self, origin: JudgeOrigin) -> JudgeFile:
        return drawn_judge(origin, origin.positions)


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning takes no time and learns nothing, and nobody thinks at the gate."""

    def learner(*_: Any) -> QuickLearner:
        return QuickLearner()

    monkeypatch.setattr(Training, "_learning", learner)
    monkeypatch.setattr(gate.Judged, "__call__", lambda *_: RandomBot())
