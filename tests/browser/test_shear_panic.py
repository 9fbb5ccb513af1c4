"""Shear Panic in the browser: commands, previews, and whole games by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import act, arrows_to, choose, open_table, pick, play, tab_to, wait_for_turn


def whatever_is_asked_by_mouse(page: Page) -> None:
    """Plays a move of any kind: a command with its target, a panic, a regrouping, an extra step."""
    if page.locator(".replies .move").count():
        page.locator(".replies .move").last.click()
        return
    if page.locator(".cell.lit").count() == 0:
        page.locator(".command:not(.covered):not(.cannot)").first.click()
    if page.locator(".cell.lit:not(.grabs)").count() == 0:
        page.locator(".cell.lit.grabs").first.click()
    page.locator(".cell.lit:not(.grabs)").first.click()
    if page.locator(".armed .move").count():
        page.locator(".armed .move").first.click()


def whatever_is_asked_by_keys(page: Page) -> None:
    """Does the same with keys only."""
    if page.locator(".replies .move").count():
        tab_to(page, ".replies .move:last-child")
        page.keyboard.press("Enter")
        return
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
    while "Play a command" not in page.locator(".status-text").inner_text():
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


def until_an_extra_step_is_asked(page: Page) -> None:
    while wait_for_turn(page) and page.locator(".replies .move").count() == 0:
        act(page, whatever_is_asked_by_mouse)
    expect(page.locator(".replies")).to_be_visible()


def test_a_command_of_two_players_shows_where_each_extra_step_would_lead(visit) -> None:
    page = visit()
    pick(page, "shear-panic", ["me", "screen"])
    choose(page, "first", "1")
    play(page)
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Line up").first.click()
    page.locator(".cell.lit").first.hover()  # a flock that is lined up is never split
    branches = page.locator(".foresight .branch")
    expect(branches).to_have_count(4)
    expect(branches.first).to_contain_text("None: to space 2")
    expect(branches.last).to_contain_text("+3: to space 5")
    expect(page.locator(".track .mark")).to_have_count(4)
    expect(page.locator(".track .mark text")).to_have_text(["+1", "+2", "+3"])


def test_an_extra_step_leads_where_its_preview_says_and_is_spent(visit) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "bot 1"])
    expect(page.locator(".side .neutral")).to_contain_text("red, yellow")
    until_an_extra_step_is_asked(page)
    expect(page.locator(".extras .step.spent")).to_have_count(0)
    chosen = page.locator(".replies .move", has_text="+2")
    chosen.hover()
    space = re.search(r"to space (\d+)", chosen.inner_text())
    assert space is not None
    expect(page.locator(".track .mark")).to_have_count(1)
    events = page.locator(".foresight li:not([class])")
    told = [line for line in events.all_inner_texts() if " " in line]
    assert any(f"to {space[1]}." in line for line in told)
    act(page, lambda _: chosen.click())
    spent = page.locator(".log li", has_text="Ada spends an extra step of 2").first
    for line in told:
        expect(spent).to_contain_text(line)
    expect(page.locator(".extras .step.spent")).to_have_text(["+2"])
    page.locator(".text-board summary").click()
    expect(page.locator(".text-board")).to_contain_text("blue: extra steps 1, 1, 2, 3")


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
@pytest.mark.parametrize("others", [["bot 1", "bot random"], ["bot 1"]])
def test_a_whole_game_against_bots(visit, whatever, others) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", *others])
    for _ in range(200):
        if not wait_for_turn(page):
            break
        act(page, whatever)
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins|won"))
    expect(page.locator(".end .total")).to_be_visible()
