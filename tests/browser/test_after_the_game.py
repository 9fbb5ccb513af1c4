"""After the game: analyse it, step to a turning point, branch off, and play on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from people import act, cell, open_table, pick, play, tab_to, violations, wait_for_turn
from tablee.core.record import Record
from test_shear_panic import whatever_is_asked_by_keys, whatever_is_asked_by_mouse

PHONE = {"width": 390, "height": 844}


def finish_a_game(
    page: Page, whatever: Callable[[Page], None] = whatever_is_asked_by_mouse, bot: str = "3"
) -> None:
    open_table(page, "shear-panic", ["me", f"bot {bot}"])
    for _ in range(200):
        if not wait_for_turn(page):
            return
        act(page, whatever)


def at(page: Page) -> int:
    return int(page.locator("main.what-if").get_attribute("data-at") or -1)


def settled(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('main.what-if[data-ready]')")


ANALYSIS = """async () => {
  const [, id, key] = location.hash.match(/replay\\/([^/?]+).*key=([^&]*)/);
  const answer = await fetch(`/api/tables/${id}/analysis?key=${key}`);
  return (await answer.json()).analysis;
}"""


def worst_turn(page: Page) -> tuple[int, dict[str, Any]]:
    """Returns the turn that cost most, and its place. A game may have no turning point, but whoever
    plays the first move that is lit misses a better turn."""
    analysis = page.evaluate(ANALYSIS)
    points = page.locator(".turning-points button")
    expect(points).to_have_count(len(analysis["turning_points"]))
    turns = analysis["turns"]
    worst = max((turn for turn in turns[:-4] if turn["better"]), key=lambda turn: turn["loss"])
    return turns.index(worst), worst


def expect_to_see_it(page: Page, word: str) -> None:
    expect(page.locator(f".moves .turn-heading .word.{word}").first).to_be_visible()
    expect(page.locator(f".judged .word.{word}")).to_have_text(word.replace("-", " "))


def press(page: Page, which: str) -> None:
    """Goes there by keyboard and presses Enter."""
    tab_to(page, which)
    page.keyboard.press("Enter")


def expect_to_fit(page: Page) -> None:
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_why_stays_open_and_where_it_is_while_the_game_goes_on(visit) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "bot 1"])
    why = page.locator(".log").get_by_role("button", name="Why?")
    while why.count() == 0 and wait_for_turn(page):
        act(page, whatever_is_asked_by_mouse)
    asked = why.first.element_handle()
    assert asked is not None
    asked.press("Enter")
    link = page.locator(".log .chain .rule").first.element_handle()
    assert link is not None
    for _ in range(2):
        wait_for_turn(page)
        act(page, whatever_is_asked_by_mouse)
    wait_for_turn(page)
    for part in (asked, link):  # a part that is drawn anew loses the focus
        assert part.evaluate("part => part.isConnected")
    assert asked.get_attribute("aria-expanded") == "true"


def test_a_line_of_the_log_and_a_sheep_tell_why(visit) -> None:
    page = visit(bypass_csp=True)
    finish_a_game(page)
    why = page.locator(".log").get_by_role("button", name="Why?").last
    why.press("Enter")
    expect(why).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".log .chain li").nth(1)).to_have_text(re.compile(r"\w.* S-\d"))
    assert violations(page) == []
    why.click()
    expect(page.locator(".log .chain")).to_have_count(0)

    page.locator(".end").get_by_role("link", name="Replay").click()
    moves = page.locator(".moves li button")
    expect(moves.last).to_be_visible()
    moves.nth(moves.count() // 2).click()
    told = page.locator(".why-chain [role=status]")
    sheep = page.locator(".cell:not([aria-hidden])")
    for place in range(sheep.count()):  # not every sheep has moved
        sheep.nth(place).press("Enter")
        expect(told).to_contain_text("Why is this piece here?")
        if told.locator(".chain").count():
            break
    expect(told.locator(".chain li").last).to_have_text(re.compile(r"\w.* S-\d"))
    assert violations(page) == []


@pytest.mark.parametrize("device", [{}, {"viewport": PHONE, "has_touch": True}], ids=str)
def test_a_game_is_analysed_and_played_on_from_its_worst_turn(visit, device) -> None:
    page = visit(bypass_csp=True, **device)
    finish_a_game(page)
    page.locator(".end").get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".analysis .graph")).to_be_visible()
    expect(page.locator(".ledger tbody tr")).to_have_count(2)
    assert violations(page) == []
    expect_to_fit(page)
    place, worst = worst_turn(page)
    page.get_by_text("All turns in numbers").first.click()
    page.locator(".analysis details tbody tr").nth(place).locator("button").click()
    expect_to_see_it(page, worst["word"])
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("main.what-if .status .tag.yours")).to_have_text("Your branch")
    settled(page)
    assert violations(page) == []
    link = page.url
    page.locator(".play-on summary").click()
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("main.table:not(.what-if) .players")).to_be_visible()
    expect_to_fit(page)
    wait_for_turn(page)
    act(page, whatever_is_asked_by_mouse)
    # The link holds the branch, for anybody.
    other = visit(link.split("/", 3)[3])
    expect(other.locator("main.what-if .status .tag.yours")).to_have_text("Your branch")


def test_the_same_by_keyboard_with_the_text_board_on_a_phone(visit) -> None:
    page = visit(viewport=PHONE)
    finish_a_game(page, whatever_is_asked_by_keys, "1")
    press(page, '.end a[href*="replay"]')
    press(page, ".analyse")
    expect(page.locator(".analysis .graph")).to_be_visible()
    place, worst = worst_turn(page)
    press(page, ".analysis details summary")
    press(page, f".analysis details tbody tr:nth-child({place + 1}) button")
    expect_to_see_it(page, worst["word"])
    press(page, ".try-better")
    settled(page)
    while page.locator(".outcomes").count():
        press(page, ".outcomes .primary")
        settled(page)
    moves = at(page)
    page.keyboard.press("b")
    page.keyboard.press("ArrowLeft")  # the cursor of the board, not the replay
    assert at(page) == moves
    press(page, ".advice button")
    advised = page.locator(".advice li code").first.inner_text()
    before = page.locator(".text-board").text_content()
    tab_to(page, ".typed input")
    page.keyboard.type(advised)
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('main').dataset.at > n", arg=moves)
    settled(page)
    # A choice before a roll, such as a group, may leave the board as it was.
    expect(page.locator(".moves [aria-current] code")).to_have_text(advised)
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.wait_for_function("n => document.querySelector('main').dataset.at == n", arg=moves)
    expect(page.locator(".text-board")).to_have_text(before or "")
    page.keyboard.press("y")
    page.wait_for_function("n => document.querySelector('main').dataset.at > n", arg=moves)
    expect_to_fit(page)
    press(page, ".play-on summary")
    press(page, ".play-on form .primary")
    expect(page.locator("main.table:not(.what-if) .players")).to_be_visible()
    wait_for_turn(page)
    act(page, whatever_is_asked_by_keys)


def test_a_problem_and_a_lesson_branch_off_where_they_stand(visit) -> None:
    page = visit("#/learn/fragile")
    cell(page, "E3").click()
    cell(page, "E2").click()
    expect(page.locator("main.learn")).to_have_attribute("data-moves", "0 1")
    page.locator(".what-if-button").click()
    settled(page)
    assert at(page) == 1
    expect(cell(page, "E2")).to_have_attribute("aria-label", re.compile("docker"))
    expect(page.get_by_text("A table cannot begin here.")).to_have_count(1)

    page = visit("#/problems/published/1")
    page.locator(".what-if-button").click()
    settled(page)
    page.locator(".cell.lit.grabs").first.click()
    page.locator(".cell.lit:not(.grabs)").first.click()
    page.wait_for_function("() => document.querySelector('main.what-if').dataset.at > 0")
    expect(page.locator("main.what-if .status .tag.yours")).to_have_text("Your branch")
    page.reload()
    settled(page)
    assert at(page) == 1


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


FILE = """text => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], "game.txt", {type: "text/plain"}));
    return dropped;
}"""


def test_a_record_is_dropped_analysed_and_saved_with_what_was_found(visit) -> None:
    page = visit()
    finish_a_game(page)
    download = page.locator(".end").get_by_role("link", name="Download the game")
    record = download.evaluate("link => fetch(link.href).then(answer => answer.text())")
    page = visit("#/what-if/")
    page.get_by_label("The text of a record").fill("nonsense")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert").last).to_contain_text(re.compile("record"))
    page.dispatch_event(
        "main.open-record", "drop", {"dataTransfer": page.evaluate_handle(FILE, record)}
    )
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".analysis .graph")).to_be_visible()

    def saved(name: str) -> str:
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        return Path(download.value.path()).read_text(encoding="utf-8")

    analysis = json.loads(saved("Save as JSON"))
    assert analysis["game"] == "shear-panic"
    assert saved("Save the picture").startswith("<svg")
    commented = saved("Save with comments")
    assert Record.parse(commented) == Record.parse(record)
    assert commented.count("\n# ") > len(analysis["turns"])
