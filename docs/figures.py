"""Draws the figures of docs/rules: `make docs-figures` writes docs/figures/*.svg.

Every picture comes from the rules themselves: a position, a move, and what the law makes of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tablee.games import fragile, shear_panic
from tablee.games.fragile import actions
from tablee.games.fragile import drawing as fragile_drawing
from tablee.games.fragile.board import column_row
from tablee.games.fragile.drawing.pieces import CELL
from tablee.games.fragile.drawing.vector import MARGIN
from tablee.games.fragile.moves import Action, Flip, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.serial import parse_position
from tablee.games.shear_panic import drawing
from tablee.games.shear_panic.commands import Target, result, shifts
from tablee.games.shear_panic.flock import Flock, Spot
from tablee.games.shear_panic.regroup import group_shifts, regrouped, smallest_groups
from tablee.games.shear_panic.scoring import to_be_shorn

FOLDER = Path(__file__).parent / "figures"


# Shear Panic


def command(flock: str, kind: str, way: str, sheep: str = "") -> str:
    """A command before and after; a turn moves nobody and shows in the faces."""
    before, target = Flock.parse(flock), Target(way, sheep)
    return drawing.svg_change(before, shifts(before, kind, target), result(before, kind, target))


def regroup(flock: str, shift: Spot) -> str:
    before = Flock.parse(flock)
    group = smallest_groups(before)[0]
    return drawing.svg_change(before, group_shifts(group, shift), regrouped(before, group, shift))


def shearing(flock: str) -> str:
    before = Flock.parse(flock)
    return drawing.svg_removal(before, to_be_shorn(before), "shearer")


def table() -> str:
    """A game of four in Roger's field."""
    start = shear_panic.ShearPanic(4).initial()
    return drawing.svg(
        replace(
            start,
            flock=Flock.parse(".G./.RB/RGY/.YK/.B. N"),
            task="command",
            stage="play",
            counter=27,
            points=(7, 5, 6, 3),
            used=(0b000000000101, 0b100000000010, 0b000010010001, 0b000000100100),
            player=3,
        )
    )


START = "BRG/GKY/YBR N"

SHEAR_PANIC: dict[str, Callable[[], str]] = {
    "start": lambda: drawing.svg(Flock.parse(START)),
    "table": table,
    "lamb-push": lambda: command(START, "lamb push", "W", "C2"),
    "line-push": lambda: command(".BRG/GKY./.YBR N", "line push", "S", "B1"),
    "diagonal-push": lambda: command(START, "diagonal push", "NW", "C3"),
    "line-up": lambda: command("B.R./.GKY/.YB./..RG N", "line up", "right"),
    "lamb-roll": lambda: command(START, "lamb roll", "NW", "A3"),
    "leapfrog": lambda: command(START, "leapfrog", "S", "C2"),
    "ewe-turn": lambda: command(START, "ewe turn", "right"),
    "regroup-plus": lambda: regroup("Y..../...RG/GKYBR/B.... N", (0, 1)),
    "regroup-cross": lambda: regroup("Y.../.RG./.KYB/GBR. N", (1, 0)),
    "shearing": lambda: shearing(".G./.RB/RGY/.YK/.B. N"),
}


# Fragile

FIRST, LAST = "D4", "H6"
"""The corner of the quay that is shown."""


def action(position: str, played: Action) -> str:
    """An action before and after, on the part of the board where it happens."""
    before = parse_position(fragile.standard().board, position)
    after = actions.act(before, played, flips_left=1).position
    pictures = fragile_drawing.svg(before), fragile_drawing.svg(after, last=played)
    return side_by_side(*map(cropped, pictures))


def cropped(picture: str) -> tuple[list[str], str]:
    """The elements of a picture that show in the corner, and its view box."""
    (left, top), (right, bottom) = column_row(FIRST), column_row(LAST)
    x, y = MARGIN + left * CELL - 8, MARGIN + top * CELL - 8
    width, height = (right - left + 1) * CELL + 16, (bottom - top + 1) * CELL + 16
    elements = [
        element
        for element in picture.splitlines()[2:-1]
        if _may_show(element, x - CELL, y - CELL, x + width, y + height)
    ]
    return elements, f"{x} {y} {width} {height}"


def _may_show(element: str, left: float, top: float, right: float, bottom: float) -> bool:
    """Whatever stands on a cell outside is left out; the rest is cut off by the view box."""
    place = re.match(r'<g transform="translate\(([\d.]+) ([\d.]+)\)', element)
    if place is None:
        return True
    return left < float(place[1]) < right and top < float(place[2]) < bottom


def side_by_side(before: tuple[list[str], str], after: tuple[list[str], str]) -> str:
    width, height = (float(size) for size in before[1].split()[2:])
    arrow = (
        f'<path d="M{width + 12:g} {height / 2 - 7:g}h26v-11l20 18l-20 18v-11h-26z" '
        'fill="#fffaf0" stroke="#2b2118" stroke-width="2"/>'
    )
    inner = "\n".join(
        f'<svg x="{at:g}" width="{width:g}" height="{height:g}" viewBox="{box}">\n'
        + "\n".join(elements)
        + "\n</svg>"
        for at, (elements, box) in ((0, before), (width + 70, after))
    )
    size = f'width="{2 * width + 70:g}" height="{height:g}"'
    box = f'viewBox="0 0 {2 * width + 70:g} {height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size} role="img">\n'
        f"<title>Fragile</title>\n{inner}\n{arrow}\n</svg>\n"
    )


FRAGILE: dict[str, Callable[[], str]] = {
    "go": lambda: action("F4c 1D5,2E5", Go("D5", "G5")),
    "push": lambda: action("E5c 1D5", Push("D5", "E5", "G5")),
    "stack": lambda: action("E5c,F5c 1D5", Stack("D5", "E5", "F5")),
    "unstack": lambda: action("F5cc 1E5", Unstack("E5", "F5", "G5")),
    "flip": lambda: action("F5c 1E5", Flip("E5", "F5")),
    "hand-over": lambda: action("E5c 1D5,2F5,1H5", HandOver("D5", "E5", "H6")),
}


def figures() -> dict[str, str]:
    """Every figure by its file name."""
    drawn = {f"shear-panic-{name}.svg": draw() for name, draw in SHEAR_PANIC.items()}
    return drawn | {f"fragile-{name}.svg": draw() for name, draw in FRAGILE.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, picture in figures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
        print(f"docs/figures/{name}", file=sys.stderr)


if __name__ == "__main__":
    main()
