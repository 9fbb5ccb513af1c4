"""For the tests of the command line: runs a command with typed input."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tablee.cli import main


@dataclass(frozen=True)
class Answer:
    """The output of a command, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``tablee`` with these arguments. ``typed`` are the lines from the keyboard."""
    monkeypatch.setenv("LC_ALL", "C")

    def run_command(*arguments: object, typed: tuple[str, ...] | str = ()) -> Answer:
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        code = main([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return run_command


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs ``tablee`` on bad input: exit code 2, nothing on stdout, one sentence on stderr."""

    def run_badly(*arguments: object) -> str:
        answer = run(*arguments)
        assert answer.code == 2
        assert answer.out == ""
        assert answer.err.startswith("tablee: ")
        assert answer.err.count("\n") == 1
        return answer.err

    return run_badly


@pytest.fixture(scope="session")
def setup() -> tuple[str, ...]:
    """Returns the typed setup of a game of Fragile for two: eight depots, then six dockers."""
    depots = ("A1", "J1", "C3", "H3", "H8", "C8", "A10", "C4")
    return (*depots, *depots[:6])
