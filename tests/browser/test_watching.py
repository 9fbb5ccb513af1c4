"""Seeing what the others did: drawn on the board, step by step, and once more."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from people import act, choose, open_table, pick, play, set_up, wait_for_turn

COUNT_STEPS = """() => {
    const table = document.querySelector("main.table");
    window.steps = [];
    new MutationObserver(() => window.steps.push(Number(table.dataset.version))).observe(
        table, { attributes: true, attributeFilter: ["data-version"] });
}"""


def begin_fragile(page: Page, others: list[str], speed: str = "once") -> None:
    """Sets up, so that I am to play. ``speed`` is for what comes then."""
    open_table(page, "fragile", ["me", *others])
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    if speed != "once":
        page.locator(".settings summary").click()
        page.get_by_label("Moves of the others").select_option(speed)
        page.locator(".settings summary").click()


def move_two_dockers(page: Page) -> None:
    """The shortest turn: each of two dockers makes a step."""
    for _ in range(2):
        wait_for_turn(page)
        page.locator('.cell.lit.grabs[aria-label*="can be picked"]').first.click()
        act(page, lambda page: page.locator(".cell.lit:not(.grabs)").first.click())
    wait_for_turn(page)


def end_turn(page: Page) -> None:
    act(page, lambda page: page.get_by_role("button", name=re.compile("End turn")).click())


def test_the_whole_turn_of_a_bot_stays_drawn_in_order_until_i_act(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 2"])
    move_two_dockers(page)
    end_turn(page)
    wait_for_turn(page)
    numbers = page.locator(".trail-number text")
    expect(numbers.nth(1)).to_be_visible()
    found = [re.sub(r"\D", "", text) for text in numbers.all_text_contents()]
    assert found == [str(place + 1) for place in range(len(found))]
    page.locator('.cell.lit.grabs[aria-label*="can be picked"]').first.click()
    expect(numbers).to_have_count(len(found))  # a docker in hand is not yet a move
    act(page, lambda page: page.locator(".cell.lit:not(.grabs)").first.click())
    expect(numbers).to_have_count(0)
    expect(page.locator(".trail")).to_have_count(1)


def test_a_bot_says_why_it_played_its_turn(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 2"])
    move_two_dockers(page)
    end_turn(page)
    wait_for_turn(page)
    expect(page.locator(".last-turns li")).to_have_count(1)
    reason = page.locator(".last-turns .reason").first.inner_text()
    assert len(reason) > 10
    expect(page.locator(".log .reason").last).to_have_text(reason)


def test_four_players_skip_no_step_however_many_bots_play_in_a_row(visit) -> None:
    page = visit()  # with reduced motion, too, a turn is shown step by step
    begin_fragile(page, ["bot 1", "bot 1", "bot 1"], speed="fast")
    move_two_dockers(page)
    page.evaluate(COUNT_STEPS)
    end_turn(page)
    wait_for_turn(page)
    steps = page.evaluate("window.steps")
    assert len(steps) > 9
    assert steps == list(range(steps[0], steps[0] + len(steps)))
    expect(page.locator(".last-turns li")).to_have_count(3)


def test_step_by_step_each_step_waits_for_the_player(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 2"], speed="step")
    move_two_dockers(page)
    end_turn(page)
    following = page.get_by_role("button", name="Next step")
    expect(following).to_be_visible()
    table = page.locator("main.table")
    before = int(str(table.get_attribute("data-version")))
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "v => Number(document.querySelector('main.table').dataset.version) > v", arg=before
    )
    expect(following).to_be_visible()
    page.get_by_role("button", name="Back to the present").click()
    wait_for_turn(page)
    expect(following).to_have_count(0)


def test_one_key_shows_again_what_happened_since_my_turn(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 1", "bot 1"], speed="fast")
    move_two_dockers(page)
    end_turn(page)
    wait_for_turn(page)
    page.evaluate(COUNT_STEPS)
    last = page.locator("main.table").get_attribute("data-version")
    page.keyboard.press("p")
    expect(page.locator(".status .past")).to_be_visible()
    wait_for_turn(page)
    assert str(page.evaluate("window.steps.at(-1)")) == last
    assert len(page.evaluate("window.steps")) > 5
    page.get_by_role("button", name=re.compile("Show the turn of")).last.click()
    expect(page.locator(".status .past")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".status .past")).to_have_count(0)
    wait_for_turn(page)


def test_arrow_keys_look_back_at_the_table_and_lead_to_the_present(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "screen"])
    for _ in range(3):
        wait_for_turn(page)
        act(page, lambda page: page.locator(".cell.lit").first.click())
    wait_for_turn(page)
    page.evaluate("document.activeElement.blur()")
    depots = page.locator(".text-board li", has_text="depot of")
    now = depots.count()
    page.keyboard.press("ArrowLeft")
    expect(depots).to_have_count(now - 1)
    page.keyboard.press("ArrowLeft")
    expect(depots).to_have_count(now - 2)
    expect(page.locator(".status-text")).to_contain_text("puts a depot on")
    assert page.locator(".cell.lit").count() == 0
    page.keyboard.press("ArrowRight")
    expect(depots).to_have_count(now - 1)
    page.get_by_role("button", name="Back to the present").click()
    expect(depots).to_have_count(now)
    wait_for_turn(page)
    expect(page.locator(".cell.lit")).not_to_have_count(0)


def test_a_replay_tells_each_move_by_turn_and_its_list_follows(visit) -> None:
    page = visit()
    begin_fragile(page, ["bot 2"])
    move_two_dockers(page)
    end_turn(page)
    wait_for_turn(page)
    page.get_by_role("link", name="Replay", exact=True).click()
    steps = page.locator(".moves li button")
    expect(steps.last).to_be_in_viewport(ratio=0.5)
    expect(steps.last.locator("span")).not_to_be_empty()
    expect(page.locator(".moves .turn-heading .reason")).not_to_have_count(0)
    assert page.locator(".moves .turn-heading").count() < steps.count()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves .here")).to_be_in_viewport(ratio=0.5)


def test_a_flock_that_a_bot_moved_shows_where_each_sheep_came_from(visit) -> None:
    page = visit()
    pick(page, "shear-panic", ["me", "bot 1", "bot 1"])
    choose(page, "first", "2")
    play(page)
    for _ in range(40):
        wait_for_turn(page)
        if page.locator(".trail.sheep path").count():
            break
        if page.locator(".cell.lit").count() == 0:
            page.locator(".command:not(.covered):not(.cannot)").first.click()
        if page.locator(".cell.lit:not(.grabs)").count() == 0:
            page.locator(".cell.lit.grabs").first.click()
        act(page, lambda page: page.locator(".cell.lit:not(.grabs)").first.click())
    expect(page.locator(".trail.sheep path")).not_to_have_count(0)
    expect(page.locator(".last-turns .reason")).not_to_have_count(0)
