"""Learning with PyTorch. Without it these tests are skipped."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tablee.core.judge_file import JudgeFile
from tablee.engine import LocalEngine
from tablee.training.plan import TrainingPlan
from tablee.training.training import Training

pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tablee[train]'")


@pytest.fixture
def small(plan: TrainingPlan) -> TrainingPlan:
    return replace(plan, games=12, epochs=2)


def test_a_tiny_training_learns_something(small: TrainingPlan, tmp_path: Path) -> None:
    training = Training(small, tmp_path)
    list(training.run(LocalEngine()))
    (generation,) = training.generations
    assert generation.curve[-1][1] < generation.curve[0][1]
    judge = JudgeFile.from_bytes((tmp_path / "generation-1" / "candidate.judge").read_bytes())
    assert judge.origin.positions == generation.positions > 50


def test_learning_that_is_interrupted_comes_to_the_same_judge(
    small: TrainingPlan, tmp_path: Path
) -> None:
    judges = []
    for name, patience in (("whole", None), ("parts", 17)):
        while not (training := Training(small, tmp_path / name)).generations:
            list(islice(training.run(LocalEngine()), patience))
        judges.append((tmp_path / name / "generation-1" / "candidate.judge").read_bytes())
    assert judges[0] == judges[1]
