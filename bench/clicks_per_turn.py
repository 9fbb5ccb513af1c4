"""Counts the clicks that a turn takes, in a real Chromium, by mouse, with the usual settings.

    python bench/clicks_per_turn.py

Fragile: two bots choose the moves of a whole game, and the mouse plays them for both sides in the
shortest way that the page offers. ``one_by_one`` is what the same moves would take if each docker,
each crate and each cell had its own click, and nothing was confirmed. Shear Panic: one whole game
for two, of any legal moves, because each command takes about the same clicks. Prints ``name value
unit``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from playwright.sync_api import Browser, Locator, Page  # noqa: E402

from conftest import Server, at_a_server  # noqa: E402
from people import act, cell, choose, clicks, count_clicks, pick, play, wait_for_turn  # noqa: E402
from tablee.bots import Budget, bot  # noqa: E402
from tablee.games.fragile import Fragile  # noqa: E402
from test_shear_panic import whatever_is_asked_by_mouse  # noqa: E402

ACTION = re.compile(r"(?:(\w+): )?(\w+)(?:([>+~-])(\w+)|(!))?")
BUTTONS = {"": "Go", ">": "Push", "+": "Stack", "-": "Unstack", "~": "Hand"}
PLAYED = """version => {
    const table = document.querySelector("main.table").dataset;
    return table.ready === undefined || table.version !== version;
}"""


def script() -> Iterator[tuple[str, ...]]:
    """Two bots play Fragile. Yields the moves of each turn, and each move of the setup."""
    sitting = Fragile(players=2).sitting()
    foreman = bot("fragile", "3")
    while sitting.state.actor is not None:
        moves = foreman.choose(sitting, Budget(nodes=2000), seed=1).moves
        yield moves
        for text in moves:
            sitting = sitting.play(sitting.moves[text], text)


def is_setup(move: str) -> bool:
    return move.startswith(("depot", "docker"))


def parsed(move: str) -> tuple[str, str, str, str, str]:
    """Returns the docker, the cell of the crate or walk, the sign, the target, and the flip."""
    found = ACTION.fullmatch(move)
    assert found is not None
    docker, place, sign, target, flip = found.groups("")
    return docker, place, sign, target, flip


def one_by_one(move: str) -> int:
    if move == "end" or is_setup(move):
        return 1
    docker, _, sign, _, flip = parsed(move)
    return (1 if docker else 0) + (2 if sign or flip else 1)


def is_carried(behind: str, crate: str, target: str) -> bool:
    """True if a docker that walks behind the crate pushes it by one cell: one gesture does both."""
    (ax, ay), (bx, by), (cx, cy) = [
        (ord(name[0]), int(name[1:])) for name in (behind, crate, target)
    ]
    return abs(cx - bx) + abs(cy - by) == 1 and (bx - ax, by - ay) == (cx - bx, cy - by)


class Mouse:
    """Plays moves of Fragile."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def play(self, moves: list[str]) -> None:
        while moves:
            wait_for_turn(self.page)
            if moves[0] == "end":
                self.click(self.page.locator(".play .deeds .primary"))
                moves.pop(0)
            elif is_setup(moves[0]):
                kind, place = moves.pop(0).split()
                self.aim(place, kind.capitalize())
            else:
                del moves[: self.act(moves)]

    def act(self, moves: list[str]) -> int:
        """Plays the first move, or the first two in one gesture. Returns how many."""
        docker, place, sign, target, flip = parsed(moves[0])
        if docker:
            self.click(cell(self.page, docker))
        if flip:
            self.click(self.page.locator(".flip-buttons .move", has_text=place))
        elif not sign and self.carries(place, moves[1]):
            return 2
        elif not sign or not self.click(cell(self.page, place)):
            self.aim(target or place, BUTTONS[sign])
        return 1

    def carries(self, behind: str, following: str) -> bool:
        """Walks behind a crate that is out of reach, and pushes it. False if that is not asked."""
        if ">" not in following or ":" in following:
            return False
        crate, target = following.split(">")
        there = cell(self.page, crate)
        if "lit" in str(there.get_attribute("class")) or not is_carried(behind, crate, target):
            return False
        return not self.click(there) and self.click(cell(self.page, target))

    def click(self, place: Locator) -> bool:
        """Returns True if the click played a move."""
        before = self.page.locator("main.table").get_attribute("data-version")
        place.click()
        return bool(self.page.evaluate(PLAYED, before))

    def aim(self, place: str, button: str) -> None:
        """Clicks a cell. If several moves end there, or it cannot be undone, a button decides."""
        if not self.click(cell(self.page, place)):
            buttons = self.page.locator(".armed .move")
            self.click(buttons.filter(has_text=re.compile(f"^{button} ")))


def say(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.1f} {unit}", flush=True)


def table(browser: Browser, server: Server, game: str) -> Page:
    """Opens a table for two people at one screen."""
    page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
    page.set_default_timeout(60_000)
    page.goto(server.address)
    pick(page, game, ["me", "screen"])
    choose(page, "first", "1")
    play(page)
    wait_for_turn(page)
    count_clicks(page)
    return page


def fragile(browser: Browser, server: Server) -> None:
    page, turns, plain, setup = table(browser, server, "fragile"), 0, 0, 0
    mouse = Mouse(page)
    for moves in script():
        if not is_setup(moves[0]) and turns == 0:
            wait_for_turn(page)
            setup = clicks(page)
        turns += not is_setup(moves[0])
        plain += sum(map(one_by_one, moves))
        mouse.play(list(moves))
    assert not wait_for_turn(page), "the game at the table did not end like the script"
    say("fragile_turns", turns, "turns")
    say("fragile_setup", setup, "clicks")
    say("fragile_clicks_per_turn", (clicks(page) - setup) / turns, "clicks")
    say("fragile_clicks_per_turn_with_setup", clicks(page) / turns, "clicks")
    say("fragile_clicks_per_turn_with_setup_one_by_one", plain / turns, "clicks")
    page.close()


def shear_panic(browser: Browser, server: Server) -> None:
    page = table(browser, server, "shear-panic")
    while wait_for_turn(page):
        act(page, whatever_is_asked_by_mouse)
    turns = page.locator(".log li", has_text=re.compile(r"Ada( 2)? plays")).count()
    say("shear_panic_turns", turns, "turns")
    say("shear_panic_clicks_per_turn", clicks(page) / turns, "clicks")
    page.close()


if __name__ == "__main__":
    with at_a_server() as (browser, server):
        fragile(browser, server)
        shear_panic(browser, server)
