"""The great moments: points, the marker, panic, shearing, the end, and how they sound."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from people import act, cell, open_table, set_up, wait_for_turn
from test_goals import sheep_table
from test_shear_panic import whatever_is_asked_by_mouse
from test_watching import end_turn, move_two_dockers

KEEP_MOMENTS = """() => {
    window.moments = {};
    new MutationObserver(() => {
        for (const element of document.querySelectorAll(".climax p, .rising text, .shorn, .figure"))
            window.moments[element.className.baseVal ?? element.className] = element.textContent;
        if (document.querySelector(".goal")?.textContent.includes("may be the last"))
            window.moments["last turn"] = document.querySelector(".acting .tag")?.textContent;
    }).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""

COUNT_TONES = """() => {
    window.tones = 0;
    const part = () => ({
        connect: part, start: () => {}, stop: () => {}, gain: ramp, frequency: ramp,
    });
    const ramp = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    window.AudioContext = class {
        currentTime = 0;
        createGain = part;
        createOscillator = () => { window.tones++; return part(); };
    };
}"""


def test_gate_shearing_and_panic_are_seen_and_the_end_is_a_feast(visit) -> None:
    page: Page = visit(reduced_motion="no-preference")
    sheep_table(page, ["me", "screen", "screen"])
    wait_for_turn(page)
    page.evaluate(KEEP_MOMENTS)
    for _ in range(200):
        if not wait_for_turn(page):
            break
        act(page, whatever_is_asked_by_mouse)
    moments = page.evaluate("window.moments")
    assert {"panic-rolled", "points-scored", "sheep-shorn"} <= set(moments)
    assert "+" in moments["points-scored"]
    assert {"figure", "shorn"} <= set(moments)  # the Shearer comes, and the row goes
    # Few games end because nobody has a command left; then no turn was known to be the last.
    if "final pen" in page.locator(".end").inner_text():
        assert moments["last turn"] == "maybe the last turn"
    assert moments[""] in ("+1", "+2", "+3", "+4")  # what a row is worth rises from a sheep
    expect(page.locator(".end h2")).to_contain_text("wins")
    expect(page.locator(".end .why")).not_to_be_empty()
    expect(page.locator(".end .verify")).to_contain_text("Every roll can be checked")
    expect(page.locator(".end .confetti i")).not_to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator(".end h2")).to_contain_text("wins")
    expect(page.locator(".end .confetti")).to_have_count(0)


def test_a_stored_crate_and_the_marker_are_seen(visit) -> None:
    page: Page = visit()
    open_table(page, "fragile", ["me", "bot 3"])
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    page.evaluate(KEEP_MOMENTS)
    for _ in range(6):
        move_two_dockers(page)
        end_turn(page)
        wait_for_turn(page)
        if page.locator(".star").count():
            break
    moments = page.evaluate("window.moments")
    assert {"crate-stored", "marker-taken"} <= set(moments)
    assert "winner marker" in moments["marker-taken"]
    expect(page.locator(".climax p")).to_have_count(0)  # it does not stay in the way


def test_sounds_are_off_until_asked_for(visit) -> None:
    page: Page = visit()
    open_table(page, "fragile", ["me", "screen"])
    page.evaluate(COUNT_TONES)
    wait_for_turn(page)
    act(page, lambda page: cell(page, "A1").click())
    assert page.evaluate("window.tones") == 0
    page.locator(".settings summary").click()
    page.get_by_label("Sounds").check()
    page.locator(".settings summary").click()
    wait_for_turn(page)
    act(page, lambda page: cell(page, "J1").click())
    page.wait_for_function("() => window.tones > 0")


def test_the_last_turns_of_fragile_are_announced_in_bar_and_panels_and_the_end_says_why(
    visit,
) -> None:
    page: Page = visit()
    open_table(page, "fragile", ["me", "bot 3"])
    set_up(page, lambda page: page.locator(".cell.lit").first.click())
    for _ in range(60):
        move_two_dockers(page)
        if "The last turns!" in page.locator(".status .goal").inner_text():
            break
        end_turn(page)
        assert wait_for_turn(page)
    expect(page.locator(".players .tag", has_text="last turn")).to_have_count(2)
    end_turn(page)
    expect(page.locator(".end h2")).to_contain_text("wins")
    expect(page.locator(".end .why")).to_contain_text("holds the winner marker")
    expect(page.locator(".end .verify")).to_have_count(0)  # nothing was rolled
    expect(page.locator(".side > :first-child")).to_have_class("end")
    expect(page.locator(".end h2")).to_be_in_viewport()
