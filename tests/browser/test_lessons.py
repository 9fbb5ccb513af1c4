"""The lessons, played on the real board, from the first visit to a table with bots."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import cell


def follow(page: Page) -> None:
    """Lets the page show the step, and goes on."""
    next_step = page.locator(".coach .done button")
    show = page.get_by_role("button", name="Show me")
    while next_step.count() == 0:
        before = page.locator(".learn").get_attribute("data-moves")
        show.click()
        page.wait_for_function(
            "n => document.querySelector('.learn').dataset.moves !== n", arg=before
        )
    next_step.click()


def test_a_newcomer_learns_by_doing_and_then_plays_a_bot(visit) -> None:
    page = visit()
    page.locator(".newcomers a", has_text="Fragile").click()
    expect(page.locator(".coach h1")).to_have_text("Go")
    cell(page, "E4").click()  # not to be done: said in place
    expect(page.locator(".answer .refusal")).to_be_visible()
    cell(page, "E3").click()
    cell(page, "E2").click()
    page.locator(".coach .done button").click()
    expect(page.locator(".coach h1")).to_have_text("Push")
    cell(page, "E3").click()
    cell(page, "E4").click()
    cell(page, "E5").click()
    page.locator(".coach .done button").click()
    for _ in range(9):
        follow(page)
    page.get_by_role("button", name="Play against easy bots").click()
    expect(page.locator(".cell.lit")).to_have_count(12)
    page.locator(".brand").click()
    expect(page.locator(".table-form")).to_be_visible()
    expect(page.locator(".newcomers")).to_have_count(0)


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_the_flock_is_learnt_in_other_languages(visit, locale) -> None:
    page = visit("#/learn/shear-panic/4", locale=locale)
    title = {"fr-FR": "La porte de Roger", "de-DE": "Rogers Gatter"}[locale]
    expect(page.locator(".coach h1")).to_have_text(title)
    page.locator(".command").last.click()
    page.locator(".cell.lit").first.click()
    expect(page.locator(".coach .done, .coach .refusal").first).to_be_visible()


BY_MOUSE = {
    "fragile/9": ("Depots", (), ("C4",)),
    "fragile/10": ("Quarters", (), ("H8",)),
    "fragile/11": ("Dockers", (), ("H3",)),
    "shear-panic/7": ("Line up", ("Line up",), ("1,-1",)),
    "shear-panic/8": ("Lamb roll", ("Lamb roll",), ("1,3", "2,2")),
    "shear-panic/9": ("Black-sheep meadow", ("Lamb push",), ("2,2", "1,2")),
    "shear-panic/10": ("Shearing", ("Lamb push",), ("0,1", "0,0")),
}
"""The second parts: title, command to pick, cells to click."""


@pytest.mark.parametrize("step", BY_MOUSE)
def test_the_rest_is_learnt_by_mouse(visit, step) -> None:
    title, commands, cells = BY_MOUSE[step]
    page = visit(f"#/learn/{step}")
    expect(page.locator(".coach h1")).to_have_text(title)
    for command in commands:
        page.locator(".command", has_text=command).first.click()
    for name in cells:
        expect(cell(page, name)).to_have_class(re.compile(r"\blit\b"))
        cell(page, name).click()
    expect(page.locator(".coach .done")).to_contain_text("Well done!")


def test_a_depot_in_the_same_two_quarters_is_refused_with_the_rule(visit) -> None:
    page = visit("#/learn/fragile/10")
    cell(page, "H3").click()
    expect(page.locator(".answer .refusal")).to_contain_text("fewer than three quarters")
    expect(page.locator(".coach .done")).to_have_count(0)


@pytest.mark.parametrize(("game", "second"), [("fragile", "Depots"), ("shear-panic", "Line up")])
def test_a_lesson_is_skipped_part_by_part(visit, game, second) -> None:
    page = visit(f"#/learn/{game}")
    skip = page.get_by_role("button", name="Skip this part")
    first = page.locator(".coach .part").inner_text()
    skip.click()
    expect(page.locator(".coach h1")).to_have_text(second)
    expect(page.locator(".coach .part")).not_to_have_text(first)
    skip.click()
    expect(page.get_by_role("button", name="Play against easy bots")).to_be_visible()
