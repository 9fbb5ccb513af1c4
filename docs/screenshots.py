"""Pictures of every page of the browser table, and film strips of whole games, to be looked at.

    make screenshots                  into .make/screenshots
    make screenshots ARGS=DIR         into another folder
    make screenshots ARGS="DIR film"  only the film strip

Needs what `make test` installs, and a Chromium.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from film_strip import film  # noqa: E402
from playwright.sync_api import Browser, Page, expect  # noqa: E402

from conftest import Server, at_a_server  # noqa: E402
from people import act, cell, choose, open_table, pick, wait_for_turn  # noqa: E402
from test_shear_panic import until_a_command_is_asked  # noqa: E402

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LOOKS = {
    "desktop": DESKTOP,
    "phone": PHONE,
    "dark": {**DESKTOP, "color_scheme": "dark"},
    "phone-dark": {**PHONE, "color_scheme": "dark"},
}
OPENING = (
    *("depot A1", "depot J1", "depot H3", "depot C3", "depot J10", "depot H8", "depot C8"),
    *("depot A10", "docker A1", "docker J1", "docker H3", "docker C3", "docker J10", "docker H8"),
    *("A1: D1", "J10: G10", "end"),
    *("C3: D2 D3", "D3: D2", "H8: H9 H10", "end"),
)


def typed(page: Page, move: str) -> None:
    wait_for_turn(page)
    field = page.locator(".typed input")
    field.fill(move)
    act(page, lambda _: field.press("Enter"))


def any_move(page: Page) -> None:
    page.locator(".choices summary").click()
    page.locator(".choice-list .move").first.click()


class Album:
    """One visitor with one look, and the pictures taken on the way."""

    def __init__(self, browser: Browser, server: Server, look: str, folder: Path) -> None:
        wishes = {"locale": "en-GB", "reduced_motion": "reduce", **LOOKS[look]}
        context = browser.new_context(**wishes)  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        self.page, self.address = context.new_page(), server.address
        self.look, self.folder = look, folder

    def shoot(self, name: str) -> None:
        self.page.wait_for_timeout(500)
        whole = self.look.startswith("phone") and name != "rules"
        self.page.screenshot(path=self.folder / f"{name}-{self.look}.png", full_page=whole)

    def take(self) -> None:
        self.page.goto(self.address)
        expect(self.page.locator(".table-form")).to_be_visible()
        self.shoot("lobby")
        self.options()
        self.fragile()
        self.page.goto(self.address + "#/learn/fragile/3")
        expect(self.page.locator(".cells")).to_be_visible()
        self.shoot("learn")
        self.page.locator(".brand").click()
        self.shear_panic()
        self.problems()
        self.page.context.close()

    def options(self) -> None:
        """What may be chosen for a table, and an edition that is refused."""
        page = self.page
        pick(page, "shear-panic", ["me", "screen", "bot 2"])
        choose(page, "colours", "Y")
        file = {"name": "our-copy.toml", "mimeType": "application/toml", "buffer": b"name ="}
        page.locator('.edition-choice input[type="file"]').set_input_files([file])  # type: ignore[list-item]
        page.locator(".table-form > .primary").click()
        expect(page.locator('.edition-choice [role="alert"]')).to_be_visible()
        page.locator(".more").scroll_into_view_if_needed()
        self.shoot("options")
        page.reload()

    def fragile(self) -> None:
        page = self.page
        open_table(page, "fragile", ["me", "screen"])
        wait_for_turn(page)
        cell(page, "E5").click()
        expect(page.locator(".answer .rule")).to_be_visible()
        self.shoot("fragile-setup")
        page.locator(".answer .rule").click()
        expect(page.locator(".rule-text.cited")).to_be_visible()
        self.shoot("rules")
        page.keyboard.press("Escape")
        for move in OPENING:
            typed(page, move)
        page.locator(".cell.grabs").last.click()
        page.evaluate("scrollTo(0, 0)")
        page.locator(".cell.lit:not(.grabs)").first.hover()
        self.shoot("fragile")
        page.get_by_role("link", name="Replay", exact=True).click()
        expect(page.locator(".player-controls")).to_be_visible()
        self.shoot("replay")
        page.locator(".brand").click()

    def problems(self) -> None:
        page = self.page
        page.goto(f"{self.address}#/problems/published/1")
        self.solve("D6: C6>B6", "B3")
        page.locator(".next-hint").click()
        expect(page.locator(".hints li")).to_have_count(1)
        self.shoot("problem")
        self.solve("end", "B9: B7", "B6>B4", "B4~C3")
        expect(page.locator(".solved-panel")).to_contain_text("proved")
        self.shoot("problem-solved")
        page.get_by_role("button", name="The booklet's solution").first.click()
        expect(page.locator(".player-controls")).to_be_visible()
        page.keyboard.press("ArrowRight")
        self.shoot("problem-replay")
        page.goto(f"{self.address}#/problems")
        expect(page.locator(".problem-card")).not_to_have_count(0)
        self.shoot("problems")
        page.goto(f"{self.address}#/editor/2;C6gC3;D6,B9;C2")
        page.get_by_role("button", name="Ask the solver").click()
        expect(page.locator(".findings")).to_be_visible()
        self.shoot("editor")

    def solve(self, *moves: str) -> None:
        for move in moves:
            field = self.page.locator(".typed input")
            field.fill(move)
            field.press("Enter")
            expect(self.page.locator(".line button.here code")).to_have_text(move)

    def shear_panic(self) -> None:
        page = self.page
        open_table(page, "shear-panic", ["me", "screen", "screen"])
        until_a_command_is_asked(page)
        page.locator(".command", has_text="Line push").first.click()
        page.evaluate("scrollTo(0, 0)")
        page.locator(".cell.lit").first.hover()
        self.shoot("shear-panic")
        page.locator(".brand").click()
        self.two_players()
        open_table(page, "shear-panic", ["me", "bot random", "bot random"])
        while wait_for_turn(page):
            if not page.locator(".choices").count():
                page.locator(".command:not(.covered):not(.cannot)").first.click()
            act(page, any_move)
        page.locator(".end").scroll_into_view_if_needed()
        self.shoot("end")

    def two_players(self) -> None:
        """An extra step is asked for, and pointed at."""
        page = self.page
        open_table(page, "shear-panic", ["me", "screen"])
        while wait_for_turn(page) and not page.locator(".replies").count():
            if not page.locator(".choices").count():
                page.locator(".command:not(.covered):not(.cannot)").first.click()
            act(page, any_move)
        page.evaluate("scrollTo(0, 0)")
        page.locator(".replies .move").last.hover()
        self.shoot("two-players")
        page.locator(".brand").click()


def main(folder: Path, *, pages: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with at_a_server() as (browser, server):
        for look in LOOKS if pages else ():
            Album(browser, server, look, folder).take()
            print(f"{look}: {folder}")
        film(browser, server, folder)


if __name__ == "__main__":
    wished = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".make" / "screenshots"
    main(wished, pages="film" not in sys.argv[2:])
