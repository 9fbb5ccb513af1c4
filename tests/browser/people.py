"""What people do at a page, as one would say it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

ENOUGH = 400
"""Moves after which a game should have been over."""


def open_table(page: Page, game: str, seats: list[str], name: str = "Ada") -> None:
    """Pick a game and who sits where; ``seats`` begins with the first seat."""
    page.locator(f'.game-card input[value="{game}"]').check(force=True)
    page.get_by_label("Your name").fill(name)
    page.locator(".counts label", has_text=str(len(seats))).click()
    for place, seat in zip(page.locator(".seat-choices select").all(), seats, strict=True):
        place.select_option(seat)
    page.locator(".table-form > .primary").click()
    expect(page.locator(".cells")).to_be_visible()


def cell(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.locator(f'[data-cell="{name}"]')


def wait_for_turn(page: Page) -> bool:
    """True once something can be clicked, False once the game is over."""
    page.wait_for_function(
        "() => document.querySelector('.end')"
        " || (document.querySelector('.status.mine')"
        "   && document.querySelector('.cell.lit, .command:not(.covered),"
        "      .deeds .primary:not([aria-disabled=true])'))"
    )
    return page.locator(".end").count() == 0


def is_setup(page: Page) -> bool:
    return page.locator(".cell.grabs").count() == 0


def set_up(page: Page, click: Callable[[Page], None]) -> None:
    """Depots and dockers, wherever there is room."""
    while wait_for_turn(page) and is_setup(page):
        before = log_length(page)
        click(page)
        page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)


def log_length(page: Page) -> int:
    return page.locator(".log li").count()
