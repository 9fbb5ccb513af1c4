"""Problems in the browser: solved with hints by mouse, by keyboard, on a phone; and the editor."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import AXE, cell, violations
from tablee.games.fragile.problems import book as fragile_book
from tablee.games.shear_panic.problems import book as flock_book

FIRST = "2;C6gC3;D6,B9;C2"
"""Problem 1 of the booklet; it is solved by D6: C6>B6 B3, then B9: B7 B6>B4 B4~C3."""
SHOWN = sum(
    min(24, len(book.shipped(name).entries))
    for book in (fragile_book, flock_book)
    for name in book.SHIPPED
)
"""Cards on the page of problems. Each book shows 24 at first."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def moves(page: Page) -> list[str]:
    """Returns the moves in the log, including those that were taken back."""
    return [str(text) for text in page.locator(".line li code").all_inner_texts()]


def play(page: Page, *moves: str) -> None:
    """Types the moves and waits for each."""
    for move in moves:
        field = page.locator(".typed input")
        expect(field).to_be_enabled()
        field.fill(move)
        field.press("Enter")
        expect(page.locator(".line button.here code")).to_have_text(move)


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > 360"))


def test_a_problem_is_solved_by_mouse_with_hints(visit) -> None:
    page = visit()
    page.get_by_role("link", name=re.compile("^Problems Fragile for one")).click()
    page.get_by_role("link", name=re.compile("^Problem 1 Turns: 2")).first.click()
    expect(page.locator(".turn-meter")).to_have_text("Turns: 0 of 2")
    hints = page.locator(".hints li")
    for step, told in enumerate(("C6", "D6", "push a crate", "D6: C6>B6", "C6>B6 B3"), 1):
        page.get_by_role("button", name=f"Hint {step} of 5").click()
        expect(hints).to_have_count(step)
        expect(hints.last).to_contain_text(told)

    cell(page, "D6").click()
    cell(page, "C6").click()  # the crate is taken up …
    cell(page, "B6").click()  # … and pushed
    expect(page.locator(".line button.here code")).to_have_text("D6: C6>B6")
    expect(hints).to_have_count(0)  # they were about another position
    cell(page, "B3").click()
    expect(page.locator(".turn-meter")).to_have_text("Turns: 1 of 2")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".status-text")).to_contain_text("Turn 2 of 2")
    cell(page, "B9").click()
    cell(page, "B7").click()
    expect(page.locator(".line button.here code")).to_have_text("B9: B7")
    cell(page, "B6").click()
    cell(page, "B4").click()
    expect(page.locator(".line button.here code")).to_have_text("B6>B4")
    cell(page, "B4").click()
    cell(page, "C3").click()
    solved = page.locator(".solved-panel")
    expect(solved).to_contain_text("Solved! Turns used: 2")
    expect(solved).to_contain_text("2 is proved to be the minimum. Hints used: 5.")

    solved.get_by_role("button", name="The booklet's solution").click()
    expect(page.locator(".player-controls")).to_contain_text("Move 0 of 6")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player-controls")).to_contain_text("Move 1 of 6")
    page.keyboard.press("End")
    expect(page.locator(".status-text")).to_contain_text("The problem is solved.")
    page.get_by_role("button", name="Back to the problem").click()
    page.get_by_role("link", name="Next problem").click()
    expect(page.locator("h1")).to_have_text("Problem 2")
    page.get_by_role("link", name="All problems").click()
    expect(page.locator(".problem-card").first).to_contain_text("solved (2)")
    page.get_by_label("Progress").select_option("solved")
    expect(page.locator(".problem-card")).to_have_count(1)


def test_undo_and_redo_are_free_and_a_reload_keeps_the_line(visit) -> None:
    page = visit(f"#/problem/{FIRST}")
    play(page, "D6: C6>A6", "end")
    page.get_by_role("button", name="Can it still be solved?").click()
    expect(page.locator(".outlook")).to_contain_text("turn 1 spoiled it")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator(".turn-meter")).to_have_text("Turns: 0 of 2")
    assert moves(page) == ["D6: C6>A6", "end"]  # still there, to be done again
    page.keyboard.press("y")
    expect(page.locator(".turn-meter")).to_have_text("Turns: 1 of 2")
    page.reload()
    expect(page.locator(".line button.here code")).to_have_text("D6: C6>A6")
    page.get_by_role("button", name="Restart").click()
    expect(page.locator(".line button.here")).to_have_text("Start")
    play(page, "D6: C6>B6", "B3", "end")
    assert moves(page) == ["D6: C6>B6", "B3", "end"]
    page.get_by_role("button", name="Can it still be solved?").click()
    expect(page.locator(".outlook")).to_contain_text("It can still be solved.")


def test_a_turn_by_keyboard_and_a_refusal_with_its_rule(visit) -> None:
    page = visit("#/problems/published/1")
    expect(page.locator(".turn-meter")).to_have_text("Turns: 0 of 2")
    page.keyboard.press("b")
    for key in ["ArrowRight"] * 3 + ["ArrowDown"] * 5:
        page.keyboard.press(key)
    expect(cell(page, "D6")).to_be_focused()
    expect(cell(page, "D6")).to_have_attribute("aria-label", re.compile("your docker"))
    page.keyboard.press("Enter")
    for key in ["ArrowLeft", "Enter", "ArrowLeft", "Enter"]:
        page.keyboard.press(key)
    expect(page.locator(".line button.here code")).to_have_text("D6: C6>B6")
    page.keyboard.press("n")
    page.keyboard.type("C2: C1")
    page.keyboard.press("Enter")
    expect(page.locator(".answer .refusal")).to_contain_text("it is not yours")
    expect(page.locator(".answer .rule")).to_have_text("F-7.1")
    words = " ".join(page.locator(".text-board li").all_text_contents())
    assert "player" not in words.lower()
    assert "player" not in page.locator("[role=log]").inner_text().lower()


def test_who_gives_up_sees_the_booklets_and_the_shortest_solution(visit) -> None:
    page = visit("#/problems/published/6")
    page.get_by_role("button", name="Give up and see the solution").click()
    page.get_by_role("button", name="No, go on").click()
    page.get_by_role("button", name="Give up and see the solution").click()
    page.get_by_role("button", name="Yes, show it").click()
    expect(page.get_by_role("button", name="The booklet's solution (3)")).to_be_visible()
    page.get_by_role("button", name="A shortest solution (2)").click()
    expect(page.locator(".player-controls")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".status-text")).to_contain_text("The problem is solved.")


def test_a_problem_is_set_up_checked_and_shared(visit) -> None:
    page = visit("#/editor")
    expect(page.locator(".answer")).to_contain_text("Not a valid problem yet")
    cell(page, "C6").click()
    page.keyboard.press("2")  # the tool for dockers
    cell(page, "D6").click()
    cell(page, "B9").click()
    page.locator(".tools label", has_text="Helper").click()
    cell(page, "C2").click()
    cell(page, "H5").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".answer")).to_contain_text("No crate has a goal yet")
    page.locator(".tools label", has_text="Goal").click()
    cell(page, "C6").click()
    cell(page, "C3").click()
    expect(page.get_by_label("As a line of text")).to_have_value(FIRST)
    page.get_by_role("button", name="Ask the solver").click()
    findings = page.locator(".findings")
    expect(findings).to_contain_text("Fewest turns2", timeout=60_000)
    expect(findings).to_contain_text("Shortest solutions")
    expect(findings).to_contain_text("an independent checker agrees")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as TOML").click()
    assert 'goals = { "C6/1" = "C3" }' in download.value.path().read_text()

    link = page.get_by_label("Link to this problem").input_value()
    friend = visit("#" + link.split("#")[1])
    play(friend, "D6: C6>B6", "B3", "end", "B9: B7", "B6>B4", "B4~C3")
    expect(friend.locator(".solved-panel")).to_contain_text("Solved! Turns used: 2")


def test_the_editor_moves_things_by_dragging_and_takes_a_line_of_text(visit) -> None:
    page = visit(f"#/editor/{FIRST}")
    page.locator(".tools label", has_text="Move").click()
    cell(page, "C6").hover()
    page.mouse.down()
    cell(page, "E6").hover()
    page.mouse.up()
    line = page.get_by_label("As a line of text")
    expect(line).to_have_value("2;E6gC3;D6,B9;C2")
    line.fill("nonsense")
    line.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not a valid problem")
    line.fill("1;C6gC3;D6;C2")
    line.press("Enter")
    expect(page.locator(".turns-field select")).to_have_value("1")
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".findings")).to_contain_text("no, not within 1", timeout=60_000)


def test_a_link_that_holds_no_problem_says_so(visit) -> None:
    page = visit("#/problem/2;C6gC3;C6;-")
    expect(page.get_by_role("alert")).to_contain_text("Two pieces stand on C6.")
    page = visit("#/problems/published/99")
    expect(page.locator("main")).to_contain_text("There is no such problem.")


@pytest.mark.parametrize(
    ("locale", "title", "turn"),
    [("fr-FR", "Problème 1", "Tour 1 sur 2"), ("de-DE", "Aufgabe 1", "Zug 1 von 2")],
)
def test_problems_speak_the_language_of_the_browser(visit, locale, title, turn) -> None:
    page = visit("#/problems/published/1", locale=locale)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator(".status-text")).to_contain_text(turn)


def test_on_a_phone_nothing_is_too_wide_and_hints_are_near_the_board(visit) -> None:
    page = visit("#/problems", **PHONE)
    expect(page.locator(".problem-card")).to_have_count(SHOWN)
    assert not is_wide(page)
    page.locator(".problem-card").first.tap()
    expect(page.locator(".cells")).to_be_visible()
    assert not is_wide(page)
    board, hint = page.locator(".board").bounding_box(), page.locator(".next-hint").bounding_box()
    assert board is not None
    assert hint is not None
    assert hint["y"] - (board["y"] + board["height"]) < 250
    assert hint["height"] >= 44
    page.locator(".next-hint").tap()
    expect(page.locator(".hints li")).to_have_count(1)
    page.goto(page.url.split("#")[0] + f"#/editor/{FIRST}")
    expect(page.locator(".tools")).to_be_visible()
    assert not is_wide(page)
    cell(page, "F6").tap()
    expect(page.get_by_label("As a line of text")).to_have_value("2;C6gC3,F6c;D6,B9;C2")


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make test-web installs it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_problem_page_has_a_serious_barrier(visit, scheme) -> None:
    page = visit("#/problems", color_scheme=scheme, bypass_csp=True)
    expect(page.locator(".problem-card")).to_have_count(SHOWN)
    assert violations(page) == []
    page.locator(".problem-card").first.click()
    play(page, "D6: C6>B6", "B3", "end", "B9: B7", "B6>B4")
    page.get_by_role("button", name="Hint 1 of 5").click()
    expect(page.locator(".hints li")).to_have_count(1)
    assert violations(page) == []
    play(page, "B4~C3")
    expect(page.locator(".solved-panel")).to_contain_text("proved")
    assert violations(page) == []
    page.get_by_role("button", name="The booklet's solution").click()
    expect(page.locator(".player-controls")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Change it in the editor").click()
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".findings")).to_be_visible(timeout=60_000)
    assert violations(page) == []
