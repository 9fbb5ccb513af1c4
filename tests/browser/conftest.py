"""A real Chromium at a real server. Installs Debian's browser if it may."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from line import Line
from serving import Server

# The pure build is tested without a browser: its requirements leave playwright out.
if find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

    expect.set_options(timeout=60_000)

FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SETTINGS = """
localStorage["tablee.speed"] ??= '"%s"';
localStorage["tablee.confirms"] ??= '%s';
"""
"""Most tests do not look at the moves of the others one by one, and click once."""
PATIENCE = 60_000
"""Milliseconds to wait for something on the page. The machine may be busy."""
SLOWNESS = int(os.environ.get("TABLEE_SLOW_PAGE", "1"))
"""Makes pages so many times slower, to find tests that do not wait for what they look at."""


def chromium() -> str:
    """Returns the path of the browser. Skips the tests if there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if found := shutil.which(name):
            return found
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        for command in (
            ["apt-get", "update", "-qq"],
            ["apt-get", "install", "-y", "-qq", "chromium"],
        ):
            subprocess.run(command, check=False, capture_output=True)
        if found := shutil.which("chromium"):
            return found
    if os.environ.get("CI"):
        pytest.fail("no Chromium, and it could not be installed")
    pytest.skip("no Chromium: as root, apt-get install chromium")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    # Several workers may come here at once; one of them installs.
    lock = tmp_path_factory.getbasetemp().parent / "chromium.lock"
    with _alone(lock):
        path = chromium()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()


@contextmanager
def at_a_server() -> Iterator[tuple[Browser, Server]]:
    """A browser and a server, for programs that measure the page or take pictures of it."""
    with tempfile.TemporaryDirectory() as house, sync_playwright() as playwright:
        running = Server(Path(house))
        running.start()
        try:
            opened = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            yield opened, running
            opened.close()
        finally:
            running.stop()


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    for _ in range(600):
        try:
            lock.touch(exist_ok=False)
            break
        except FileExistsError:
            time.sleep(0.2)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A line to the server that a test may cut."""
    drawn = Line(server.port)
    yield drawn
    drawn.close()


Visit = Callable[..., "Page"]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A person with a browser of their own. Errors in a page fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def come(
        path: str = "",
        *,
        at: Server | Line = server,
        speed: str = "once",
        confirms: bool = False,
        **settings: object,
    ) -> Page:
        wishes: dict[str, object] = {"locale": "en-GB", "reduced_motion": "reduce", **settings}
        context = browser.new_context(**wishes)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(SETTINGS % (speed, str(confirms).lower()))
        page = context.new_page()
        if SLOWNESS > 1:
            tools = context.new_cdp_session(page)
            tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(at.address + path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert troubles == []
