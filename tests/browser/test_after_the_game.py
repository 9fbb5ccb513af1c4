"""After the game: analyse it, step to a turning point, branch off, and play on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from people import act, open_table, pick, play, tab_to, violations, wait_for_turn
from test_shear_panic import whatever_is_asked_by_mouse

PHONE = {"width": 390, "height": 844}


def finish_a_game(page: Page) -> None:
    open_table(page, "shear-panic", ["me", "bot 3"])
    for _ in range(200):
        if not wait_for_turn(page):
            return
        act(page, whatever_is_asked_by_mouse)


def at(page: Page) -> int:
    return int(page.locator("main.what-if").get_attribute("data-at") or -1)


def settled(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('main.what-if[data-ready]')")


def test_a_game_is_analysed_and_played_on_from_its_turning_point(visit) -> None:
    page = visit(bypass_csp=True)
    finish_a_game(page)
    page.locator(".end").get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".analysis .graph")).to_be_visible()
    expect(page.locator(".ledger tbody tr")).to_have_count(2)
    assert violations(page) == []
    turning = page.locator(".turning-points button").first
    expect(turning).to_be_visible()
    turning.click()
    expect(page.locator(".moves .turn-heading .word.turning-point").first).to_be_visible()
    expect(page.locator(".judged .word")).to_have_text("turning point")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("main.what-if .status .tag.yours")).to_have_text("Your branch")
    settled(page)
    assert violations(page) == []
    link = page.url
    page.locator(".play-on summary").click()
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("main.table:not(.what-if) .players")).to_be_visible()
    wait_for_turn(page)
    act(page, whatever_is_asked_by_mouse)
    # The link holds the branch, for anybody.
    other = visit(link.split("/", 3)[3])
    expect(other.locator("main.what-if .status .tag.yours")).to_have_text("Your branch")


def test_the_same_by_keyboard_with_the_text_board_on_a_phone(visit) -> None:
    page = visit(viewport=PHONE)
    open_table(page, "fragile", ["me", "bot 1"])
    for _ in range(5):
        wait_for_turn(page)
        act(page, lambda page: page.locator(".cell.lit").first.click())
    page.goto(page.url.replace("#/table/", "#/replay/"))
    tab_to(page, ".what-if-button")
    page.keyboard.press("Enter")
    settled(page)
    moves = at(page)
    page.keyboard.press("b")
    page.keyboard.press("ArrowLeft")  # the cursor of the board, not the replay
    assert at(page) == moves
    tab_to(page, ".typed input")
    lit = page.locator(".cell.lit").first.get_attribute("data-cell") or ""
    page.keyboard.type(lit)
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('main').dataset.at > n", arg=moves)
    expect(page.locator(".text-board")).to_contain_text(re.compile(r"\w"))
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.wait_for_function("n => document.querySelector('main').dataset.at == n", arg=moves)
    page.keyboard.press("y")
    page.wait_for_function("n => document.querySelector('main').dataset.at > n", arg=moves)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    tab_to(page, ".play-on summary")
    page.keyboard.press("Enter")
    tab_to(page, ".play-on form .primary")
    page.keyboard.press("Enter")
    expect(page.locator("main.table:not(.what-if) .players")).to_be_visible()


def test_at_a_table_for_practice_undo_goes_back_across_turns_and_the_bot_advises(visit) -> None:
    page = visit()
    pick(page, "shear-panic", ["me", "bot 1"])
    page.locator(".more > summary").click()
    page.get_by_label(re.compile("For practice")).check()
    play(page)
    expect(page.locator(".at-table .tag")).to_have_text("Practice")
    wait_for_turn(page)
    before = page.locator(".text-board").inner_text()
    act(page, whatever_is_asked_by_mouse)
    wait_for_turn(page)
    for _ in range(4):
        if page.locator(".text-board").inner_text() == before:
            break
        act(page, lambda page: page.get_by_role("button", name=re.compile("Undo")).click())
        wait_for_turn(page)
    assert page.locator(".text-board").inner_text() == before
    page.get_by_role("button", name="Ask the bot").click()
    expect(page.locator(".advice li").first).to_contain_text("%")
    act(page, lambda page: page.locator(".advice li button").first.click())


def test_a_record_is_opened_and_analysed(visit) -> None:
    page = visit()
    finish_a_game(page)
    download = page.locator(".end").get_by_role("link", name="Download the game")
    record = download.evaluate("link => fetch(link.href).then(answer => answer.text())")
    page = visit("#/what-if/")
    page.get_by_label("The text of a record").fill("nonsense")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert").last).to_contain_text(re.compile("record"))
    page.get_by_label("The text of a record").fill(record)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".analysis .graph")).to_be_visible()
