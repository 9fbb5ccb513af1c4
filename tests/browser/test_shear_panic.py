"""Shear Panic in the browser: commands, previews, and whole games by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import act, arrows_to, open_table, tab_to, wait_for_turn


def whatever_is_asked_by_mouse(page: Page) -> None:
    """A command and its target, a panic, a regrouping."""
    if page.locator(".cell.lit").count() == 0:
        page.locator(".command:not(.covered):not(.cannot)").first.click()
    if page.locator(".cell.lit:not(.grabs)").count() == 0:
        page.locator(".cell.lit.grabs").first.click()
    page.locator(".cell.lit:not(.grabs)").first.click()
    if page.locator(".armed .move").count():
        page.locator(".armed .move").first.click()


def whatever_is_asked_by_keys(page: Page) -> None:
    """The same, with nothing but keys."""
    if page.locator(".cell.lit").count() == 0:
        tab_to(page, ".command:not(.covered):not(.cannot)")
        page.keyboard.press("Enter")
    if page.locator(".cell.lit:not(.grabs)").count() == 0:
        arrows_to(page, ".cell.lit.grabs")
        page.keyboard.press("Enter")
    arrows_to(page, ".cell.lit:not(.grabs)")
    page.keyboard.press("Enter")
    if page.locator(".armed .move").count():
        tab_to(page, ".armed .move")
        page.keyboard.press("Enter")


def until_a_command_is_asked(page: Page) -> None:
    wait_for_turn(page)
    while "play a command" not in page.locator(".status-text").inner_text():
        act(page, whatever_is_asked_by_mouse)
        wait_for_turn(page)


def test_a_command_shows_its_targets_and_what_each_leads_to(visit) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Line push").first.click()
    page.locator(".cell.lit").first.hover()
    expect(page.locator(".foresight")).to_contain_text("plays line push 1")
    expect(page.locator(".foresight")).to_contain_text(
        re.compile("The counter moves from 0 to 1|The flock is split")
    )
    expect(page.locator(".ghost .way")).not_to_have_count(0)


COUNT_TURNS = """() => {
    const animate = Element.prototype.animate;
    window.turned = 0;
    Element.prototype.animate = function (...how) {
        window.turned += this.matches(".turns");
        return animate.apply(this, how);
    };
}"""


def test_a_flock_that_turns_is_seen_to_turn(visit) -> None:
    page = visit(reduced_motion="no-preference")
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.evaluate(COUNT_TURNS)
    page.locator(".command", has_text="Ewe turn").first.click()
    act(page, whatever_is_asked_by_mouse)
    page.wait_for_function("() => turned > 0")


def test_a_sheep_is_dragged_and_its_way_stays_marked(visit) -> None:
    page = visit("#/learn/shear-panic/1")
    page.locator(".command", has_text="Lamb push").first.click()
    page.locator(".cell.lit.grabs").first.hover()
    page.mouse.down()
    page.locator(".cell.lit:not(.grabs)").last.hover()
    page.mouse.up()
    expect(page.locator(".coach .done")).to_be_visible()
    expect(page.locator(".trail")).not_to_have_count(0)


@pytest.mark.parametrize("whatever", [whatever_is_asked_by_mouse, whatever_is_asked_by_keys])
def test_a_whole_game_against_bots(visit, whatever) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "bot 1", "bot random"])
    for _ in range(200):
        if not wait_for_turn(page):
            break
        act(page, whatever)
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins"))
    expect(page.locator(".end .total")).to_be_visible()
