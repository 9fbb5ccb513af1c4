"""``tablee book``: the operator decides about proposals while the server runs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from house import Start
from tablee.cli import main
from tablee.server.problems.store import Proposal

GOOD = "3;C6gC3;D6,A6;-"


def proposal(**changes: Any) -> Proposal:
    facts = {"solution": ["a", "b", "c"], "difficulty": 2.9, "motifs": ["double-use", "relay"]}
    fields = {"game": "fragile", "problem": GOOD, "facts": facts, "name": "Ada"}
    return Proposal(**{**fields, "guest": "g", "caller": "c", "at": 1.8e9, **changes})


def test_the_operator_accepts_and_declines_while_the_server_runs(
    start_server: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str], store: Any
) -> None:
    running = start_server()
    loop = running.server.journal._committer.get_loop()

    def do(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    def told(*arguments: str) -> tuple[int, str]:
        place = ["--database", running.settings.database] if running.settings.database else []
        code = main(["book", *arguments, "--data-dir", str(tmp_path), *place, "--lang", "en"])
        return code, capsys.readouterr().out

    assert told("list") == (0, "Nobody has proposed a problem yet.\n")
    assert do(running.server.problems.propose(proposal()))
    assert not do(running.server.problems.propose(proposal(name="Bert")))
    code, shown = told("list")
    assert code == 0
    assert "waiting since 2027-01-15, by Ada: 3;C6gC3;D6,A6;- (difficulty 2.9" in shown
    assert told("accept", "1", "9") == (1, "1 is in the book now.\nThere is no proposal 9.\n")
    assert [row["problem"] for row in do(running.server.problems.proposals("accepted"))] == [GOOD]
    assert "in the book, by Ada" in told("list")[1]
    assert told("decline", "1") == (0, "1 is declined.\n")
    assert do(running.server.problems.proposals("accepted")) == []


def test_a_folder_without_a_database_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "list", "--data-dir", str(tmp_path), "--lang", "en"]) == 2
    assert "tablee.sqlite3" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
