"""``tablee kit``"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.testing import kit

Run = Callable[..., Any]


def test_the_kit_is_written_as_json_and_replaces_nothing(run: Run, tmp_path: Path) -> None:
    assert run("kit", "write", tmp_path).code == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(kit.names())
    assert json.loads((tmp_path / "fragile-2.json").read_text("utf-8"))["game"] == "fragile"
    again = run("kit", "write", tmp_path)
    assert again.code == 2
    assert "fragile-1.json" in again.err


def test_the_kit_needs_a_folder(run: Run, tmp_path: Path) -> None:
    answer = run("kit", "write", tmp_path / "nowhere")
    assert answer.code == 2
    assert "folder" in answer.err


def test_a_check_says_whether_the_program_agrees(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"traces": [], "perft": [], "problems": []}
    trace = kit.load("fragile-2")["traces"][0]
    case = {"trace": trace["name"], "after": 0, "text": "nonsense", "error": "invalid"}
    monkeypatch.setattr(kit, "names", lambda: ["small"])
    monkeypatch.setattr(kit, "load", lambda _: {**small, "traces": [trace], "refusals": [case]})
    assert run("kit", "check").code == 0
    wrong = {**case, "text": "depot A1"}
    monkeypatch.setattr(kit, "load", lambda _: {**small, "traces": [trace], "refusals": [wrong]})
    answer = run("kit", "check")
    assert answer.code == 1
    assert "depot A1" in answer.out


def test_a_kit_is_made_with_the_records_given(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "ours.txt"
    record.write_text(kit.load("fragile-2")["traces"][0]["record"], encoding="utf-8")
    asked = []
    monkeypatch.setattr(kit, "make", lambda *made: asked.append(made) or {"made": str(made[:2])})
    folder = tmp_path / "made"
    folder.mkdir()
    assert run("kit", "make", folder, record).code == 0
    assert ("fragile", 2) in [made[:2] for made in asked]
    assert all(list(made[2]) == ["ours"] for made in asked)
    assert (folder / "fragile-2.json.gz").is_file()
    again = run("kit", "make", folder, record)
    assert again.code == 2
    assert "fragile-1.json.gz" in again.err
    assert run("kit", "make", folder, record, "--force").code == 0
