"""The rules for players: their figures are drawn, up to date, and all of them are shown."""

import re
import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
RULES = sorted((DOCS / "rules").glob("*.md"))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#]+)\)")
LAWS = {
    "fragile.md": ("F", {1: 6, 2: 4, 3: 4, 4: 8, 5: 6, 6: 2, 7: 3}),
    "shear-panic.md": ("S", {1: 4, 2: 3, 4: 10, 5: 5, 6: 8, 7: 1, 8: 3}),
}


@pytest.fixture(scope="module")
def figures() -> dict[str, str]:
    drawn: dict[str, str] = runpy.run_path(str(DOCS / "figures.py"))["figures"]()
    return drawn


def test_the_figures_are_what_the_renderer_draws_now(figures: dict[str, str]) -> None:
    """If not, `make docs-figures`."""
    for name, picture in figures.items():
        assert (DOCS / "figures" / name).read_text(encoding="utf-8") == picture, (
            f"{name}: make docs-figures"
        )


def test_every_figure_is_shown_and_no_other_is_there(figures: dict[str, str]) -> None:
    shown = {Path(link).name for page in RULES for link in LINK.findall(page.read_text("utf-8"))}
    assert figures.keys() <= shown
    assert figures.keys() == {path.name for path in (DOCS / "figures").iterdir()}


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_rule_is_told_to_the_players(page: Path) -> None:
    letter, chapters = LAWS[page.name]
    told = page.read_text(encoding="utf-8")
    for chapter, count in chapters.items():
        for number in range(1, count + 1):
            assert f"[{letter}-{chapter}.{number}]" in told
