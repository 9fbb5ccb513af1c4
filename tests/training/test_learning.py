"""Learning with PyTorch. Without it these tests are skipped."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tablee.core.judge_file import JudgeFile
from tablee.engine import LocalEngine
from tablee.games.shear_panic.judge import SHAPE, self_play
from tablee.training.calibration import chances
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


@pytest.fixture
def piece(tmp_path: Path) -> Path:
    path = tmp_path / "piece.rows"
    path.write_bytes(self_play(2, 7, 3))
    return path


def test_a_model_made_of_a_judge_says_the_same(judge: JudgeFile, piece: Path) -> None:
    from tablee.training.learning import Lessons, Model, torch

    rows, _ = Lessons(SHAPE, SHAPE.row_size(2)).read(piece)
    said = torch.softmax(Model.of(judge, SHAPE).judged(rows)[0], 1).tolist()
    written = chances(judge, SHAPE, 2, array("h", piece.read_bytes()))
    assert [given for given, _ in written] == [pytest.approx(one, abs=0.02) for one in said]


def test_a_teacher_says_what_a_position_is_worth_by_the_next(judge: JudgeFile, piece: Path) -> None:
    from tablee.training.learning import FAITH, Lessons, torch

    rows, outcomes = Lessons(SHAPE, SHAPE.row_size(2)).read(piece)
    assert outcomes.argmax(1).tolist() == rows[:, -1].tolist()
    lessons = Lessons(SHAPE, SHAPE.row_size(2), judge)
    _, worth = lessons.read(piece)
    assert lessons.teacher is not None
    said = torch.softmax(lessons.teacher.judged(rows)[0], 1).detach().numpy()
    last = [at for at, one in enumerate(worth) if one.max() == 1]
    assert len(last) >= 3
    assert last[-1] == len(rows) - 1  # nothing follows the end of a game
    for at in set(range(len(rows))) - set(last):
        assert worth[at] == pytest.approx(FAITH * worth[at + 1] + (1 - FAITH) * said[at + 1])
