"""``tablee analyse`` and ``tablee replay --why``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablee.analysis import Analysis
from tablee.analysis.graph import percent, picture
from tablee.analysis.page import page
from tablee.core.record import Record
from tablee.games.shear_panic import ShearPanic
from tablee.testing.random_play import random_game

Run = Callable[..., Any]
FEW = ("--nodes", "1", "--workers", "1")


@pytest.fixture(scope="module")
def record() -> Record:
    """Returns the first turns of a random game."""
    moves = tuple(move for _, move in random_game(ShearPanic(2), 4))
    return Record(ShearPanic(2), moves[:16])


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record.text(), encoding="utf-8")
    return path


def test_it_is_given_as_data_that_reads_back(run: Run, file: Path) -> None:
    found = run("analyse", file, "--json", *FEW).json
    analysis = Analysis.from_json(found)
    assert analysis.to_json() == found
    assert analysis.turns[-1].last == 15


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_turns_and_the_ledger_are_told_in_every_language(
    run: Run, file: Path, language: str
) -> None:
    told = run("analyse", file, *FEW, "--lang", language).out
    word = {"en": "own choices", "fr": "ses choix", "de": "eigene Entscheidungen"}[language]
    assert word in told
    assert told.count("\n|---|") == 2


def test_the_record_with_comments_is_still_the_same_record(
    run: Run, file: Path, tmp_path: Path, record: Record
) -> None:
    out = tmp_path / "told.txt"
    run("analyse", file, *FEW, "--out", out)
    told = out.read_text(encoding="utf-8")
    assert Record.parse(told) == record
    assert "# 1. " in told
    assert [line for line in told.split("\n") if line[:1] != "#"] == record.text().split("\n")


def test_page_and_graph_stand_alone_and_escape_names(
    run: Run, file: Path, tmp_path: Path, record: Record
) -> None:
    out = tmp_path / "told.json"
    run("analyse", file, *FEW, "--out", out)
    analysis = Analysis.from_json(json.loads(out.read_text(encoding="utf-8")))
    names = ["<b>Ada</b>", "Bert & Co"]
    told = page(record, analysis, names, "de")
    assert "<b>Ada" not in told
    assert "http" not in told.replace("http://www.w3.org/2000/svg", "")
    drawn = picture(analysis, names)
    root = ElementTree.fromstring(drawn)
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert "Bert & Co" in "".join(root.itertext())


def test_a_chance_is_written_as_each_language_writes_numbers() -> None:
    assert percent(16384) == "25.0\u00a0%"
    assert percent(-6554, "fr", sign=True) == "−10,0\u00a0%"


def test_a_file_of_another_kind_is_refused(refused: Callable[..., str], file: Path) -> None:
    assert ".html, .json, .svg, .txt" in refused("analyse", file, "--out", "picture.png")


def test_a_problem_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    problem = Path(__file__).parents[1] / "playthroughs" / "fragile_problem_3.txt"
    assert "solver" in refused("analyse", problem)


def test_why_tells_the_chain_back_to_the_move_with_the_rules(run: Run, file: Path) -> None:
    told = run("replay", file, "--all", "--why").out
    assert "← because of the move panic" in told
    assert "(S-7.1)\n       ← Panic! Player" in told
