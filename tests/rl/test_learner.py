"""The example that learns runs, and its rewards are those of a game for two."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.core.simulation_kernel import COMPILED

ROOT = Path(__file__).parent.parent.parent
LEARNER = ROOT / "examples" / "research" / "learn_shear_panic.py"

pytestmark = pytest.mark.skipif(not COMPILED, reason="learning takes too long in pure Python")


@pytest.fixture(scope="module")
def learner() -> Any:
    """Returns the example as a module."""
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install tablee[train]")
    sys.path.insert(0, str(LEARNER.parent))
    try:
        import learn_shear_panic
    finally:
        sys.path.remove(str(LEARNER.parent))
    return learn_shear_panic


def test_a_tiny_lesson_is_measured_before_and_after(learner: Any) -> None:
    sizes = ("--minutes", "0.01", "--measured", "4")
    command = [sys.executable, learner.__file__, *sizes]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[0].startswith("0.00 minutes, 0 games: wins ")
    assert len(told) >= 2
    assert all(line.endswith("%") for line in told)


def test_what_one_player_wins_the_other_loses(learner: Any) -> None:
    games, moments = learner.play(learner.Guess(), [(0, 1)] * 3, random.Random(1), 0.5)
    assert all(game.actor is None for game in games)
    for game in games:
        results = {m.player: m.result() for m in moments if m.game is game}
        assert results[0] == pytest.approx(-results[1])


def test_its_curve_is_drawn_from_what_it_prints() -> None:
    told = "0.00 minutes, 0 games: wins 49.0%\n1.01 minutes, 9 games: wins 80.0%\n"
    command = [sys.executable, str(ROOT / "docs" / "curve.py")]
    drawn = subprocess.run(command, input=told, capture_output=True, text=True, check=True).stdout
    assert drawn.count("<circle") == 2
    assert "100 %" in drawn
