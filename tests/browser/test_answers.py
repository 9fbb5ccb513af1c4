"""Wrong links, settings, refusals, and the log: what the page says, and when it stops saying it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import act, cell, invitation, open_table, sit_down, wait_for_turn
from test_problems import FIRST
from test_watching import begin_fragile, end_turn, move_two_dockers

WRONG = (
    "tabel/x",
    "table/nothing",
    "replay/nothing/3",
    "learn",
    "learn/chess",
    "learn/fragile/99",
    "problems/nobook/3",
    "problems/published/9999",
    "problem/nonsense",
)


def test_a_wrong_link_ends_on_a_page_that_says_so_and_leads_on(visit) -> None:
    page: Page = visit()
    start = page.url.split("#")[0]
    for path in WRONG:
        page.goto(f"{start}#/{path}")
        said = page.locator("main.middle")
        expect(said.locator("h1")).not_to_be_empty()
        expect(said).to_contain_text(re.compile(r"There is no|not complete|cannot be|is not"))
        said.locator("a.primary").click()
        expect(page.locator("main:not(.middle)")).to_be_visible()


@pytest.mark.parametrize("status", [200, 404])
def test_the_lobby_leads_to_the_documents_if_the_server_has_them(visit, status) -> None:
    page: Page = visit()
    page.route("**/docs/index.html", lambda route: route.fulfill(status=status))
    with page.expect_response("**/docs/index.html"):
        page.reload()
    expect(page.locator(".table-form")).to_be_visible()
    page.wait_for_load_state("networkidle")
    link = page.locator('a[href="/docs/index.html"]')
    expect(link).to_have_count(1 if status == 200 else 0)


def test_settings_close_on_escape_and_on_a_click_beside_them(visit) -> None:
    page: Page = visit()
    box = page.locator(".settings-box")
    page.locator(".settings summary").click()
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(page.locator(".settings summary")).to_be_focused()
    page.locator(".settings summary").click()
    page.get_by_label("Sounds").check()
    expect(box).to_be_visible()
    page.locator("h1").click()
    expect(box).to_be_hidden()


NOTIFICATION = """answer => {
    window.Notification = class {
        static permission = "default";
        static requestPermission = async () => (Notification.permission = answer);
    };
}"""


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_the_switch_of_notifications_tells_the_truth(visit, answer) -> None:
    page: Page = visit()
    page.evaluate(NOTIFICATION, answer)
    page.locator(".settings summary").click()
    switch = page.get_by_label("Notification when it is my turn")
    switch.click()
    if answer == "granted":
        expect(switch).to_be_checked()
        expect(page.locator(".notify-refused")).to_be_empty()
    else:
        expect(page.locator(".notify-refused")).to_contain_text("The browser forbids")
        expect(switch).not_to_be_checked()


def test_one_answer_stands_at_a_time_and_none_outlives_its_moment(visit) -> None:
    page: Page = visit()
    begin_fragile(page, ["screen"])
    answers = page.locator(".answer p")
    page.get_by_role("button", name="End turn").click(force=True)
    expect(page.locator(".answer .rule")).to_have_text(re.compile("F-"))
    cell(page, "E9").click()  # nobody is in hand yet
    expect(answers).to_have_text("Pick one of your dockers first.")
    page.locator(".cell.lit.grabs").first.click()
    expect(answers).to_have_count(0)
    page.get_by_role("button", name="End turn").click(force=True)
    expect(answers).to_have_count(1)
    wait_for_turn(page)
    act(page, lambda page: page.locator(".cell.lit:not(.grabs)").first.click())
    expect(answers).to_have_count(0)


def test_every_sentence_of_the_log_carries_its_own_rule(visit) -> None:
    page: Page = visit()
    begin_fragile(page, ["screen"])
    move_two_dockers(page)
    end_turn(page)
    ended = page.locator(".log li", has_text="ends the turn").last
    expect(ended.locator(".rule")).to_have_text(["F-3.1", "F-3.2"])


def test_moves_that_were_taken_back_fold_away(visit) -> None:
    page: Page = visit()
    begin_fragile(page, ["screen"])
    lines = page.locator(".log ol > li")
    before = lines.count()
    for _ in range(2):
        wait_for_turn(page)
        page.locator('.cell.lit.grabs[aria-label*="can be picked"]').first.click()
        act(page, lambda page: page.locator(".cell.lit:not(.grabs)").first.click())
    for _ in range(2):
        wait_for_turn(page)
        act(page, lambda page: page.keyboard.press("u"))
    expect(lines).to_have_count(before + 1)
    folded = lines.last
    expect(folded.locator("summary")).to_have_text("Undone: 2")
    expect(folded.locator("p").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("p")).to_have_count(4)


IN_VIEW = """which => {
    const line = document.querySelector(which).getBoundingClientRect();
    const list = document.querySelector(".log ol").getBoundingClientRect();
    return list.top <= line.top && line.bottom <= list.bottom + 1;
}"""


def test_the_log_follows_who_looks_back(visit) -> None:
    page: Page = visit()
    begin_fragile(page, ["screen"])
    page.locator(".log h2").click()  # on the board the key means the cursor
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    here = page.locator(".log li.here")
    expect(here).to_contain_text("depot")
    page.wait_for_function(IN_VIEW, arg=".log li.here")
    page.keyboard.press("Escape")
    expect(here).to_have_count(0)
    page.wait_for_function(IN_VIEW, arg=".log ol > li:last-child")


def test_on_a_problem_r_turns_the_board_and_does_nothing_else(visit) -> None:
    page: Page = visit(f"#/problem/{FIRST}")
    page.get_by_label("Type a move").fill("D6: C6>B6")
    page.keyboard.press("Enter")
    expect(page.locator(".line button.here code")).to_have_text("D6: C6>B6")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator(".line button.here")).to_have_text("Start")
    page.keyboard.press("r")
    page.wait_for_function("() => document.documentElement.style.cssText.includes('--turn: 1')")
    expect(page.locator(".line button.here")).to_have_text("Start")
    page.keyboard.press("y")
    expect(page.locator(".line button.here code")).to_have_text("D6: C6>B6")


def test_a_placed_depot_is_taken_back_until_the_next_player_acts(visit) -> None:
    ada: Page = visit()
    open_table(ada, "fragile", ["me", "friend"])
    ben: Page = visit(invitation(ada))
    sit_down(ben, "Ben")
    wait_for_turn(ada)
    cell(ada, "A1").click()
    wait_for_turn(ben)
    ben.get_by_role("button", name="Undo").click(force=True)
    expect(ben.locator(".answer .refusal")).to_contain_text("nothing to undo")
    ada.get_by_role("button", name="Undo").click()
    wait_for_turn(ada)
    expect(ada.locator(".log li").last).to_contain_text("Undone: 1")
    cell(ada, "C3").click()
    wait_for_turn(ben)
    cell(ben, "J1").click()
    wait_for_turn(ada)
    expect(ada.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_a_docker_walks_to_a_crate_and_pushes_it_in_one_gesture(visit) -> None:
    page: Page = visit(f"#/problem/{FIRST}")
    expect(page.locator(".cell.grabs")).not_to_have_count(0)
    cell(page, "D6").click()
    expect(page.locator(".held")).to_be_visible()
    cell(page, "C6").hover()
    page.mouse.down()
    cell(page, "C5").hover()
    page.mouse.up()
    expect(page.locator(".line code")).to_have_text([re.compile("C7"), "C6>C5"])
