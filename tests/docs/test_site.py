"""The site that `make docs` builds. `make test` builds it first, with warnings as errors."""

import os
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "src" / "tablee" / "site"
TUTORIALS = (
    "player",
    "puzzler",
    "programmer",
    "researcher",
    "bot-writer",
    "operator",
    "contributor",
)
PURE = os.environ.get("TABLEE_EXPECT_BUILD") == "pure"

pytestmark = pytest.mark.skipif(
    PURE or not (SITE / "index.html").exists(), reason="the site is not built: make docs"
)


class Page(HTMLParser):
    """What a page has: anchors, links to follow, files the browser loads, scripts inside it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.inline_scripts = 0
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in ("img", "script", "source", "iframe") and "src" in found:
            self.loaded.append(found["src"])
        if tag == "link" and "href" in found:
            self.loaded.append(found["href"])
        if tag == "script" and "src" not in found:
            self.inline_scripts += 1


@cache
def read(file: Path) -> Page:
    return Page(file)


def pages() -> list[Path]:
    return sorted(SITE.rglob("*.html"))


def test_every_link_of_the_site_leads_somewhere() -> None:
    broken = []
    for file in pages():
        for link in read(file).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                broken.append(f"{file.name}: {link}")
            elif target.suffix == ".html" and parts.fragment:
                known = read(target).anchors
                broken += [] if unquote(parts.fragment) in known else [f"{file.name}: {link}"]
    assert broken == []


def test_a_page_asks_no_other_server_for_anything() -> None:
    for file in pages():
        for address in read(file).loaded:
            parts = urlsplit(address)
            assert not parts.netloc, f"{file.name}: {address}"
            assert parts.scheme in ("", "data"), f"{file.name}: {address}"
            if parts.path and not parts.scheme:
                assert (file.parent / unquote(parts.path)).resolve().is_file(), address
    for style in SITE.rglob("*.css"):
        text = style.read_text("utf-8")
        assert "@import" not in text
        assert "url(http" not in text.replace('"', "").replace("'", "")


def test_the_site_has_no_source_that_a_build_could_take_for_the_package() -> None:
    assert [file.name for file in SITE.rglob("*.py")] == []


def test_no_page_has_a_script_inside() -> None:
    """The server allows scripts from files only."""
    assert [file.name for file in pages() if read(file).inline_scripts] == []


def test_the_site_has_a_tutorial_for_everybody_and_a_search() -> None:
    for who in TUTORIALS:
        assert (SITE / "tutorials" / f"{who}.html").is_file(), who
    for name in ("start", "host", "commands", "conformance", "search", "api/core", "rules/fragile"):
        assert (SITE / f"{name}.html").is_file(), name
    assert "conformance" in (SITE / "searchindex.js").read_text("utf-8")


@pytest.mark.parametrize("name", ["fragile", "shear-panic"])
def test_a_notebook_was_run_and_shows_boards(name: str) -> None:
    shown = [link for link in read(SITE / "notebooks" / f"{name}.html").loaded if ".svg" in link]
    assert len(shown) >= 2


def test_the_reference_has_what_the_packages_export() -> None:
    core = read(SITE / "api" / "core.html").anchors
    client = read(SITE / "api" / "client.html").anchors
    assert {"tablee.core.Game", "tablee.core.State", "tablee.core.State.legal_moves"} <= core
    assert {"tablee.client.Guest", "tablee.client.LiveTable", "tablee.client.NewTable"} <= client
