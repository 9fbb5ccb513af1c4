"""The page of strength is what its command prints, and matches play on where they stopped."""

from __future__ import annotations

import importlib.util
import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = """
title = "Strength"
text = "About it."

[[section]]
title = "Random"
all = { game = "shear-panic", games = 2, nodes = 1 }
match = [{ bots = "random,random", wanted = 2 }, { bots = "random,random", seed = 2, wanted = 1 }]
"""


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def small(strength: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The same command with two short matches in a folder of its own."""
    (tmp_path / "matches.toml").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    return strength


def asked(minutes: float) -> Namespace:
    return Namespace(minutes=minutes, only="", engine="local", workers=1)


def test_the_page_is_what_the_command_prints(strength: ModuleType) -> None:
    page = (ROOT / "docs" / "strength.md").read_text("utf-8")
    assert page == strength.page_of(strength.read()), "bench/strength.py --print > docs/strength.md"


def test_matches_play_on_where_they_stopped_the_most_wanted_first(small: ModuleType) -> None:
    def played() -> dict[int, int]:
        found = small.matches(small.read())
        return {match.plan.seed: len(match.standing.results) for match in found}

    assert played() == {2: 0, 1: 0}
    small.play(asked(0))
    assert played() == {2: 0, 1: 0}
    small.play(asked(5))
    assert played() == {2: 2, 1: 2}


def test_a_match_shows_its_command_and_its_table_or_that_it_was_not_played(
    small: ModuleType,
) -> None:
    before = small.page_of(small.read())
    assert before.count("Not played yet.") == 2
    assert "`tablee arena shear-panic --bots random,random --games 2 --nodes 1 --seed 2`" in before
    small.play(asked(5))
    assert small.page_of(small.read()).count("| random | 2 | 2 | 100.0 % ") == 2
