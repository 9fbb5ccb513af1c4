"""``tablee train``: a tiny training, and what is not available."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TINY = ("train", "shear-panic", "--games", 20, "--gate-games", 2, "--gate-nodes", 20)


def test_without_pytorch_there_is_a_hint_how_to_get_it(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert "pip install 'tablee[train]'" in refused(*TINY, "--folder", tmp_path)


def test_a_game_or_a_number_of_players_that_cannot_be_trained_is_refused(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    assert "chess" in refused("train", "chess", "--folder", tmp_path)
    assert "9" in refused(*TINY, "--players", 9, "--folder", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_tiny_training_leaves_a_judge_and_a_report(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tablee[train]'")
    answer = run(*TINY, "--folder", tmp_path, "--workers", 1, "--lang", "de")
    assert answer.code == 0
    assert "Generation 1" in answer.out
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")
    assert (tmp_path / "generation-1" / "candidate.judge").exists()
    again = run(*TINY, "--folder", tmp_path, "--workers", 1)
    assert again.code == 0
