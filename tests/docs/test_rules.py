"""The rules for players come from the rulebooks, and their figures are up to date."""

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
RULES = sorted((DOCS / "rules").glob("*.md"))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#]+)\)")


@pytest.fixture(scope="module")
def written() -> dict[str, dict[str, str]]:
    """By folder and file name, what `make docs-rules` writes now."""
    script: dict[str, Callable[[], dict[str, str]]] = runpy.run_path(str(DOCS / "rules.py"))
    return {
        "figures": script["figures"](),
        "rules": script["pages"](),
        "options": script["options"](),
    }


@pytest.mark.parametrize("folder", ["figures", "rules"])
def test_what_stands_there_is_what_is_written_now(
    written: dict[str, dict[str, str]], folder: str
) -> None:
    """If not, `make docs-rules`."""
    files = {path.name: path.read_text("utf-8") for path in (DOCS / folder).iterdir()}
    assert files.keys() == written[folder].keys()
    for name, text in written[folder].items():
        assert files[name] == text, f"{name}: make docs-rules"


def test_the_page_of_options_is_what_the_games_declare_now(
    written: dict[str, dict[str, str]],
) -> None:
    """If not, `make docs-rules`."""
    for name, text in written["options"].items():
        assert (DOCS / name).read_text("utf-8") == text, f"{name}: make docs-rules"


def test_every_figure_is_shown(written: dict[str, dict[str, str]]) -> None:
    shown = {Path(link).name for page in RULES for link in LINK.findall(page.read_text("utf-8"))}
    assert written["figures"].keys() <= shown


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link
