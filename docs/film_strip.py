"""A film strip of one whole game of each kind, and what can be measured on the way.

`make screenshots` calls it. It plays by mouse at 1280 × 800 and on a phone, takes a picture of each
great moment, puts them on one sheet, runs axe on each, and prints ``name value unit``. The pictures
of README.md and of the documents are frames of it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from conftest import SETTINGS, Server
from people import (
    act,
    any_move_of_fragile,
    board_box,
    clicks,
    count_clicks,
    open_table,
    violations,
    wait_for_turn,
)
from test_shear_panic import whatever_is_asked_by_mouse

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": PHONE,
}
MOMENTS = {
    "fragile": {"points": "is stored in", "last turn": "the end is near"},
    "shear-panic": {
        "panic": "Panic!",
        "gate": "(Roger's field)",
        "black sheep": "(black-sheep meadow)",
        "shearing": "Shorn and out",
    },
}
"""What the log says when a moment has come that the strip has to show."""
DRAWN = ".trail-number + .trail-number, .trail.sheep path"
"""What the board shows of a bot's turn."""
IMAGES = Path(__file__).parent / "images"
PICTURES = {
    "fragile-turn.png": ("fragile", "desktop", "a bot's turn"),
    "shear-panic-gate.png": ("shear-panic", "desktop", "gate"),
}
"""The frames that the documents show."""
GAMES: dict[str, tuple[list[str], Callable[[Page], None]]] = {
    "fragile": (["me", "bot 3"], any_move_of_fragile),
    "shear-panic": (["me", "bot 2", "bot 2"], whatever_is_asked_by_mouse),
}


class Film:
    """One game with one look."""

    def __init__(self, page: Page, game: str, look: str, folder: Path) -> None:
        self.page, self.game, self.look, self.folder = page, game, look, folder
        self.frames: list[tuple[str, Path]] = []
        self.barriers: list[str] = []
        self.boxes: set[tuple[float, ...]] = set()

    def shoot(self, name: str) -> None:
        if name in dict(self.frames):
            return
        place = self.folder / f"film-{self.game}-{self.look}-{len(self.frames)}.png"
        self.page.screenshot(path=place)
        self.frames.append((name, place))
        self.barriers += [
            f"{self.game} {self.look}, {name}: {found}" for found in violations(self.page)
        ]

    def take(self) -> None:
        seats, deed = GAMES[self.game]
        page, told = self.page, 0
        open_table(page, self.game, seats)
        count_clicks(page)
        wait_for_turn(page)
        self.shoot("setup")
        while wait_for_turn(page):
            self.boxes.add(board_box(page))
            if page.locator(DRAWN).count():
                self.shoot("a bot's turn")
            lines = page.locator(".log").inner_text()
            for name, sign in MOMENTS[self.game].items():
                if sign in lines[told:]:
                    self.shoot(name)
            told = len(lines)
            if page.locator(".players .tag", has_text="last").count():
                self.shoot("last turn")
            act(page, deed)
        self.shoot("end")
        name = f"{self.game.replace('-', '_')}_{self.look}"
        print(f"{name}_clicks {clicks(page)} clicks")
        shift = max(max(side) - min(side) for side in zip(*self.boxes, strict=True))
        print(f"{name}_board_shift {shift:g} px")
        print(f"{name}_axe {len(self.barriers)} findings", *self.barriers, sep="\n  ")


def sheet(page: Page, films: list[Film], place: Path) -> None:
    """Puts the frames on one picture, a row a game."""
    rows = "".join(
        f"<h2>{film.game}, {film.look}</h2><div>"
        + "".join(
            f'<figure><img src="{path.as_uri()}" height="{300 if film.look == "desktop" else 420}">'
            f"<figcaption>{name}</figcaption></figure>"
            for name, path in film.frames
        )
        + "</div>"
        for film in films
    )
    style = (
        "body { font: 16px sans-serif; width: max-content; margin: 16px }"
        "div { display: flex; gap: 12px } figure { margin: 0 }"
    )
    document = place.with_suffix(".html")
    document.write_text(f"<meta charset=utf-8><style>{style}</style>{rows}", encoding="utf-8")
    page.goto(document.as_uri())
    page.screenshot(path=place, full_page=True)
    document.unlink()


def film(browser: Browser, server: Server, folder: Path) -> None:
    folder, films = folder.resolve(), []
    for look, wishes in LOOKS.items():
        for game in GAMES:
            context = browser.new_context(
                locale="en-GB", reduced_motion="reduce", bypass_csp=True, **wishes
            )
            context.set_default_timeout(60_000)
            context.add_init_script(SETTINGS % ("once", "false"))
            page = context.new_page()
            page.goto(server.address)
            films.append(Film(page, game, look, folder))
            films[-1].take()
            context.close()
    page = browser.new_page(viewport={"width": 2200, "height": 900})
    sheet(page, films, folder / "film-strip.png")
    page.close()
    print(folder / "film-strip.png")
    for name, (game, look, moment) in PICTURES.items():
        [frames] = [taken.frames for taken in films if (taken.game, taken.look) == (game, look)]
        shutil.copy(dict(frames)[moment], IMAGES / name)
