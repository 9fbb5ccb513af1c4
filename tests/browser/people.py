"""The actions of people at a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def open_table(page: Page, game: str, seats: list[str], name: str = "Ada") -> None:
    """Makes a table with the default options."""
    pick(page, game, seats, name)
    play(page)


def pick(page: Page, game: str, seats: list[str], name: str = "Ada") -> None:
    """Picks a game and who sits where. ``seats`` begins with the first seat."""
    page.locator(f'.game-card input[value="{game}"]').check(force=True)
    page.get_by_label("Your name").fill(name)
    page.locator(".counts label", has_text=str(len(seats))).click()
    expect(page.locator(".seat-choices select")).to_have_count(len(seats))
    for place, seat in zip(page.locator(".seat-choices select").all(), seats, strict=True):
        place.select_option(seat)


def choose(page: Page, option: str, value: str, place: int = 0) -> None:
    """Chooses a value of an option. ``place`` is the seat of an option with a value for each."""
    if page.locator(".more[open]").count() == 0:
        page.locator(".more > summary").click()
    page.locator(f'.more [data-option="{option}"]').nth(place).select_option(value)


def play(page: Page) -> None:
    page.locator(".table-form > .primary").click()
    expect(page.locator(".cells")).to_be_visible()


OPTIONS = """async () => {
  const [, id, key] = location.hash.match(/table\\/([^?]+)\\?key=(.*)/);
  const answer = await fetch(`/api/tables/${id}?key=${key}`);
  return (await answer.json()).table.options;
}"""


def options_of(page: Page) -> dict[str, str]:
    """Returns the options of the table from the server."""
    told: dict[str, str] = page.evaluate(OPTIONS)
    return told


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def invitation(page: Page) -> str:
    """Returns the link for others, without the address of the server."""
    return "#" + page.get_by_label("Link to this table").input_value().split("#")[1]


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def wait_for_turn(page: Page) -> bool:
    """Waits for our turn, and returns True, or for the end of the game, and returns False."""
    page.wait_for_function("() => document.querySelector('.end, main.table[data-ready]')")
    return page.locator(".end").count() == 0


def act(page: Page, deed: Callable[[Page], None]) -> None:
    """Does something, and waits for the next state."""
    before = page.locator("main.table").get_attribute("data-version")
    deed(page)
    page.wait_for_function(
        "v => document.querySelector('.end')"
        " || document.querySelector('main.table').dataset.version !== v",
        arg=before,
    )


def set_up(page: Page, click: Callable[[Page], None]) -> None:
    """Places depots and dockers at any free place."""
    while wait_for_turn(page) and page.locator(".cell.grabs").count() == 0:
        act(page, click)


def any_move_of_fragile(page: Page) -> None:
    """Plays the first move that is lit, and ends the turn as soon as it may end."""
    wait_for_turn(page)
    end = page.locator('.play .deeds .primary:not([aria-disabled="true"])')
    if page.locator(".cell.grabs").count() == 0 and page.locator(".cell.lit").count():
        page.locator(".cell.lit").first.click()
    elif end.count():
        end.click()
    else:
        page.locator(".cell.grabs").first.click()
        page.locator(".cell.lit:not(.grabs)").first.click()


BOX = """async () => {
    // Some of the page answers to a new size only when it is drawn.
    const drawn = () => new Promise(done => requestAnimationFrame(done));
    await drawn().then(drawn);
    const {x, y, width, height} = document.querySelector(".board").getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height].map(size => Math.round(10 * size) / 10);
}"""


def board_box(page: Page) -> tuple[float, ...]:
    """Returns where on the page the board is, and its size."""
    return tuple(page.evaluate(BOX))


def first_load(page: Page, address: str) -> tuple[float, float]:
    """Makes a first visit. Returns the bytes of the page's own files, packed, and of everything."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    heads: dict[str, float] = {}
    files: list[float] = []
    everything: list[float] = []

    def began(event: Any) -> None:
        if "/api/" not in event["response"]["url"]:
            heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def ended(event: Any) -> None:
        size, head = event["encodedDataLength"], heads.get(event["requestId"])
        files.append(0 if head is None else size - head)
        everything.append(size)

    session.on("Network.responseReceived", began)
    session.on("Network.loadingFinished", ended)
    page.goto(address)
    expect(page.locator(".table-form")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return sum(files), sum(everything)


def count_clicks(page: Page) -> None:
    """Counts all clicks from now on."""
    page.evaluate("() => { window.clicks = 0; addEventListener('click', () => clicks++, true); }")


def clicks(page: Page) -> int:
    return int(page.evaluate("clicks"))


def tab_to(page: Page, which: str) -> None:
    """Presses Tab until this has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("which => document.activeElement.matches(which)", which):
            return
    raise AssertionError(f"the keyboard does not get to {which}")


ARROWS_TO = """which => {
    const [here, there] = [document.activeElement, document.querySelector(which)].map(
        element => element.getBoundingClientRect());
    const [right, down] = [there.x - here.x, there.y - here.y];
    const across = right > 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const along = down > 0 ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
    const first = Math.abs(right) >= here.width / 2 ? [across, along] : [along, across];
    const keys = [first[0][0], first[1][0], first[1][1], first[0][1]];
    return [document.activeElement.dataset.cell, ...keys];
}"""


def arrows_to(page: Page, which: str) -> None:
    """Moves the cursor of a board to a cell of this kind. It skips empty cells, so ways bend."""
    page.keyboard.press("b")
    tried = set[tuple[str, str]]()
    for _ in range(120):
        if page.evaluate("which => document.activeElement.matches(which)", which):
            return
        place, *keys = page.evaluate(ARROWS_TO, which)
        key = next((key for key in keys if (place, key) not in tried), "")
        assert key, f"no arrow leads on from {place} to {which}"
        tried.add((place, key))
        page.keyboard.press(key)
    raise AssertionError(f"the arrows do not get to {which}")


def violations(page: Page) -> list[str]:
    """Returns the moderate and serious barriers that axe-core finds on the page."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{problem['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for problem in found["violations"]
        if problem["impact"] in ("moderate", "serious", "critical")
        for node in problem["nodes"][:3]
    ]
