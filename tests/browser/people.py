"""What people do at a page, as one would say it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLUMNS = "ABCDEFGHIJ"


def open_table(page: Page, game: str, seats: list[str], name: str = "Ada") -> None:
    """Pick a game and who sits where; ``seats`` begins with the first seat."""
    page.locator(f'.game-card input[value="{game}"]').check(force=True)
    page.get_by_label("Your name").fill(name)
    page.locator(".counts label", has_text=str(len(seats))).click()
    expect(page.locator(".seat-choices select")).to_have_count(len(seats))
    for place, seat in zip(page.locator(".seat-choices select").all(), seats, strict=True):
        place.select_option(seat)
    page.locator(".table-form > .primary").click()
    expect(page.locator(".cells")).to_be_visible()


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def invitation(page: Page) -> str:
    """The part of the link that others get, behind the address of the server."""
    return "#" + page.get_by_label("Link to this table").input_value().split("#")[1]


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def wait_for_turn(page: Page) -> bool:
    """True once the table waits for us, False once the game is over."""
    page.wait_for_function("() => document.querySelector('.end, main.table[data-ready]')")
    return page.locator(".end").count() == 0


def act(page: Page, deed: Callable[[Page], None]) -> None:
    """Do what leads to another state, and wait for it."""
    before = page.locator("main.table").get_attribute("data-version")
    deed(page)
    page.wait_for_function(
        "v => document.querySelector('.end')"
        " || document.querySelector('main.table').dataset.version !== v",
        arg=before,
    )


def set_up(page: Page, click: Callable[[Page], None]) -> None:
    """Depots and dockers, wherever there is room."""
    while wait_for_turn(page) and page.locator(".cell.grabs").count() == 0:
        act(page, click)


def press_to(page: Page, name: str) -> None:
    """The cell cursor of the quay, by arrow keys alone."""
    here = page.evaluate("() => document.activeElement.dataset.cell")
    if not here:
        page.keyboard.press("b")
        here = page.evaluate("() => document.activeElement.dataset.cell")
    across = COLUMNS.index(name[0]) - COLUMNS.index(here[0])
    down = int(name[1:]) - int(here[1:])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.cell") == name


def violations(page: Page) -> list[str]:
    """Barriers for people that axe-core finds on the page, serious ones only."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{problem['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for problem in found["violations"]
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"][:3]
    ]
