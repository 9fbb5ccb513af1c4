"""The report: the chances of a judge held against games, and pictures of that."""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablee.core.judge_file import JudgeFile
from tablee.engine import LocalEngine
from tablee.games.shear_panic import ShearPanic, packing
from tablee.games.shear_panic.evaluate import judge as kernel_judge
from tablee.games.shear_panic.judge import SHAPE
from tablee.testing import random_game
from tablee.training.calibration import calibrated, chances
from tablee.training.plan import TrainingPlan
from tablee.training.report import calibration_picture, report
from tablee.training.training import Training


def test_chances_that_come_true_lie_on_the_line() -> None:
    given = [((0.75, 0.25), 0)] * 3 + [((0.75, 0.25), 1)]
    found = calibrated(given)
    assert found.positions == 4
    assert (found.bins[7].count, found.bins[7].said, found.bins[7].won) == (4, 0.75, 0.75)
    assert (found.bins[2].count, found.bins[2].said, found.bins[2].won) == (4, 0.25, 0.25)
    assert found.loss == pytest.approx(0.5623, abs=1e-4)  # the entropy of a chance of 3 in 4
    assert calibrated([((0.5, 0.5), 0)]).bins[5].count == 2


def test_written_positions_are_judged_as_at_the_table(judge: JudgeFile) -> None:
    at_table = kernel_judge(judge)
    states = [state for state, _ in random_game(ShearPanic(2), 3)]
    for state in states[::20]:
        packed = packing.pack(state)  # type: ignore[arg-type]
        row = array("h")
        for player in range(2):
            seen = at_table.features(packed, player)
            row.extend([*seen, *[-1] * (SHAPE.slots - len(seen)), state.scores[player]])
        row.extend([0, 0, state.counter, 0])  # type: ignore[attr-defined]
        ((given, winner),) = chances(judge, SHAPE, 2, row)
        assert winner == 0
        expected = [chance / 65536 for chance in at_table.chances(packed)]
        assert given == pytest.approx(expected, abs=0.01)


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_report_shows_curves_calibration_and_gates(
    plan: TrainingPlan, tmp_path: Path, language: str
) -> None:
    training = Training(plan, tmp_path)
    list(training.run(LocalEngine()))
    page = report(plan, training.generations, language)
    assert plan.command in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    titles = [ElementTree.fromstring(picture)[0].text for picture in pictures]
    assert len(titles) == len(set(titles)) == 3
    assert all(ElementTree.fromstring(picture)[1].text for picture in pictures)


def test_a_training_that_has_done_nothing_has_a_report_too(plan: TrainingPlan) -> None:
    assert "<svg" not in report(plan, [], "en")


def test_the_picture_of_a_calibration_says_its_figures_in_words() -> None:
    bins = calibrated([((0.75, 0.25), 0)] * 4).bins
    described = ElementTree.fromstring(calibration_picture(bins, "en"))[1].text
    assert described == "25 %: 0 %, 75 %: 100 %"
