"""Problems of Shear Panic in the browser: solved, of the day, in a rush, set up, proposed."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
from playwright.sync_api import Locator, Page, expect

from people import AXE, arrows_to, cell, tab_to, violations
from tablee.games.shear_panic.flock import VECTORS, Flock, spot_named
from tablee.games.shear_panic.problems.book import BookEntry, shipped
from tablee.server.problems.flock_solving import solution
from tablee.server.problems.flocks import problem_of, replayed, state_of

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BOOK = shipped("first-hundred")
QUIET = BOOK.entry(43)
"""Two commands, no die: line push 1 B5 W, then a line up."""
ROLLS = BOOK.entry(16)
"""One command, a die, and a regrouping. No die can spoil it."""
FRESH = "KR./GB./YGB/RY. N;Y;15;line up 2;together"
"""A problem of no book, with exactly one best first command."""
OWN = "RB/YK/GR N;R;5;lamb push 2,line up 2;front"


def best_play(entry: BookEntry) -> list[str]:
    """Best play with the dice that fall, which are the same for everybody."""
    return solution(entry.problem.text, 60).moves


def target(move: str, flock: Flock) -> str:
    """The cell to click for a command that is pushed from outside, or lines the flock up."""
    *_, cell_name, way = move.split()
    if move.startswith("line up"):
        middle = (len(flock.rows[0]) - 1) // 2, (len(flock.rows) - 1) // 2
        sides = {
            "left": (-1, middle[1]),
            "right": (len(flock.rows[0]), middle[1]),
            "front": (middle[0], -1),
            "back": (middle[0], len(flock.rows)),
        }
        x, y = sides[way]  # the flocks of the book look north
    else:
        (across, down), (x, y) = VECTORS[way], spot_named(cell_name)
        x, y = x - across, y - down
    return f"{x},{y}"


def targets(entry: BookEntry) -> list[tuple[str, str]]:
    """The commands of best play without dice, each with its cell."""
    moves, problem = best_play(entry), problem_of(entry.problem.text)
    return [
        (move, target(move, state_of(replayed(problem, moves[:number])).flock))
        for number, move in enumerate(moves)
    ]


def command(page: Page, move: str) -> Locator:
    """The button of the command."""
    name = re.match(r"(\D+) (\d)", move)
    assert name is not None
    text = re.compile(rf"{name[1]}\s*{name[2]}", re.IGNORECASE)
    return page.locator(".menu .command", has_text=text)


def here(page: Page) -> Locator:
    """The last move in the log."""
    return page.locator(".line button.here code")


def typed(page: Page, move: str) -> None:
    field = page.locator(".typed input")
    expect(field).to_be_enabled()
    field.fill(move)
    field.press("Enter")


def play_best(page: Page, entry: BookEntry) -> None:
    """Types best play. The dice are not typed."""
    moves = best_play(entry)
    for number, move in enumerate(moves):
        if not is_roll(move):
            typed(page, move)
            rolls = takewhile(is_roll, moves[number + 1 :])
            *_, last = (move, *rolls)
            expect(here(page)).to_have_text(last)


def is_roll(move: str) -> bool:
    return move.startswith(("regroup ", "panic "))


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))


def test_a_flock_problem_is_solved_by_mouse_with_its_controls_in_sight(visit) -> None:
    page = visit(f"#/problems/first-hundred/{QUIET.id}", **DESK)
    expect(page.locator(".turn-meter")).to_have_text("Commands: 0 of 2")
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    for name in ("Undo", "Redo", "Restart", "Hint 1 of 5", "Can it still be solved?"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    for move, place in targets(QUIET):
        button = command(page, move)
        expect(button).to_be_in_viewport(ratio=1)
        button.click()
        expect(cell(page, place)).to_have_class(re.compile("lit"))
        cell(page, place).click()
        expect(here(page)).to_have_text(move)
    solved = page.locator(".solved-panel")
    expect(solved).to_contain_text("Solved!")
    expect(solved).to_contain_text("no die could spoil it")
    expect(page.get_by_role("link", name="Next near my strength")).to_be_visible()
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".turn-meter")).to_have_text("Commands: 0 of 2")


def test_a_flock_problem_is_solved_by_keyboard(visit) -> None:
    page = visit(f"#/problems/first-hundred/{QUIET.id}", **DESK)
    expect(page.locator(".turn-meter")).to_have_text("Commands: 0 of 2")
    for move, place in targets(QUIET):
        command(page, move).evaluate("button => button.id = 'wanted'")
        tab_to(page, "#wanted")
        page.keyboard.press("Enter")
        expect(cell(page, place)).to_have_class(re.compile("lit"))
        arrows_to(page, f'[data-cell="{place}"]')
        page.keyboard.press("Enter")
        expect(here(page)).to_have_text(move)
    expect(page.locator(".solved-panel")).to_contain_text("Solved!")


def test_a_wrong_command_is_told_and_taken_back_and_no_die_is_rolled_again(visit) -> None:
    page = visit(f"#/problems/first-hundred/{ROLLS.id}", **DESK)
    start = state_of(replayed(ROLLS.problem, ()))
    wrong = next(
        text for text in map(start.notation, start.legal_moves()) if text != ROLLS.solution
    )
    typed(page, wrong)
    verdict, choice = page.locator(".verdict"), page.locator(".choices .move")
    expect(verdict.or_(choice.first).first).to_be_attached()
    rolled = page.locator(".line li code").all_inner_texts()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".line button.here")).to_have_text("Start")
    typed(page, wrong)
    expect(here(page)).to_have_text(rolled[-1])
    assert page.locator(".line li code").all_inner_texts() == rolled
    page.get_by_role("button", name="Restart").click()
    play_best(page, ROLLS)
    expect(page.locator(".solved-panel")).to_contain_text("Solved!")


def test_each_game_has_its_problem_of_the_day_and_its_streak(visit) -> None:
    page = visit(**DESK)
    day = {"date": "2026-11-18", "book": "first-hundred", "number": ROLLS.id}
    page.route(
        "**/api/problems/daily?game=shear-panic",
        lambda route: route.fulfill(json={**day, "game": "shear-panic"}),
    )
    page.evaluate("() => { location.hash = '#/problems' }")
    cards = page.locator(".today-card", has_text="Problem of the day")
    expect(cards).to_have_count(2)
    card = cards.filter(has_text="Shear Panic")
    card.click()
    expect(page.locator(".problem-head")).to_contain_text("Problem of the day, 2026-11-18")
    play_best(page, ROLLS)
    expect(page.locator(".solved-panel")).to_contain_text("Solved!")
    page.get_by_role("link", name="All problems").click()
    expect(card).to_contain_text("Days in a row: 1")
    expect(cards.filter(has_text="Fragile")).not_to_contain_text("Days in a row")
    page.reload()
    expect(card).to_contain_text("Days in a row: 1")


def test_the_rush_of_flocks_counts_best_play_until_the_time_is_up(visit) -> None:
    page = visit(**DESK)
    page.clock.install()
    page.evaluate("() => { Math.random = () => 0 }")
    page.evaluate("() => { location.hash = '#/problems/rush/shear-panic' }")
    page.get_by_role("button", name="Start").click()
    head = page.locator(".problem-head .quiet")
    expect(head).to_contain_text("The first hundred, Problem")
    expect(page.locator(".task")).to_contain_text("Your commands:")
    number = re.search(r"Problem (\d+)", head.inner_text())
    assert number is not None
    *_, last = best_play(BOOK.entry(int(number[1])))
    for move in best_play(BOOK.entry(int(number[1]))):
        if not is_roll(move):
            typed(page, move)
            if move != last:
                expect(page.locator(".line")).to_contain_text(move)
    expect(page.locator("h1")).to_have_text("Solved: 1")
    before = head.inner_text()
    page.get_by_role("button", name="Skip").click()
    expect(head).not_to_have_text(before)
    page.clock.fast_forward("05:01")
    expect(page.locator(".rush-score")).to_have_text("Time is up. Solved: 1")
    page.get_by_role("link", name="All problems").click()
    rushes = page.locator(".today-card", has_text="Rush")
    expect(rushes.filter(has_text="Shear Panic")).to_contain_text("Best: 1")
    expect(rushes.filter(has_text="Fragile")).not_to_contain_text("Best")


def test_a_flock_problem_is_set_up_by_mouse_and_checked(visit) -> None:
    page = visit("#/problems", **DESK)
    page.get_by_role("link", name="Set up a problem: Shear Panic").click()
    expect(page.locator(".answer")).to_contain_text("Not a valid problem yet")
    line = page.get_by_label("As a line of text")
    for tool, places in (("Red", ("4,3", "5,5")), ("Blue", ("5,3",)), ("Yellow", ("4,4",))):
        page.locator(".tools label", has_text=tool).click()
        for place in places:
            cell(page, place).click()
    page.keyboard.press("5")  # the tool for the black sheep
    cell(page, "5,4").click()
    page.keyboard.press("2")
    cell(page, "4,5").click()
    expect(line).to_have_value("RB/YK/GR N;B;1;;front")
    page.get_by_label("You play").select_option("red")
    page.get_by_label("Counter on").select_option("5")
    page.get_by_role("button", name="Lamb push 2").click()
    page.get_by_role("button", name="Line up 2").click()
    expect(line).to_have_value(OWN)
    expect(page.locator(".answer p")).to_have_count(0)
    page.locator(".tools label", has_text="Move").click()
    cell(page, "5,3").hover()
    page.mouse.down()
    cell(page, "3,3").hover()
    page.mouse.up()
    expect(line).to_have_value("BR./.YK/.GR N;R;5;lamb push 2,line up 2;front")
    page.get_by_role("button", name="Undo").click()
    expect(line).to_have_value(OWN)
    page.get_by_role("button", name="Ask the solver").click()
    findings = page.locator(".findings")
    expect(findings).to_contain_text("Best chance")
    expect(findings).to_contain_text("an independent checker agrees")


def test_the_editor_tells_of_other_best_commands_and_of_needless_ones(visit) -> None:
    text = BOOK.entry(ROLLS.id).problem.text
    flock, colour, space, commands, goal = text.split(";")
    page = visit(f"#/editor/{flock};{colour};{space};{commands},ewe turn 1;{goal}", **DESK)
    page.get_by_role("button", name="Ask the solver").click()
    advice = page.locator(".advice")
    expect(advice).to_contain_text("Ewe turn 1 is not needed")
    expect(page.locator(".found-lines li")).not_to_have_count(0)
    page.locator(".found-lines button").first.click()
    expect(page.locator(".player-controls")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".status-text")).to_contain_text("The problem is over.")
    page.get_by_role("button", name="Back to the problem").click()
    advice.get_by_role("button", name="Take it away").click()
    expect(page.get_by_label("As a line of text")).to_have_value(text)
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".findings")).to_contain_text("1: no die can spoil it")
    expect(page.locator(".findings")).to_contain_text("Best first commandsexactly one")


def test_a_flock_problem_is_proposed_and_a_known_one_is_not_taken(visit) -> None:
    page = visit(f"#/editor/{ROLLS.problem.text}", **DESK)
    page.get_by_role("button", name="Ask the solver").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Propose it").click()
    expect(page.locator(".propose")).to_contain_text("A book has this problem already")
    line = page.get_by_label("As a line of text")
    line.fill(FRESH)
    line.press("Enter")
    page.get_by_role("button", name="Ask the solver").click()
    page.get_by_role("button", name="Propose it").click()
    expect(page.locator(".propose")).to_contain_text("Thank you!")


def test_what_if_goes_on_from_a_flock_problem_with_dice_as_one_likes(visit) -> None:
    page = visit(f"#/problems/first-hundred/{ROLLS.id}", **DESK)
    expect(page.locator(".turn-meter")).to_be_visible()
    page.get_by_role("button", name="What if?").click()
    expect(page.locator("main.what-if[data-ready]")).to_be_visible()
    assert ROLLS.solution is not None
    typed(page, ROLLS.solution)
    outcomes = page.locator(".outcomes button")
    expect(outcomes).not_to_have_count(0)
    page.locator(".outcomes").get_by_role("button", name=re.compile(r"regroup x")).click()
    expect(page.locator(".moves button.here")).to_contain_text("regroup x")
    page.get_by_role("button", name="Ask the bot for its best turns").click()
    expect(page.locator(".advice")).to_contain_text("Its solver knows the answer")


def test_a_link_to_a_flock_problem_opens_it(visit) -> None:
    page = visit(f"#/editor/{ROLLS.problem.text}")
    field = page.get_by_label("Link to this problem")
    expect(field).to_have_value(re.compile("#/problem/"))
    link = field.input_value()
    assert " " not in link
    friend = visit("#" + link.split("#")[1])
    expect(friend.locator(".task")).to_contain_text("Bring both of your sheep into the back row.")


def test_on_a_phone_the_pages_of_flocks_are_not_too_wide(visit) -> None:
    page = visit(f"#/problems/first-hundred/{QUIET.id}", **PHONE)
    expect(page.locator(".cells")).to_be_visible()
    assert not is_wide(page)
    for place in (f"#/editor/{QUIET.problem.text}", "#/problems/rush/shear-panic", "#/problems"):
        page.evaluate("place => { location.hash = place }", place)
        expect(page.locator("main:is(.editor, .rush, .problems)")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert not is_wide(page), place
    page.evaluate("place => { location.hash = place }", f"#/editor/{QUIET.problem.text}")
    page.locator(".tools label", has_text="Erase").tap()
    line = page.get_by_label("As a line of text")
    before = line.input_value()
    cell(page, "4,4").tap()
    expect(line).not_to_have_value(before)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make test-web installs it")
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_no_page_of_flocks_has_a_serious_barrier(visit, screen) -> None:
    page = visit(f"#/problems/first-hundred/{ROLLS.id}", bypass_csp=True, **screen)
    page.get_by_role("button", name="Hint 1 of 5").click()
    expect(page.locator(".hints li")).to_have_count(1)
    assert violations(page) == []
    play_best(page, ROLLS)
    expect(page.locator(".solved-panel")).to_contain_text("Solved!")
    assert violations(page) == []
    page.get_by_role("link", name="Change it in the editor").click()
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".propose")).to_be_visible()
    assert violations(page) == []
    page.evaluate("() => { location.hash = '#/problems/rush/shear-panic' }")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator(".cells")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("locale", "chance"), [("fr-FR", "aucun dé ne peut le gâcher"), ("de-DE", "Kein Würfel")]
)
def test_the_editor_of_flocks_speaks_the_language_of_the_browser(visit, locale, chance) -> None:
    page = visit(f"#/editor/{ROLLS.problem.text}", locale=locale)
    page.locator(".check .primary").click()
    expect(page.locator(".findings")).to_contain_text(chance)
