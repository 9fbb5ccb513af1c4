"""What brings people back to the problems, and the editor that helps, in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from people import cell
from tablee.games.fragile.problems.book import BookEntry, shipped

DESK = {"viewport": {"width": 1280, "height": 800}}


def click(page: Page, *names: str) -> None:
    for name in names:
        cell(page, name).click()


def here(page: Page) -> Locator:
    """The last move in the log."""
    return page.locator(".line button.here code")


def test_the_problem_of_the_day_is_solved_by_mouse_and_begins_a_streak(visit) -> None:
    page = visit(**DESK)
    day = {"date": "2026-11-18", "book": "published", "number": 1, "game": "fragile"}
    page.route("**/api/problems/daily?game=fragile", lambda route: route.fulfill(json=day))
    page.get_by_role("link", name=re.compile("^Problems Fragile for one")).click()
    card = page.locator(".today-card", has_text="Problem of the day").filter(has_text="Fragile")
    expect(card).to_be_visible()
    expect(card).not_to_contain_text("Days in a row")
    card.click()
    expect(page.locator(".problem-head")).to_contain_text("Problem of the day, 2026-11-18")
    # All controls are in sight beside the board.
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    for name in ("Undo", "End turn", "Redo", "Restart", "Hint 1 of 5", "Can it still be solved?"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    click(page, "D6", "C6", "B6")
    expect(here(page)).to_have_text("D6: C6>B6")
    click(page, "B3")
    expect(here(page)).to_have_text("B3")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".status-text")).to_contain_text("Turn 2 of 2")
    click(page, "B9", "B7")
    expect(here(page)).to_have_text("B9: B7")
    click(page, "B6", "B4")
    expect(here(page)).to_have_text("B6>B4")
    click(page, "B4", "C3")
    expect(page.locator(".solved-panel")).to_contain_text("proved")
    expect(page.get_by_role("link", name="Next near my strength")).to_be_visible()
    page.get_by_role("link", name="All problems").click()
    expect(card).to_contain_text("solved")
    expect(card).to_contain_text("Days in a row: 1")
    solved = page.locator(".problem-card.solved")
    expect(solved).to_have_count(1)
    expect(solved).to_contain_text("without help")
    expect(solved).to_contain_text("fewest turns")
    expect(page.locator(".today")).to_contain_text("Rated attempts: 1")
    page.reload()
    expect(card).to_contain_text("Days in a row: 1")


def test_a_long_book_shows_more_when_asked(visit) -> None:
    page = visit("#/problems")
    book = page.locator("section[aria-labelledby=book-composed]")
    cards = book.locator(".problem-card")
    expect(cards).to_have_count(24)
    expect(book).to_contain_text("24 of 64")
    book.get_by_role("button", name="Show 24 more").click()
    expect(cards).to_have_count(48)
    book.get_by_role("button", name="Show 16 more").click()
    expect(cards).to_have_count(64)
    expect(book.get_by_role("button")).to_have_count(0)


def test_filters_stay_over_a_reload(visit) -> None:
    page = visit("#/problems")
    entries = shipped("composed").entries
    cards = page.locator("section[aria-labelledby=book-composed] .problem-card")
    theme = page.get_by_label("Motif")
    theme.select_option("bridge")
    bridges = sum("bridge" in entry.motifs for entry in entries)
    expect(cards).to_have_count(bridges)
    page.get_by_label("Difficulty").select_option("very hard")
    page.get_by_label("Progress").select_option("not solved yet")
    page.reload()
    expect(theme).to_have_value("bridge")
    expect(page.get_by_label("Difficulty")).to_have_value("5")
    expect(page.get_by_label("Progress")).to_have_value("open")
    page.get_by_label("Difficulty").select_option("any")
    expect(cards).to_have_count(bridges)


def test_the_editor_finishes_a_sketch_which_can_be_proposed(visit) -> None:
    page = visit("#/editor/1;C6gC3;D6,B9;C2")
    line = page.get_by_label("As a line of text")
    told = page.locator(".check p")
    for _ in range(10):  # a busy machine may not find one in its time
        page.get_by_role("button", name="Compose from here").click()
        expect(told).to_contain_text(re.compile("Finished|No problem"), timeout=60_000)
        if "Finished" in told.inner_text():
            break
    expect(told).to_contain_text("Finished: exactly one shortest solution")
    expect(line).not_to_have_value("1;C6gC3;D6,B9;C2")
    page.get_by_role("button", name="Ask the solver").click()
    propose = page.get_by_role("button", name="Propose it")
    expect(propose).to_be_visible()
    page.get_by_label("Your name").fill("Ada")
    propose.click()
    expect(page.locator(".propose")).to_contain_text("Thank you!")
    expect(propose).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(line).to_have_value("1;C6gC3;D6,B9;C2")


def test_the_editor_offers_the_turns_that_a_problem_takes(visit) -> None:
    page = visit("#/editor/2;E5cgC4;E7,D4;-")
    page.get_by_role("button", name="Ask the solver").click()
    advice = page.locator(".advice")
    expect(advice.first).to_contain_text("It takes 3 turns at least. Allow 3?")
    advice.first.get_by_role("button", name="Allow 3").click()
    expect(page.get_by_label("As a line of text")).to_have_value("3;E5cgC4;E7,D4;-")


def test_the_editor_plays_other_solutions_and_takes_away_what_is_not_needed(visit) -> None:
    page = visit("#/editor/1;C6gC3;D6,B9;C2")
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".findings")).to_contain_text("Shortest solutions9")
    other = page.locator(".found-lines li", has_text="another way").first
    other.get_by_role("button").click()
    expect(page.locator(".player-controls")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".status-text")).to_contain_text("The problem is solved.")
    page.get_by_role("button", name="Back to the problem").click()
    page.get_by_role("button", name="Allow 2").click()
    line = page.get_by_label("As a line of text")
    expect(line).to_have_value("2;C6gC3;D6,B9;C2")

    line.fill("2;B4gA10;B7,C2;J8")
    line.press("Enter")
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".advice")).to_contain_text("The helper on J8 is not needed.")
    page.get_by_role("button", name="Take it away").click()
    expect(line).to_have_value("2;B4gA10;B7,C2;-")
    page.get_by_role("button", name="Ask the solver").click()
    expect(page.locator(".findings")).to_contain_text("each one is needed")
    expect(page.locator(".findings")).to_contain_text("Motifrelay")


def test_the_rush_counts_what_is_solved_until_the_time_is_up(visit) -> None:
    page = visit(**DESK)
    page.clock.install()
    page.evaluate("() => { Math.random = () => 0 }")
    page.evaluate("() => { location.hash = '#/problems/rush' }")
    page.get_by_role("button", name="Start").click()
    timer = page.get_by_role("timer")
    expect(page.locator("h1")).to_have_text("Solved: 0")
    field = page.locator(".typed input")
    *turns, last = rushed(page).solution
    for turn in turns:
        field.fill(turn)
        field.press("Enter")
        expect(here(page)).to_contain_text(turn.split()[-1])
        page.get_by_role("button", name="End turn").click()
        expect(here(page)).to_have_text("end")
    field.fill(last)
    field.press("Enter")
    expect(page.locator("h1")).to_have_text("Solved: 1")
    first = page.locator(".problem-head .quiet")
    before = first.inner_text()
    page.get_by_role("button", name="Skip").click()
    expect(first).not_to_have_text(before)
    page.clock.fast_forward("01:00")
    expect(timer).to_have_text(re.compile("^3:"))
    expect(page.locator("h1")).to_have_text("Solved: 1")
    page.clock.fast_forward("04:00")
    expect(page.locator(".rush-score")).to_have_text("Time is up. Solved: 1")
    page.get_by_role("link", name="All problems").click()
    rush = page.locator(".today-card", has_text="Rush").filter(has_text="Fragile")
    expect(rush).to_contain_text("Best: 1")


def rushed(page: Page) -> BookEntry:
    """Returns the problem that the rush shows."""
    head = page.locator(".problem-head .quiet")
    expect(head).to_contain_text("Problem")
    book, number = re.findall(r"(.*), Problem (\d+),", head.inner_text())[0]
    names = {"The booklet": "published", "Composed problems": "composed"}
    return shipped(names.get(book, "collection")).entry(int(number))


def test_a_book_is_printed_with_its_solutions_at_the_end(visit, tmp_path) -> None:
    page = visit("#/problems/sheets/published")
    expect(page.locator(".diagram")).to_have_count(8)
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    solutions = page.locator(".sheet-solutions li")
    expect(solutions.first).to_contain_text("D6: C6>B6 B3 / B9: B7 B6>B4 B4~C3")
    pdf = page.pdf(format="A4")
    assert pdf.count(b"/Type /Page\n") >= 2


def test_progress_goes_to_another_browser_as_a_file(visit) -> None:
    page = visit("#/problem/1;C2gC3;C1;-")
    field = page.locator(".typed input")
    expect(field).to_be_enabled()
    field.fill("C1: C2>C3")
    field.press("Enter")
    expect(page.locator(".solved-panel")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/problems")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    other = visit("#/problems")
    other.get_by_label("Import a file").set_input_files(saved.value.path())
    expect(other.get_by_role("status").last).to_have_text("Imported.")
    other.goto(other.url.split("#")[0] + "#/problem/1;C2gC3;C1;-")
    expect(other.get_by_role("button", name="My best solution (1)")).to_be_visible()
