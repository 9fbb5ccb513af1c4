"""The table whatever is played: reloads, lost connections, languages, phones, screen readers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from people import cell, open_table, set_up

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def pieces(page: Page) -> list[str]:
    return [str(item) for item in page.locator(".text-board li").all_inner_texts()]


def words(page: Page) -> list[str]:
    if page.locator(".text-board[open]").count() == 0:
        page.locator(".text-board summary").click()
    return pieces(page)


def test_a_reload_keeps_the_position(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
    before = words(page)
    page.reload()
    expect(page.locator(".cells")).to_be_visible()
    assert words(page) == before
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_server_that_goes_away_and_comes_back_needs_no_reload(visit, own_server) -> None:
    page = visit(at=own_server)
    open_table(page, "fragile", ["me", "screen"])
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
    page.evaluate("window.stayed = true")
    own_server.stop()
    expect(page.locator(".badge-lost")).to_be_visible()
    cell(page, "J1").click()  # asked for while nobody listens
    own_server.start()
    expect(page.locator(".badge-lost")).to_have_count(0)
    expect(page.locator(".log li").last).to_contain_text("J1")
    assert page.evaluate("window.stayed")


def test_two_browsers_and_a_cut_line(visit) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend"])
    link = ada.get_by_label("Link to this table").input_value()
    ben = visit("#" + link.split("#")[1])
    ben.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".status")).to_contain_text("Your turn")
    ben.context.set_offline(True)
    ben.evaluate("() => dispatchEvent(new Event('offline'))")
    cell(ada, "A1").click()
    expect(ada.locator(".log li").last).to_contain_text("A1")
    ben.context.set_offline(False)
    expect(ben.locator(".log li").last).to_contain_text("A1")


@pytest.mark.parametrize(
    ("locale", "play", "depot"),
    [
        ("en-GB", "Play", "put a depot"),
        ("fr-FR", "Jouer", "placez un dépôt"),
        ("de-AT", "Spielen", "lege ein Depot"),
    ],
)
def test_the_page_speaks_the_language_of_the_browser(visit, locale, play, depot) -> None:
    page = visit(locale=locale)
    expect(page.locator(".table-form > .primary")).to_have_text(play)
    page.locator(".table-form > .primary").click()
    expect(page.locator(".status-text")).to_contain_text(depot)
    assert page.evaluate("document.documentElement.lang") == locale[:2]


def test_the_language_can_be_switched(visit) -> None:
    page = visit()
    page.locator(".settings summary").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("h1")).to_have_text("Prenez place.")
    page.reload()
    expect(page.locator("h1")).to_have_text("Prenez place.")


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_a_phone_shows_all_without_scrolling_sideways(visit, game) -> None:
    page = visit(**PHONE)
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    seats = ["me", "bot random"] if game == "fragile" else ["me", "bot random", "bot random"]
    open_table(page, game, seats)
    assert not page.evaluate(wide)
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["width"] > 330


def test_on_a_phone_the_first_tap_shows_and_the_second_plays(visit) -> None:
    page = visit(**PHONE)
    open_table(page, "fragile", ["me", "screen"])
    cell(page, "A1").tap()
    expect(page.locator(".armed .move")).to_have_text(re.compile("Depot on A1"))
    assert page.locator(".log li").count() == 3
    cell(page, "A1").tap()
    expect(page.locator(".log li").last).to_contain_text("A1")


def violations(page: Page) -> list[str]:
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{problem['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for problem in found["violations"]
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"][:3]
    ]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make test-web installs it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_barrier(visit, scheme) -> None:
    page = visit(color_scheme=scheme, bypass_csp=True)
    expect(page.locator(".table-form")).to_be_visible()
    assert violations(page) == []
    open_table(page, "fragile", ["me", "screen"])
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    page.locator(".cell.grabs").first.click()
    page.locator(".choices summary").click()
    assert violations(page) == []
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".player-controls")).to_be_visible()
    assert violations(page) == []
    page.locator(".brand").click()
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    assert violations(page) == []


def test_the_page_may_load_nothing_from_elsewhere(visit) -> None:
    page = visit()
    expect(page.locator(".table-form")).to_be_visible()
    hosts = page.evaluate(
        "() => performance.getEntriesByType('resource').map(entry => new URL(entry.name).host)"
    )
    assert set(hosts) == {page.evaluate("location.host")}


def test_a_refusal_leads_to_the_rule_it_cites(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    cell(page, "E5").click()
    page.locator(".answer .rule").click()
    cited = page.locator(".rules-panel .cited")
    expect(cited).to_contain_text("F-1.3")
    expect(cited).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("hand over chain")
    expect(page.locator(".rule-text")).to_have_count(1)
    expect(page.locator(".rule-text")).to_contain_text("F-4.6")
    page.keyboard.press("Escape")
    expect(page.locator(".rules-panel")).to_have_count(0)
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
