"""The lessons, played on the real board, from the first visit to a table with bots."""

from __future__ import annotations

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
    for _ in range(6):
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
