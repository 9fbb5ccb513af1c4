"""Fewer and safer clicks: drags, refusals, flips, and moves that cannot be undone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import act, cell, open_table, set_up, wait_for_turn
from test_watching import begin_fragile, end_turn

PUSH, STACK, UNSTACK, FLIP = 2, 5, 6, 7
"""Steps of the lesson of Fragile."""


def lesson(visit, step: int) -> Page:
    """Begins a step of the lesson, with the docker in hand."""
    page: Page = visit(f"#/learn/fragile/{step}")
    lesson_docker(page)
    return page


def lesson_docker(page: Page) -> None:
    expect(page.locator(".cell.grabs")).not_to_have_count(0)
    if page.locator(".held").count() == 0:
        page.locator('.cell.grabs[aria-label*="docker"]').first.click()
    expect(page.locator(".held")).to_be_visible()


def crate(page: Page) -> str:
    """Returns the cell of the first crate that the docker can move."""
    found = page.locator('.cell.lit[aria-label*="can be moved"]').first
    return str(found.get_attribute("data-cell"))


def test_a_crate_is_dragged_to_where_it_is_pushed(visit) -> None:
    page = lesson(visit, PUSH)
    cell(page, crate(page)).hover()
    page.mouse.down()
    target = page.locator(".cell.lit:not(.grabs)").first
    target.hover()
    page.mouse.up()
    expect(page.locator(".learn")).to_have_attribute("data-moves", re.compile("[1-9]"))
    expect(page.locator(".trail .crate")).not_to_have_count(0)


def test_a_refusal_keeps_the_docker_in_hand_and_marks_the_cell(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    page.locator(".cell.grabs").first.click()
    held = page.locator(".held").get_attribute("x")
    lit = page.locator(".cell.lit").count()
    cell(page, "E9").click()
    expect(page.locator(".answer .refusal")).to_be_visible()
    expect(page.locator(".refused")).not_to_have_count(0)
    box = cell(page, "E9").bounding_box()
    mark = page.locator(".refused").last.bounding_box()
    assert box is not None
    assert mark is not None
    assert abs(box["x"] + box["width"] / 2 - mark["x"] - mark["width"] / 2) < 4
    wait_for_turn(page)
    assert page.locator(".held").get_attribute("x") == held
    expect(page.locator(".cell.lit")).to_have_count(lit)


@pytest.mark.parametrize("step", [STACK, UNSTACK])
def test_a_crate_with_one_way_to_go_goes_there_by_one_click_on_it(visit, step) -> None:
    page = lesson(visit, step)
    cell(page, crate(page)).click()
    expect(page.locator(".coach .done")).to_be_visible()


def test_a_flip_is_a_button_and_never_a_click_on_the_crate(visit) -> None:
    page = lesson(visit, FLIP)
    place = crate(page)
    for _ in range(3):
        cell(page, place).click()
    expect(page.locator('.cell[aria-label*="flipped"]')).to_have_count(0)
    page.get_by_role("button", name="Begin again").click()
    lesson_docker(page)
    page.locator(".flip-buttons button").first.click()
    expect(page.locator(".coach .done")).to_be_visible()


def test_a_click_that_cannot_be_undone_asks_once_more_unless_i_switch_that_off(visit) -> None:
    page = visit(confirms=True)
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    cell(page, "A1").click()
    expect(page.locator(".armed .move")).to_have_text(re.compile("Depot on A1"))
    assert page.locator(".log li", has_text="Depot").count() == 0
    cell(page, "A1").click()
    expect(page.locator(".log li").last).to_contain_text("A1")
    page.locator(".settings summary").click()
    page.get_by_label("Click twice").uncheck()
    page.locator(".settings summary").click()
    wait_for_turn(page)
    cell(page, "J1").click()
    expect(page.locator(".log li").last).to_contain_text("J1")


def test_a_stack_looks_like_two_crates_and_says_so(visit) -> None:
    page = lesson(visit, UNSTACK)
    expect(page.locator(".stack-count")).to_have_count(1)
    expect(cell(page, crate(page))).to_have_attribute("aria-label", re.compile("stack of two"))


def test_the_hand_is_empty_when_another_player_acts(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 2"], speed="step")
    for _ in range(2):  # a docker with points left stays in hand
        wait_for_turn(page)
        page.locator('.cell.lit.grabs[aria-label*="can be picked"]').first.click()
        act(page, lambda page: page.locator('.cell.lit[aria-label*="(1 pt)"]').first.click())
    wait_for_turn(page)
    expect(page.locator(".held")).to_have_count(1)
    end_turn(page)
    expect(page.get_by_role("button", name="Next step")).to_be_visible()
    expect(page.locator(".held")).to_have_count(0)
