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
    "tablee book list": "tests/server/test_own_book.py",
    "tablee book accept": "tests/server/test_own_book.py",
    "tablee book decline": "tests/server/test_own_book.py",
    "tablee tidy": "tests/server/test_upkeep.py",
    "tablee train": "takes minutes; tests/cli/test_train.py",
    "tablee kit make": "takes minutes",
    "tablee kit check": "tests/testing/test_kit.py",
}
"""Examples that need a server or much time. Their arguments are parsed here, and tested there."""
PURE = os.environ.get("TABLEE_EXPECT_BUILD") == "pure"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_a_command_is_shown(name: str) -> None:
    example = EXAMPLES[name]["example"]
    assert example.startswith(name)
    assert f"\n## {name}\n" in SHOWN, "make docs-rules"
    assert f"\n{example}\n" in SHOWN, "make docs-rules"
    build_parser("en").parse_args(shlex.split(example)[1:])


@pytest.mark.skipif(PURE, reason="takes long as plain Python; tested on the compiled build")
def test_the_examples_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some need the files of earlier ones, and one the record of an online game."""
    online = ROOT / "tests" / "golden" / "version_1" / "database" / "shear_panic_finished.txt"
    shutil.copy(online, tmp_path / "online.txt")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    for name, example in EXAMPLES.items():
        if name in ELSEWHERE:
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO(example.get("typed", "")))
        code = main(shlex.split(example["example"])[1:])
        shown = capsys.readouterr()
        assert code == 0, f"{name}: {shown.err}"
        assert shown.out, name
