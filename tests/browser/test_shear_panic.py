"""Shear Panic in the browser: commands, previews, and a whole game against bots."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from people import open_table, wait_for_turn


def act(page: Page) -> None:
    """Whatever is asked: a command and its target, a panic, a regrouping."""
    if page.locator(".cell.lit").count() == 0:
        page.locator(".command:not(.covered):not(.cannot)").first.click()
    while page.locator(".armed .move").count() == 0 and page.locator(".cell.lit.grabs").count() == (
        page.locator(".cell.lit").count()
    ):
        page.locator(".cell.lit").first.click()
    page.locator(".cell.lit:not(.grabs)").first.click()
    if page.locator(".armed .move").count():
        page.locator(".armed .move").first.click()


def test_a_command_shows_its_targets_and_what_each_leads_to(visit) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    for _ in range(20):
        if "play a command" in page.locator(".status-text").inner_text():
            break
        before = page.locator(".log li").count()
        act(page)
        page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    page.locator(".command", has_text="Line push").first.click()
    target = page.locator(".cell.lit").first
    target.hover()
    expect(page.locator(".foresight")).to_contain_text("plays line push 1")
    expect(page.locator(".foresight")).to_contain_text("The counter moves from 0 to 1")
    expect(page.locator(".ghost .way")).not_to_have_count(0)


def test_a_whole_game_against_bots(visit) -> None:
    page = visit()
    open_table(page, "shear-panic", ["me", "bot random", "bot random"])
    for _ in range(200):
        if not wait_for_turn(page):
            break
        before = page.locator(".log li").count()
        act(page)
        page.wait_for_function(
            "n => document.querySelector('.end') || document.querySelectorAll('.log li').length > n"
            " || document.querySelectorAll('.log li').length === 200",
            arg=before,
        )
    expect(page.locator(".end h2")).to_contain_text(re.compile("wins"))
    expect(page.locator(".end .total")).to_be_visible()
