"""The examples of the commands, as docs/commands.md shows them."""

import io
import os
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.cli.arguments import build_parser

ROOT = Path(__file__).parents[2]
EXAMPLES: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "docs" / "commands.toml").read_text("utf-8")
)
SHOWN = (ROOT / "docs" / "commands.md").read_text("utf-8")
ELSEWHERE = {
    "tablee serve": "it serves until it is stopped; tests/server starts it",
    "tablee engine": "it talks to a program; its own tests do",
    "tablee mcp": "it talks to a program; its own tests do",
    "tablee doctor": "tests/server/test_doctor.py",
    "tablee backup": "tests/server/test_operate.py",
    "tablee tidy": "tests/server/test_upkeep.py",
    "tablee kit make": "takes minutes",
    "tablee kit check": "tests/testing/test_kit.py",
}
"""Examples that need a server or much time. Their arguments are parsed here, and tested there."""
PURE = os.environ.get("TABLEE_EXPECT_BUILD") == "pure"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the examples run one after the other, with the record of an online game."""
    found = tmp_path_factory.mktemp("examples")
    online = ROOT / "tests" / "golden" / "version_1" / "database" / "shear_panic_finished.txt"
    shutil.copy(online, found / "online.txt")
    return found


@pytest.mark.xdist_group("commands")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_a_command_is_shown_and_runs(
    name: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = EXAMPLES[name]
    program, *arguments = shlex.split(example["example"])
    assert program == "tablee"
    assert example["example"].startswith(name)
    assert f"\n## {name}\n" in SHOWN, "make docs-rules"
    assert f"\n{example['example']}\n" in SHOWN, "make docs-rules"
    build_parser("en").parse_args(arguments)
    if name in ELSEWHERE:
        return
    if PURE:
        pytest.skip("takes long as plain Python; tested on the compiled build")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("sys.stdin", io.StringIO(example.get("typed", "")))
    assert main(arguments) == 0, capsys.readouterr().err
    assert capsys.readouterr().out
