"""Measures the browser table: from input to paint, frames in animations, bytes of a first visit.

    python bench/profile_page.py            both games
    python bench/profile_page.py --rounds 5

A real Chromium plays at a real server. In a busy turn the pointer goes over each lit place, which
shows a preview, and picks pieces; the cursor moves by arrow keys. For each input it measures the
time until the frame was painted, by `event.timeStamp`. It counts frames in a replay that plays by
itself. Prints ``name value unit``.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from playwright.sync_api import Browser, CDPSession, Page, expect  # noqa: E402

from conftest import Server, at_a_server  # noqa: E402
from people import first_load, open_table  # noqa: E402
from test_shear_panic import until_a_command_is_asked  # noqa: E402

WATCH = """() => {
  window.paints = [];
  const afterPaint = (done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  });
  for (const kind of ["pointerover", "pointerdown", "click", "keydown"]) {
    addEventListener(kind, (event) => {
      const at = event.timeStamp;
      afterPaint(() => paints.push(performance.now() - at));
    }, { capture: true });
  }
}"""
FRAMES = """(ms) => new Promise((done) => {
  const times = [];
  const frame = (now) => {
    times.push(now);
    if (now - times[0] < ms) requestAnimationFrame(frame);
    else done(times);
  };
  requestAnimationFrame(frame);
})"""
FRAGILE_OPENING = (
    *("depot A1", "depot J1", "depot H3", "depot C3", "depot J10", "depot H8", "depot C8"),
    *("depot A10", "docker A1", "docker J1", "docker H3", "docker C3", "docker J10", "docker H8"),
    *("A1: D1", "J10: G10", "end", "C3: D2 D3", "D3: D2", "H8: H9 H10", "end"),
)


def say(name: str, value: float, unit: str) -> None:
    print(f"{name} {value:.1f} {unit}", flush=True)


def typed(page: Page, moves: tuple[str, ...]) -> None:
    for move in moves:
        before = page.locator(".log li").count()
        page.locator(".typed input").fill(move)
        page.locator(".typed input").press("Enter")
        page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)


def busy(page: Page) -> None:
    """Moves the pointer over all lit places, then the cursor along the board."""
    for place in page.locator(".cell.lit").all():
        place.hover()
    page.keyboard.press("b")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft") * 3:
        page.keyboard.press(key)
    page.keyboard.press("Escape")


def profile(browser: Browser, server: Server, game: str, rounds: int) -> None:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(server.address)
    if game == "fragile":
        open_table(page, game, ["me", "screen"])
        typed(page, FRAGILE_OPENING)
    else:
        open_table(page, game, ["me", "screen", "screen"])
        until_a_command_is_asked(page)
    page.wait_for_timeout(2000)  # by then the previews are there and nothing moves
    page.evaluate(WATCH)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = main_thread(session)
    for _ in range(rounds):
        if game == "fragile":
            page.locator(".cell.grabs").last.click()
            busy(page)
        else:
            for number in range(0, 12, 3):
                page.locator(".command:not(.covered):not(.cannot)").nth(number).click()
                busy(page)
    paints = sorted(float(paint) for paint in page.evaluate("paints"))
    name = game.replace("-", "_")
    say(f"{name}_inputs", len(paints), "inputs")
    say(f"{name}_main_thread_per_input", (main_thread(session) - before) / len(paints), "ms")
    say(f"{name}_input_to_paint_median", statistics.median(paints), "ms")
    say(f"{name}_input_to_paint_p95", paints[int(0.95 * (len(paints) - 1))], "ms")
    animate(page, name)
    context.close()


def main_thread(session: CDPSession) -> float:
    """Returns the milliseconds of processor time of the page's own thread, without other load."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


def animate(page: Page, name: str) -> None:
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".player-controls")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_label("Play by itself").click()
    times = [float(time) for time in page.evaluate(FRAMES, 6000)]
    gaps = sorted(later - earlier for earlier, later in itertools.pairwise(times))
    say(f"{name}_frames", 1000 * (len(times) - 1) / (times[-1] - times[0]), "per_second")
    say(f"{name}_frame_p95", gaps[int(0.95 * (len(gaps) - 1))], "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with at_a_server() as (browser, server):
        files, everything = first_load(browser.new_page(), server.address)
        say("first_load_files", files / 1000, "kB")
        say("first_load", everything / 1000, "kB")
        for game in ("fragile", "shear-panic"):
            profile(browser, server, game, arguments.rounds)


if __name__ == "__main__":
    main()
