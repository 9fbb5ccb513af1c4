"""A new table in the browser: the options of a game, and the user's own editions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from people import cell, choose, options_of, pick, play, violations, wait_for_turn

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def standard_edition(page: Page) -> str:
    """Returns the text of the edition that the page offers."""
    if page.locator(".more[open]").count() == 0:
        page.locator(".more > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the standard edition").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def opened_to(text: str, slot: str, door: str) -> str:
    """Returns the edition with another entrance of a depot slot."""
    changed = re.sub(rf'(slot = "{slot}"\nopens = )"\w+"', rf'\1"{door}"', text)
    assert changed != text
    return changed


def choose_edition(page: Page, name: str, text: str) -> None:
    file = {"name": name, "mimeType": "application/toml", "buffer": text.encode()}
    page.locator('.edition-choice input[type="file"]').set_input_files([file])  # type: ignore[list-item]


def test_an_edition_of_ones_own_is_played_on_kept_and_offered_again(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "screen"])
    own = opened_to(standard_edition(page), "C4", "B4").replace('"standard"', '"our copy"')
    choose_edition(page, "our-copy.toml", own)
    expect(page.locator(".edition-choice select")).to_contain_text("our-copy.toml")
    play(page)
    expect(cell(page, "C4")).to_have_attribute("aria-label", re.compile("opens to B4"))
    expect(page.locator(".edition-note")).to_contain_text("our copy")
    with page.expect_download() as download:
        page.locator(".edition-note a").click()
    kept = Path(download.value.path()).read_text(encoding="utf-8")
    assert 'slot = "C4"\nopens = "B4"' in kept
    page.locator(".brand").click()
    pick(page, "fragile", ["me", "screen"])
    page.locator(".more > summary").click()
    page.locator(".edition-choice select").select_option("our-copy.toml")
    play(page)
    expect(cell(page, "C4")).to_have_attribute("aria-label", re.compile("opens to B4"))
    page.locator(".brand").click()
    pick(page, "fragile", ["me", "screen"])
    play(page)
    expect(cell(page, "C4")).to_have_attribute("aria-label", re.compile("opens to C5"))
    expect(page.locator(".edition-note")).to_have_count(0)


def test_a_broken_edition_is_refused_with_its_line_and_nothing_else_is_lost(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "friend", "bot 1"], name="Grace")
    choose(page, "order", "straws")
    broken = opened_to(standard_edition(page), "C4", "E9")
    line = broken[: broken.index('"E9"')].count("\n") + 1
    choose_edition(page, "broken.toml", broken)
    page.locator(".table-form > .primary").click()
    problem = page.locator('.edition-choice [role="alert"]')
    expect(problem).to_contain_text(f"line {line}")
    expect(problem).to_contain_text("C4")
    expect(page.get_by_label("Your name")).to_have_value("Grace")
    expect(page.locator(".seat-choices select").last).to_have_value("bot 1")
    expect(page.locator('[data-option="order"]')).to_have_value("straws")
    page.get_by_role("button", name="Remove broken.toml").click()
    expect(problem).to_have_count(0)
    play(page)
    assert options_of(page)["order"] == "straws"
    page.locator(".brand").click()
    page.locator(".more > summary").click()
    expect(page.locator(".edition-choice select")).to_have_count(0)  # it was never played on


DROPPED = """text => {
  const dragged = new DataTransfer();
  dragged.items.add(new File([text], "dropped.toml"));
  return dragged;
}"""


def test_a_file_is_dropped_on_the_form(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "screen"])
    own = opened_to(standard_edition(page), "C4", "B4")
    page.locator(".more > summary").click()
    dragged = page.evaluate_handle(DROPPED, own)
    page.locator(".table-form").dispatch_event("drop", {"dataTransfer": dragged})
    expect(page.locator(".edition-choice select")).to_contain_text("dropped.toml")
    play(page)
    expect(cell(page, "C4")).to_have_attribute("aria-label", re.compile("opens to B4"))


def test_three_players_choose_their_colours_and_with_them_the_neutral_one(visit) -> None:
    page = visit()
    pick(page, "shear-panic", ["me", "screen", "screen"])
    choose(page, "first", "1")
    choose(page, "colours", "Y")
    expect(page.locator(".left-over")).to_have_text("Neutral: blue")
    choose(page, "colours", "Y", place=1)  # who has it gets green for it
    expect(page.locator('[data-option="colours"]').first).to_have_value("G")
    play(page)
    expect(page.locator(".players .sign")).to_have_text(["G", "Y", "R"])
    expect(page.locator(".side .neutral")).to_contain_text("Neutral: blue")
    assert options_of(page)["colours"] == "GYR"


def test_the_limit_of_idle_turns_is_a_number_or_off(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "screen"])
    choose(page, "idle", "off")
    expect(page.locator('.more input[type="number"]')).to_have_count(0)
    play(page)
    assert options_of(page)["idle"] == "off"
    page.locator(".brand").click()
    pick(page, "fragile", ["me", "screen"])
    page.locator(".more > summary").click()
    number = page.locator('.more input[type="number"]')
    expect(number).to_have_value("40")
    number.fill("0")
    page.locator(".more > summary").click()
    page.locator(".table-form > .primary").click()  # the browser says what is wrong, in its words
    expect(number).to_be_focused()
    number.fill("25")
    play(page)
    assert options_of(page)["idle"] == "25"


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_the_seat_that_is_named_begins(visit, game) -> None:
    page = visit()
    pick(page, game, ["me", "screen", "screen"])
    choose(page, "first", "2")
    play(page)
    wait_for_turn(page)
    expect(page.locator(".players li.acting .name")).to_contain_text("Ada 2")


def test_whoever_had_a_haircut_last_is_named_and_begins(visit) -> None:
    page = visit()
    pick(page, "shear-panic", ["me", "screen", "bot 1"])
    choose(page, "first", "haircut")
    play(page)
    wait_for_turn(page)
    asked = page.locator(".replies")
    expect(asked).to_contain_text("Who had a haircut last?")
    expect(asked.locator(".move")).to_have_count(3)
    asked.get_by_role("button", name="Ada 2").click()
    expect(page.locator(".players li.acting .name")).to_contain_text("Ada 2")
    expect(asked).to_have_count(0)


def test_a_player_drawn_by_lot_begins_and_the_log_says_so(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "screen"])
    choose(page, "first", "draw")
    play(page)
    wait_for_turn(page)
    expect(page.locator(".log li", has_text="first")).not_to_have_count(0)
    expect(page.locator(".players li.acting")).to_have_count(1)


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_the_options_have_no_barriers_and_fit_a_phone(visit, game) -> None:
    page = visit(bypass_csp=True, **PHONE)
    pick(page, game, ["me", "screen", "bot 1"])
    page.locator(".more > summary").click()
    choose_edition(page, "none.toml", "name = ")
    page.locator(".table-form > .primary").click()
    expect(page.locator('.edition-choice [role="alert"]')).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
