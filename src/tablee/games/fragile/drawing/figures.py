"""The figures of the rulebook. The law makes each: a position before and after."""

from __future__ import annotations

import re
from collections.abc import Callable

from tablee.core.svg import document, path
from tablee.games.fragile import actions, drawing
from tablee.games.fragile.board import column_row
from tablee.games.fragile.drawing.pieces import CELL
from tablee.games.fragile.drawing.vector import MARGIN
from tablee.games.fragile.edition import standard
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.moves import Action, Flip, Go, HandOver, Push, Stack, Unstack
from tablee.games.fragile.serial import parse_position

FIRST, LAST = "D4", "H6"
"""The part of the quay that the figures show."""


def action(position: str, played: Action) -> str:
    """Draws an action before and after, on the part of the board where it happens."""
    before = parse_position(standard().board, position)
    after = actions.act(before, played, flips_left=1).position
    pictures = drawing.svg(before), drawing.svg(after, last=played)
    return side_by_side(*map(cropped, pictures))


def cropped(picture: str) -> tuple[list[str], str]:
    """Returns the elements of a picture that show in this part, and its view box."""
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
    """False for pieces on cells outside. The view box cuts off the rest."""
    place = re.match(r'<g transform="translate\(([\d.]+) ([\d.]+)\)', element)
    if place is None:
        return True
    return left < float(place[1]) < right and top < float(place[2]) < bottom


def side_by_side(before: tuple[list[str], str], after: tuple[list[str], str]) -> str:
    width, height = (float(size) for size in before[1].split()[2:])
    shape = f"M{width + 12:g} {height / 2 - 7:g}h26v-11l20 18l-20 18v-11h-26z"
    arrow = path(shape, "#fffaf0", 'stroke="#2b2118" stroke-width="2"')
    inner = "\n".join(
        f'<svg x="{at:g}" width="{width:g}" height="{height:g}" viewBox="{box}">\n'
        + "\n".join(elements)
        + "\n</svg>"
        for at, (elements, box) in ((0, before), (width + 70, after))
    )
    return document("Fragile", 2 * width + 70, height, (inner, arrow))


FIGURES: dict[str, Callable[[], str]] = {
    "board": lambda: drawing.svg(Fragile().initial()),
    "go": lambda: action("F4c 1D5,2E5", Go("D5", "G5")),
    "push": lambda: action("E5c 1D5", Push("D5", "E5", "G5")),
    "stack": lambda: action("E5c,F5c 1D5", Stack("D5", "E5", "F5")),
    "unstack": lambda: action("F5cc 1E5", Unstack("E5", "F5", "G5")),
    "flip": lambda: action("F5c 1E5", Flip("E5", "F5")),
    "hand-over": lambda: action("E5c 1D5,2F5,1H5", HandOver("D5", "E5", "H6")),
}
