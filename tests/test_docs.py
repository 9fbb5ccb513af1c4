"""The documents show what the program does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from tablee.core import game_names
from tablee.core.game import Game, State

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
EXAMPLES = sorted(ROOT.glob("examples/*.py"))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def run(example: Path) -> str:
    answer = subprocess.run(
        [sys.executable, "-X", "utf8", str(example)], capture_output=True, check=True
    )
    return answer.stdout.decode("utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_every_example_runs(example: Path) -> None:
    assert run(example)


def test_the_example_in_the_readme_is_the_file_in_the_examples() -> None:
    assert read(ROOT / "examples" / "first_steps.py") in read(ROOT / "README.md")


def test_the_picture_in_the_readme_is_drawn_by_the_example() -> None:
    assert read(ROOT / "docs/images/fragile.svg") == run(ROOT / "examples/draw_a_board.py")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", read(document)):
        if "://" not in target:
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_named_in_a_document_is_there(document: Path) -> None:
    for name in re.findall(
        r"`((?:src|tests|docs|examples|build_backend)/[\w/.-]+)`", read(document)
    ):
        assert (ROOT / name).exists(), name


def test_the_guide_to_a_new_game_names_all_of_the_contract() -> None:
    guide = read(ROOT / "docs/add-a-game.md")
    for contract in (Game, State):
        for name in contract.__abstractmethods__:
            assert f"`{name}`" in guide, name


def test_every_dependency_has_its_reason() -> None:
    wanted = "\n".join(read(path) for path in ROOT.glob("requirements-*.txt"))
    names = re.findall(r"^([\w-]+)==", wanted, re.MULTILINE)
    names += re.findall(r'"([\w-]+)==', read(ROOT / "pyproject.toml"))
    reasons = read(ROOT / "docs/dependencies.md")
    assert [name for name in names if f"**{name}**" not in reasons] == []


def test_the_newest_release_in_the_changelog_is_this_version() -> None:
    releases = re.findall(
        r"^## \[(.+)\] – \d{4}-\d\d-\d\d$", read(ROOT / "CHANGELOG.md"), re.MULTILINE
    )
    assert releases[0] == tablee.__version__


def test_every_game_of_the_house_is_in_the_readme() -> None:
    readme = read(ROOT / "README.md").lower()
    assert [name for name in game_names() if name.replace("-", " ") not in readme] == []
