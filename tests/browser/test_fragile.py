"""Fragile in the browser: by mouse, by keyboard, by two people, and against a bot to the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from people import (
    act,
    arrows_to,
    cell,
    open_table,
    set_up,
    tab_to,
    violations,
    wait_for_turn,
)


def click_first(page: Page) -> None:
    page.locator(".cell.lit").first.click()


def test_a_docker_is_picked_its_ways_light_up_and_a_click_walks_it(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "bot 1"])
    set_up(page, click_first)
    page.locator(".cell.grabs").first.click()
    target = page.locator(".target.act .cost").first
    expect(target).to_have_text(re.compile(r"[123]"))  # what it costs, from the server's preview
    lit = page.locator(".cell.lit:not(.grabs)").first
    name = lit.get_attribute("data-cell")
    lit.hover()
    expect(page.locator(".ghost .way")).not_to_have_count(0)
    lit.click()
    expect(page.locator(".log li").last).to_contain_text(str(name))
    expect(page.locator(".trail")).not_to_have_count(0)
    expect(page.locator(".turn-bar")).to_contain_text("Action points left")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log li").last).to_contain_text("Undone")


def test_what_cannot_be_done_says_why(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    cell(page, "E5").click()
    expect(page.locator(".answer .refusal")).to_contain_text("E5 is not a place for a depot")
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator(".answer .soft")).not_to_be_empty()
    page.get_by_role("button", name="End turn").click(force=True)
    expect(page.locator(".answer .rule")).to_have_text(re.compile("F-"))


def test_a_turn_by_dragging(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    set_up(page, click_first)
    page.locator(".cell.grabs").first.hover()
    page.mouse.down()
    page.locator(".cell.lit:not(.grabs)").first.hover()
    page.mouse.up()
    expect(page.locator(".turn-bar")).to_contain_text("Action points left")


def enter(page: Page, which: str) -> None:
    """Moves the cursor to a cell of this kind and presses Enter."""
    arrows_to(page, which)
    page.keyboard.press("Enter")


def one_turn(page: Page) -> None:
    """Moves two dockers one step each and ends the turn, with keys only."""
    for _ in range(2):
        wait_for_turn(page)
        if page.locator(".cell.lit.grabs:not([data-cell=''])").count() == 0:
            break
        enter(page, '.cell.lit.grabs[aria-label*="can be picked"]')
        act(page, lambda page: enter(page, ".cell.lit:not(.grabs)"))
        if page.locator(".end").count():
            return
    wait_for_turn(page)
    if page.locator(".deeds .primary[aria-disabled=false]").count():
        act(page, lambda page: page.keyboard.press("e"))


def test_a_whole_game_by_keyboard_alone(visit) -> None:
    page = visit()
    expect(page.locator(".table-form > .primary")).to_be_enabled()
    tab_to(page, ".table-form > .primary")  # the lobby, too
    page.keyboard.press("Enter")
    expect(page.locator(".cells")).to_be_visible()
    set_up(page, lambda page: enter(page, ".cell.lit"))
    one_turn(page)
    for _ in range(100):
        if not wait_for_turn(page):
            break
        one_turn(page)
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins|won|Nobody"))


def test_keys_undo_type_and_tell_about_themselves(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    page.keyboard.press("n")
    page.keyboard.type("depot A1")
    page.keyboard.press("Enter")
    expect(page.locator(".log li").last).to_contain_text("A1")
    page.keyboard.press("Escape")  # out of the field, back to the board
    expect(page.locator(".cells :focus")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator(".keys-dialog[open]")).to_contain_text("End turn")
    page.keyboard.press("Escape")
    expect(page.locator(".keys-dialog[open]")).to_have_count(0)


def test_a_whole_game_against_a_bot_by_mouse(visit) -> None:
    page = visit(bypass_csp=True)
    open_table(page, "fragile", ["me", "bot 2"])

    def something(page: Page) -> None:
        end = page.locator(".deeds .primary[aria-disabled=false]")
        if end.count():
            end.click()
            return
        dockers = page.locator(".cell.lit.grabs")
        for docker in range(dockers.count()):  # some have no way to go
            if page.locator(".cell.lit:not(.grabs)").count():
                break
            dockers.nth(docker).click()
        page.locator(".cell.lit:not(.grabs)").last.click()
        if page.locator(".armed .move").count():
            page.locator(".armed .move").first.click()

    for _ in range(400):
        if not wait_for_turn(page):
            break
        act(page, something)
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins|won|Nobody"))
    expect(page.locator(".end .total")).to_be_visible()
    assert violations(page) == []
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator(".player-controls")).to_contain_text("Move 0 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player-controls")).to_contain_text("Move 1 of")
    page.keyboard.press("End")
    expect(page.locator(".players")).to_contain_text("Ada")


def test_a_turned_board_is_played_as_it_is_seen(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    page.keyboard.press("r")  # a quarter clockwise: A1 is at the top right
    corner, board = cell(page, "A1").bounding_box(), page.locator(".board").bounding_box()
    assert corner is not None
    assert board is not None
    assert corner["x"] > board["x"] + board["width"] / 2
    assert corner["y"] < board["y"] + board["height"] / 2
    page.keyboard.press("b")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.dataset.cell") == "B1"
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
