"""The table in any game: reloads, lost connections, languages, phones, screen readers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import (
    AXE,
    act,
    cell,
    first_load,
    invitation,
    open_table,
    set_up,
    sit_down,
    violations,
    wait_for_turn,
)

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
    wait_for_turn(page)
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
    before = words(page)
    page.reload()
    expect(page.locator(".cells")).to_be_visible()
    assert words(page) == before
    expect(page.locator(".status")).to_contain_text("your turn", ignore_case=True)


def test_the_turn_is_called_mine_once_the_others_moves_are_seen(visit) -> None:
    page = visit(reduced_motion="no-preference", speed="fast")
    open_table(page, "fragile", ["me", "bot random"])
    wait_for_turn(page)
    page.evaluate(
        """() => {
            const bar = document.querySelector(".status-text");
            window.said = [];
            new MutationObserver(() => window.said.push(bar.textContent)).observe(bar, {
                subtree: true, childList: true, characterData: true,
            });
        }"""
    )
    for _ in range(7):  # depots and dockers, in turn with the bot
        wait_for_turn(page)
        act(page, lambda page: page.locator(".cell.lit").first.click())
    wait_for_turn(page)
    said = page.evaluate("window.said")
    assert any("is to play" in text for text in said)
    assert [text for text in said if "Your turn" in text and "is to play" in text] == []


def test_a_server_that_goes_away_and_comes_back_needs_no_reload(visit, own_server) -> None:
    page = visit(at=own_server)
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
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


def test_two_people_at_one_table_and_a_cut_line(visit, server, line) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend"])
    ben = visit(invitation(ada), at=line)
    sit_down(ben, "Ben")
    expect(ada.locator(".players")).to_contain_text("Ben")
    expect(ada.locator(".presence.here")).to_have_count(2)
    ben.evaluate("window.stayed = true")
    line.cut()
    expect(ben.locator(".badge-lost")).to_be_visible()
    expect(ada.locator(".presence.here")).to_have_count(1)
    wait_for_turn(ada)
    cell(ada, "A1").click()
    expect(ada.locator(".log li").last).to_contain_text("A1")
    line.mend()
    expect(ben.locator(".log li").last).to_contain_text("A1")
    expect(ben.locator(".badge-lost")).to_have_count(0)
    wait_for_turn(ben)
    line.cut()
    cell(ben, "J1").click()  # asked for while nobody listens
    line.mend()
    expect(ada.locator(".log li").last).to_contain_text("J1")
    assert ben.evaluate("window.stayed")
    cell(ben, "J10").click()
    expect(ben.locator(".answer .refusal")).to_have_text("It is not your turn.")


def test_people_talk_in_their_own_language_and_may_be_muted(visit) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend"])
    ben = visit(invitation(ada), locale="fr-FR")
    ben.locator(".seating .primary").click()
    ben.locator(".talk summary").click()
    ada.locator(".talk summary").click()
    ada.locator(".phrases button", has_text="Hello!").click()
    expect(ben.locator(".talk li")).to_contain_text("Bonjour")
    ben.locator(".talk .switch input").check()
    expect(ben.locator(".talk li")).to_have_count(0)
    ada.get_by_label("Say something").fill("<b>well</b>")
    ada.keyboard.press("Enter")
    expect(ada.locator(".talk li").last).to_contain_text("<b>well</b>")
    ben.locator(".talk .switch input").uncheck()
    expect(ben.locator(".talk li").last).to_contain_text("<b>well</b>")


MAKE = """async ([seats, amount]) => {
  const token = document.cookie.match(/csrftoken=([^;]*)/)[1];
  const body = { game: "fragile", options: { players: "2" }, seats,
    clock: { kind: "turn", amount }, private: true, join: { name: "Ada", seat: 0 } };
  const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-csrftoken": token } });
  const made = await answer.json();
  return `#/table/${made.table.id}?key=${made.join_key}`;
}"""


def clocked_table(visit, seconds: int) -> tuple[Page, Page]:
    """Ada, who is to play, and Ben."""
    ada = visit()
    expect(ada.locator(".table-form")).to_be_visible()
    path = ada.evaluate(MAKE, [[{}, {}], seconds])
    ada.goto(ada.url.split("#")[0] + path)
    ben = visit(path)
    sit_down(ben, "Ben")
    return ada, ben


def test_a_bot_stands_in_for_who_is_late_and_hands_back(visit) -> None:
    ada, _ = clocked_table(visit, 6)
    ada.get_by_role("button", name="Play myself").first.click()
    expect(ada.locator(".log")).to_contain_text("Ada plays again")


def test_who_thinks_may_be_given_a_minute_more(visit) -> None:
    ada, ben = clocked_table(visit, 600)
    expect(ada.locator(".players .clock")).to_be_visible()
    expect(ada.get_by_role("button", name="One more minute")).to_have_count(0)
    ben.get_by_role("button", name="One more minute for Ada").click()
    expect(ada.locator(".log")).to_contain_text("Ada gets more time")


def two_at_a_table(visit) -> tuple[Page, Page]:
    """Returns the pages of the host, who has placed a depot on A1, and of Ben."""
    page = visit()
    open_table(page, "fragile", ["me", "friend"])
    other = visit(invitation(page))
    sit_down(other, "Ben")
    wait_for_turn(page)
    cell(page, "A1").click()
    return page, other


def test_who_leaves_is_asked_first_and_a_bot_plays_on(visit) -> None:
    page, other = two_at_a_table(visit)
    expect(page.locator(".log li").last).to_contain_text("A1")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("button", name="Leave the table").click()
    page.locator("dialog[open]").get_by_role("button", name="Leave the table").click()
    expect(page.locator(".table-form")).to_be_visible()
    expect(other.locator(".log")).to_contain_text("stands up")


def test_who_comes_back_is_told_what_happened(visit) -> None:
    page, other = two_at_a_table(visit)
    expect(other.locator(".log li").last).to_contain_text("A1")
    page.goto(page.url.split("#")[0])
    wait_for_turn(other)
    cell(other, "J1").click()
    expect(other.locator(".log li").last).to_contain_text("J1")
    page.locator(".tables a", has_text="Fragile").first.click()
    expect(page.locator(".last-turns li")).to_have_text(re.compile("Ben"))
    page.get_by_role("button", name="Show the turn of Ben again").click()
    wait_for_turn(page)
    page.locator(".log .move-link").first.click()
    expect(page.locator(".player-controls")).to_contain_text("Move 1 of 2")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pieces_slide_only_for_those_who_like_motion(visit, motion) -> None:
    page = visit(reduced_motion=motion)
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    wait_for_turn(page)
    page.evaluate(
        "() => { const animate = Element.prototype.animate; window.slides = 0;"
        " Element.prototype.animate = function (...how) {"
        " window.slides++; return animate.apply(this, how); } }"
    )
    before = page.locator(".log li").count()
    page.locator(".choices summary").click()
    page.locator(".choice-list .move").first.click()
    page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    if motion == "reduce":
        assert page.evaluate("slides") == 0
    else:
        page.wait_for_function("() => slides > 0")


@pytest.mark.parametrize(
    ("locale", "play", "depot"),
    [
        ("en-GB", "Play", "Put a depot"),
        ("fr-FR", "Jouer", "Placez un dépôt"),
        ("de-AT", "Spielen", "Lege ein Depot"),
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


def test_text_twice_as_large_loses_nothing(visit) -> None:
    page = visit(bypass_csp=True)
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    page.add_style_tag(content="html { font-size: 200% }")
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")


def test_on_a_phone_the_first_tap_shows_and_the_second_plays(visit) -> None:
    page = visit(**PHONE)
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    cell(page, "A1").tap()
    expect(page.locator(".armed .move")).to_have_text(re.compile("Depot on A1"))
    assert page.locator(".log li").count() == 3
    cell(page, "A1").tap()
    expect(page.locator(".log li").last).to_contain_text("A1")


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
    page.get_by_role("button", name="Rules").click()
    expect(page.locator(".rule-text").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".player-controls")).to_be_visible()
    assert violations(page) == []
    page.locator(".brand").click()
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    wait_for_turn(page)
    assert violations(page) == []
    page.goto(page.url.split("#")[0] + "#/learn/shear-panic/2")
    expect(page.locator(".coach h1")).to_have_text("Regroup")
    expect(page.locator(".cells")).to_be_visible()
    assert violations(page) == []


def test_the_page_may_load_nothing_from_elsewhere(visit) -> None:
    page = visit()
    expect(page.locator(".table-form")).to_be_visible()
    hosts = page.evaluate(
        "() => performance.getEntriesByType('resource').map(entry => new URL(entry.name).host)"
    )
    assert set(hosts) == {page.evaluate("location.host")}


def test_a_first_visit_takes_at_most_90_kilobytes(browser, server) -> None:
    page = browser.new_page()
    files, everything = first_load(page, server.address)
    assert 20_000 < files <= 90_000
    assert everything <= 110_000  # with headers, and what the page asks the server
    page.close()


def test_a_refusal_leads_to_the_rule_it_cites(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
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
