"""Pictures of every page of the browser table, to be looked at.

    make screenshots            into .make/screenshots
    make screenshots ARGS=DIR   into another folder

Needs what `make test` installs, and a Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from conftest import FLAGS, Server, chromium  # noqa: E402
from people import open_table  # noqa: E402

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


def typed(page: Page, moves: tuple[str, ...]) -> None:
    for move in moves:
        field = page.locator(".typed input")
        field.fill(move)
        field.press("Enter")
        page.wait_for_timeout(250)


def photograph(browser: Browser, address: str, look: str, folder: Path) -> None:
    wishes = {"locale": "en-GB", "reduced_motion": "reduce", **LOOKS[look]}
    context = browser.new_context(**wishes)  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    page = context.new_page()

    def shoot(name: str) -> None:
        page.wait_for_timeout(500)
        page.screenshot(path=folder / f"{name}-{look}.png", full_page=look.startswith("phone"))

    page.goto(address)
    expect(page.locator(".table-form")).to_be_visible()
    shoot("lobby")
    open_table(page, "fragile", ["me", "screen"])
    shoot("fragile-setup")
    typed(page, OPENING)
    page.locator(".cell.grabs").last.click()
    page.locator(".cell.lit:not(.grabs)").first.hover()
    shoot("fragile")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".player-controls")).to_be_visible()
    shoot("replay")
    page.locator(".brand").click()
    open_table(page, "shear-panic", ["me", "screen", "screen"])
    for _ in range(30):
        if "play a command" in page.locator(".status-text").inner_text():
            break
        page.locator(".choices summary").click()
        page.locator(".choice-list .move").first.click()
        page.wait_for_timeout(500)
    page.locator(".command", has_text="Line push").first.click()
    page.locator(".cell.lit").first.hover()
    shoot("shear-panic")
    context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as house, sync_playwright() as playwright:
        server = Server(Path(house))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for look in LOOKS:
                photograph(browser, server.address, look, folder)
                print(f"{look}: {folder}")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".make" / "screenshots")
