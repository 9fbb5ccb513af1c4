"""What all this is for: the bar, the track, previews, and whose commands are shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import (
    act,
    any_move_of_fragile,
    board_box,
    choose,
    open_table,
    pick,
    play,
    set_up,
    wait_for_turn,
)
from test_shear_panic import until_a_command_is_asked, whatever_is_asked_by_mouse
from test_watching import begin_fragile, end_turn, move_two_dockers

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
NUMBERED = re.compile(r"[Pp]layer \d|[Jj]oueur \d|Spieler \d")


def sheep_table(page: Page, seats: list[str], first: str = "1") -> None:
    pick(page, "shear-panic", seats)
    choose(page, "first", first)
    play(page)


def test_the_bar_of_fragile_says_what_a_depot_and_a_crate_are_for(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    goal = page.locator(".status .goal")
    expect(goal).to_contain_text("depot 1 of 4")
    expect(goal).to_contain_text("three quarters")
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    expect(goal).to_contain_text("a crate scores 1")
    expect(goal).to_contain_text("winner marker")


def test_the_bar_of_shear_panic_says_what_scores_here_and_what_is_ahead(visit) -> None:
    page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    goal = page.locator(".status .goal")
    expect(goal).to_contain_text("On the truck: shake the flock")
    until_a_command_is_asked(page)
    act(page, whatever_is_asked_by_mouse)
    while "gate in" not in goal.inner_text():
        wait_for_turn(page)
        act(page, whatever_is_asked_by_mouse)
    expect(goal).to_contain_text("the front row scores 4")
    expect(goal).to_contain_text(re.compile(r"panic in \d"))


SPILT = """() => {
    const bar = document.querySelector(".status");
    return bar.scrollHeight - bar.clientHeight;
}"""


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_board_stays_where_it_is_whatever_the_bar_says(visit, game, locale) -> None:
    page: Page = visit(locale=locale)
    boxes: dict[int, set[tuple[float, ...]]] = {390: set(), 1280: set()}
    spilt: list[int] = []

    def look() -> None:
        for width, seen in boxes.items():
            page.set_viewport_size({"width": width, "height": 800})
            seen.add(board_box(page))
            spilt.append(page.evaluate(SPILT))

    page.locator(f'.game-card input[value="{game}"]').check(force=True)
    page.locator(".table-form > .primary").click()
    deed = any_move_of_fragile if game == "fragile" else whatever_is_asked_by_mouse
    for _ in range(12):  # in Fragile the setup and a turn, in Shear Panic sometimes the whole game
        if not wait_for_turn(page):
            break
        look()
        act(page, deed)
        look()
    assert max(spilt) <= 1  # nothing of what the bar says is lost
    wait_for_turn(page)
    page.locator(".log h2").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main[data-past]")).to_be_visible()
    look()
    assert {width: len(seen) for width, seen in boxes.items()} == {390: 1, 1280: 1}


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_players_are_called_by_their_names(visit, locale) -> None:
    page = visit()
    begin_fragile(page, ["bot 1"])
    move_two_dockers(page)
    end_turn(page)
    wait_for_turn(page)
    page.locator(".settings summary").click()
    page.locator(".settings select").first.select_option(locale[:2])
    page.wait_for_function("l => document.documentElement.lang === l", arg=locale[:2])
    wait_for_turn(page)
    said = page.locator("main").inner_text() + page.locator("[role=log]").inner_text()
    assert "Ada" in page.locator(".log").inner_text()
    assert NUMBERED.findall(said) == []


@pytest.mark.parametrize("players", [3, 4])
def test_track_and_flock_are_seen_together_on_a_laptop(visit, players) -> None:
    page = visit(**LAPTOP)
    sheep_table(page, ["me", *["screen"] * (players - 1)])
    wait_for_turn(page)
    for part in (".track svg", ".track figcaption", ".board.pasture", ".status .goal"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_preview_shows_all_scores_says_that_panic_follows_and_can_be_kept(visit) -> None:
    page = visit(**LAPTOP)
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Line up").nth(1).click()  # three spaces: the first panic
    page.locator(".cell.lit").first.hover()
    foresight = page.locator(".foresight")
    expect(foresight).to_contain_text("Then panic")
    expect(foresight.locator(".scores-after")).to_contain_text("Ada")
    expect(foresight.locator(".scores-after b")).to_have_text(re.compile(r".+\d, .+\d, .+\d"))
    told = foresight.inner_text()
    page.get_by_role("button", name="Keep this preview").click()
    page.locator(".cell.lit").last.hover()
    expect(foresight).to_have_text(told, use_inner_text=True)
    page.locator(".command", has_text="Leapfrog").hover()
    expect(foresight).to_have_text(told, use_inner_text=True)
    page.get_by_role("button", name="Let this preview go").click()


def test_the_four_line_ups_and_two_turns_look_different(visit) -> None:
    page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    for command, most in (("Line up", 4), ("Ewe turn", 2)):
        page.locator(".command", has_text=command).first.click()
        expect(page.locator(".command.chosen")).to_contain_text(command)
        signs = page.locator(".target.act .arrow")
        expect(signs.nth(1)).to_be_attached()
        drawn = signs.evaluate_all("all => all.map(path => path.getAttribute('d'))")
        # A flock that stands in line already cannot line up in every way.
        assert len(set(drawn)) == len(drawn) <= most


def test_a_command_under_the_pointer_explains_itself(visit) -> None:
    page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Leapfrog").hover()
    expect(page.locator(".foresight")).to_contain_text("leaps over a line of sheep")


def test_the_commands_beside_the_flock_are_always_mine(visit) -> None:
    page = visit(speed="step")
    sheep_table(page, ["me", "bot 1", "bot 1"], first="1")
    expect(page.locator(".menu legend")).to_have_text("My commands")
    mine = page.locator(".log li", has_text="Ada plays")
    for _ in range(200):
        if mine.count() and "is to play" in page.locator(".status-text").inner_text():
            break
        following = page.get_by_role("button", name="Next step")
        if following.count():
            following.click()
        elif page.locator("main[data-ready]").count():
            act(page, whatever_is_asked_by_mouse)
        else:
            page.wait_for_timeout(100)
    expect(page.locator(".menu legend")).to_have_text("My commands")
    expect(page.locator(".command.covered")).to_have_count(mine.count())


def test_sheep_that_are_regrouped_are_marked_and_each_way_has_its_arrow(visit) -> None:
    page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    for _ in range(120):
        wait_for_turn(page)
        if "goes (" in page.locator(".status-text").inner_text():
            break
        act(page, whatever_is_asked_by_mouse)
    expect(page.locator(".regroups")).not_to_have_count(0)
    expect(page.locator(".group-way")).to_have_count(page.locator(".target.act").count())
