"""Fragile in the browser: by mouse, by keyboard, by two people, and against a bot to the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from people import cell, open_table, set_up, wait_for_turn


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
    expect(page.locator(".log li").last).to_contain_text("Taken back")


def test_a_click_that_means_nothing_is_answered_with_the_rule(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "bot 1"])
    expect(page.locator(".cell.lit")).to_have_count(12)
    cell(page, "E5").click()
    expect(page.locator(".answer .refusal")).to_contain_text("E5 is not a place for a depot")
    expect(page.locator(".answer .rule")).to_have_text("F-1.3")


def test_a_turn_by_dragging(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    set_up(page, click_first)
    start = page.locator(".cell.grabs").first
    start.hover()
    page.mouse.down()
    target = page.locator(".cell.lit:not(.grabs)").first
    target.hover()
    page.mouse.up()
    expect(page.locator(".turn-bar")).to_contain_text("Action points left")


def press_to(page: Page, name: str) -> None:
    """The cell cursor, by arrow keys alone."""
    here = page.evaluate("() => document.activeElement.dataset.cell")
    across = "ABCDEFGHIJ".index(name[0]) - "ABCDEFGHIJ".index(here[0])
    down = int(name[1:]) - int(here[1:])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.cell") == name


def test_a_turn_by_keyboard_alone(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "bot 1"])
    page.keyboard.press("b")

    def place(page: Page) -> None:
        name = page.locator(".cell.lit").first.get_attribute("data-cell")
        if page.evaluate("() => !document.activeElement.dataset.cell"):
            page.keyboard.press("b")
        press_to(page, str(name))
        page.keyboard.press("Enter")

    set_up(page, place)
    for _ in range(2):  # two dockers, one step each
        wait_for_turn(page)
        docker = page.locator('.cell.lit.grabs[aria-label*="can be picked"]').first
        press_to(page, str(docker.get_attribute("data-cell")))
        page.keyboard.press("Enter")
        way = page.locator(".cell.lit:not(.grabs)").first
        target = str(way.get_attribute("data-cell"))
        press_to(page, target)
        page.keyboard.press("Enter")
        expect(page.locator(".log li").last).to_contain_text(target)
    page.keyboard.press("u")
    expect(page.locator(".log li").last).to_contain_text("Taken back")
    page.keyboard.press("n")
    page.keyboard.type(f"{docker_named(page)}: {target}")
    page.keyboard.press("Enter")
    expect(page.locator(".log li").last).not_to_contain_text("Taken back")
    page.keyboard.press("Escape")  # out of the field, back to the board
    page.keyboard.press("e")
    expect(page.locator(".status")).not_to_have_class(re.compile("mine"))


def docker_named(page: Page) -> str:
    """The docker whose step was taken back, from what the log says of it."""
    text = page.locator(".log li").last.inner_text()
    found = re.search(r"Taken back: (\w+):", text)
    assert found is not None
    return found[1]


def test_two_people_at_one_table_see_the_same(visit) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend"])
    link = ada.get_by_label("Link to this table").input_value()
    ben = visit("#" + link.split("#")[1])
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".players")).to_contain_text("Ben")
    expect(ada.locator(".status")).to_contain_text("Your turn")
    cell(ada, "A1").click()
    expect(ben.locator(".log li").last).to_contain_text("A1")
    expect(ben.locator(".status")).to_contain_text("Your turn")
    cell(ben, "J1").click()
    expect(ada.locator(".log li").last).to_contain_text("J1")
    cell(ben, "J10").click()
    expect(ben.locator(".answer .refusal")).to_have_text("It is not your turn.")


def test_a_whole_game_against_a_bot(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "bot 1"])
    page.locator(".choices summary").click()
    for _ in range(400):
        if not wait_for_turn(page):
            break
        before = (
            page.locator(".status-text").inner_text(),
            page.locator(".log li").last.inner_text(),
        )
        end = page.locator(".deeds .primary")
        if end.is_enabled():
            end.click()
        elif page.locator(".cell.lit:not(.grabs)").count():
            page.locator(".cell.lit:not(.grabs)").last.click()
        else:
            page.locator(".cell.lit.grabs").first.click()
            page.locator(".cell.lit:not(.grabs)").last.click()
        page.wait_for_function(
            "([s, l]) => document.querySelector('.end')"
            " || document.querySelector('.status-text').innerText !== s"
            " || [...document.querySelectorAll('.log li')].at(-1).innerText !== l",
            arg=list(before),
        )
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins|Nobody"))
    expect(page.locator(".end .total")).to_be_visible()
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator(".player-controls")).to_contain_text("Move 0 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player-controls")).to_contain_text("Move 1 of")
    page.keyboard.press("End")
    expect(page.locator(".players")).to_contain_text("Ada")
