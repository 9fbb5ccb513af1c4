"""The compiled kernels and the same source as plain Python weigh positions alike."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.games import fragile, shear_panic
from tablee.games.fragile import evaluate as fragile_evaluate
from tablee.games.fragile import judge as fragile_judge
from tablee.games.fragile import kernel
from tablee.games.fragile import packing as fragile_packing
from tablee.games.shear_panic import evaluate as shear_panic_evaluate
from tablee.games.shear_panic import packing as shear_panic_packing
from tablee.games.shear_panic.judge import shipped
from tablee.testing import random_game

PURE = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

def only_source(folder):
    if not folder.startswith({package!r}):
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))

sys.modules["cython"] = None
sys.path_hooks.insert(0, only_source)
sys.path.insert(0, {tests!r})
import json
import test_builds_agree
assert not test_builds_agree.kernel.COMPILED
print(json.dumps(test_builds_agree.{values}()))
"""


def in_pure_python(values: str) -> Any:
    """Returns what a function of this module returns where nothing compiled is imported."""
    package = str(Path(tablee.__file__).parent)
    program = PURE.format(package=package, tests=str(Path(__file__).parent), values=values)
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def values_of_fragile() -> list[float]:
    found = []
    for players in (2, 3, 4):
        states = [state for state, _ in islice(random_game(fragile.Fragile(players), 7), 240)]
        for state in states[40::40]:
            packed = fragile_packing.pack(state)  # type: ignore[arg-type]
            for style in ("search", "greedy", "classic"):
                weighing = fragile_evaluate.weights(style)
                evaluator = fragile_evaluate.evaluator(state, weighing)  # type: ignore[arg-type]
                found += [evaluator.value(packed, player) for player in range(players)]
    return found


def values_of_shear_panic() -> list[float]:
    found = []
    for players in (2, 3, 4):
        states = [state for state, _ in random_game(shear_panic.ShearPanic(players), 7)]
        for state in states[6::9]:
            packed = shear_panic_packing.pack(state)  # type: ignore[arg-type]
            for style in ("search", "greedy", "classic"):
                weighing = shear_panic_evaluate.weights(style)
                scout = shear_panic_evaluate.scout(packed, weighing)
                evaluator = shear_panic_evaluate.Evaluator(packed, weighing)
                found += evaluator.strengths(packed)
                if style != "greedy":  # which never asks for chances
                    found += [evaluator.chance(packed, player) for player in range(players)]
                if packed.actor() == state.actor and (state.actor or 0) >= 0:
                    found += [worth for worth, _ in scout.ranked(packed, True)[:3]]
    return found


def chances_of_shear_panic() -> list[float]:
    """The learned judge has whole numbers only."""
    file = shipped(2)
    assert file is not None
    found: list[float] = []
    for seed in range(3):
        states = [state for state, _ in random_game(shear_panic.ShearPanic(2), seed)]
        for state in states[::3]:
            packed = shear_panic_packing.pack(state)  # type: ignore[arg-type]
            learned = shear_panic_evaluate.judge(file)
            found += learned.chances(packed)
            found += learned.points(packed)
    return found


def chances_of_fragile() -> list[float]:
    found: list[float] = []
    for players in (2, 3, 4):
        file = fragile_judge.shipped(players)
        if file is None:
            continue
        game = fragile.Fragile(players)
        learned = fragile_judge.judge(game, file)
        states = [state for state, _ in islice(random_game(game, 5), 400)]
        for state in states[20::6]:
            packed = fragile_packing.pack(state)  # type: ignore[arg-type]
            found += learned.chances(packed)
            found += learned.points(packed)
    return found


@pytest.mark.skipif(not kernel.COMPILED, reason="compares the compiled build with the pure one")
@pytest.mark.parametrize("values", [values_of_fragile, values_of_shear_panic])
def test_both_builds_weigh_positions_alike(values: Any) -> None:
    compiled, pure = values(), in_pure_python(values.__name__)
    assert len(compiled) > 100
    assert pure == pytest.approx(compiled, rel=1e-9, abs=1e-9)


@pytest.mark.skipif(not kernel.COMPILED, reason="compares the compiled build with the pure one")
@pytest.mark.parametrize("values", [chances_of_fragile, chances_of_shear_panic])
def test_the_judge_is_equal_in_both_builds(values: Any) -> None:
    compiled, pure = values(), in_pure_python(values.__name__)
    assert len(compiled) > 100
    assert pure == compiled
