"""The pieces as vector art: sheep seen from above, Roger, the Shearer.

Every function returns SVG elements drawn in the square from (0, 0) to (CELL, CELL). Nothing relies
on colour alone: each sheep carries its letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from tablee.core import svg
from tablee.core.palette import FONT, INK, PAPER
from tablee.core.svg import circle, ellipse, path, rect, turned
from tablee.games.shear_panic.flock import FACINGS, Colour, Facing

CELL = 64
MIDDLE = CELL / 2


@dataclass(frozen=True, slots=True)
class Fleece:
    """How the sheep of one colour look."""

    colour: str
    light: str
    wool: str = "#fffdf5"
    face: str = "#4a3f38"


FLEECES = {
    "B": Fleece("#1f66ad", "#cde1f5"),
    "G": Fleece("#1d7d46", "#cdebd8"),
    "R": Fleece("#c0282d", "#f8d4d2"),
    "Y": Fleece("#8f6a00", "#fbedb8"),
    "K": Fleece("#1d1a22", "#d5d1da", wool="#4b4653", face="#1d1a22"),
}
"""Colour-blind people can tell these apart; in grey, the letter does it."""


def line(colour: str, width: float) -> str:
    """Returns the attributes of a line with round corners."""
    return f'{svg.line(colour, width)} stroke-linejoin="round"'


def text(
    x: float, y: float, content: str, size: float, fill: str = INK, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{FONT}" font-size="{size:g}" '
        f'font-weight="bold" text-anchor="{anchor}" fill="{fill}">{content}</text>'
    )


def facing_way(elements: list[str], facing: Facing) -> str:
    """Turns something drawn facing north to face another way."""
    angle = 90 * FACINGS.index(facing)
    return turned(angle, MIDDLE, MIDDLE, elements)


def _wool(x: float, y: float, across: float, down: float, curl: float, fill: str) -> str:
    """Draws a cloud: arcs from point to point around an oval."""
    curls = 11
    places = [
        (x + across * sin(2 * pi * number / curls), y - down * cos(2 * pi * number / curls))
        for number in range(curls + 1)
    ]
    shape = f"M{places[0][0]:.1f} {places[0][1]:.1f}" + "".join(
        f"A{curl:g} {curl:g} 0 0 1 {px:.1f} {py:.1f}" for px, py in places[1:]
    )
    return path(f"{shape}z", fill, line(INK, 1.8))


def _head(x: float, y: float, face: str) -> list[str]:
    """Draws ears, a long face and eyes that look ahead."""
    outline = line(INK, 1.6)
    return [
        ellipse(x - 10, y + 3, 5.2, 2.8, face, outline, -28),
        ellipse(x + 10, y + 3, 5.2, 2.8, face, outline, 28),
        path(
            f"M{x - 7.4:g} {y + 5:g}c-1.4 -9 1.6 -14.6 7.4 -14.6s8.8 5.6 7.4 14.6"
            "c-1.2 5 -13.6 5 -14.8 0z",
            face,
            outline,
        ),
        circle(x - 3.4, y - 1.6, 2.3, "#fff"),
        circle(x + 3.4, y - 1.6, 2.3, "#fff"),
        circle(x - 3, y - 2.4, 1.1, INK),
        circle(x + 3, y - 2.4, 1.1, INK),
        ellipse(x, y - 7, 2.2, 1.2, "#e9a6a0"),
    ]


def sheep(colour: Colour, facing: Facing, *, faint: bool = False) -> list[str]:
    """Draws a sheep on its base, seen from above, with its letter on its back."""
    fleece = FLEECES[colour]
    base = [
        rect(3, 5, 60, 58, "#000", 'opacity=".18"', 9),
        rect(2, 2, 60, 60, fleece.light, f'stroke="{fleece.colour}" stroke-width="3.4"', 9),
    ]
    turn = FACINGS.index(facing)
    back = (32, 39), (25, 32), (32, 25), (39, 32)
    x, y = back[turn]
    badge = [
        circle(x, y, 9.4, fleece.colour, line(PAPER, 1.6)),
        text(x, y + 4.6, colour, 13, PAPER),
    ]
    drawn = [*base, facing_way(animal(fleece), facing), *badge]
    return [f'<g opacity=".3">{"".join(drawn)}</g>'] if faint else drawn


def animal(fleece: Fleece) -> list[str]:
    """Draws a sheep that looks north, without its base."""
    return [
        circle(MIDDLE, 57, 3.4, fleece.wool, line(INK, 1.6)),
        _wool(MIDDLE, 38, 16, 15.5, 5.4, fleece.wool),
        *_head(MIDDLE, 17, fleece.face),
    ]


def _horn(side: int) -> str:
    """Draws a curled horn. ``side`` is -1 for the left one, 1 for the right one."""
    shape = (
        "M4 20c9 -12 24 -6 21 5c-2 8 -13 7 -12 0c1 -4 6 -4 6 -1c1 3 6 0 5 -3c-2 -6 -10 -7 -16 1z"
    )
    horn = path(shape, "#c9a063", line(INK, 1.8))
    return f'<g transform="translate({MIDDLE:g} 0) scale({side} 1)">{horn}</g>'


def roger(facing: Facing) -> list[str]:
    """Draws Roger the ram, with a heart."""
    return [facing_way(ram(), facing), HEART]


HEART = path("M52 10c-3 -6 -11 -1 -5 5l5 5l5 -5c6 -6 -2 -11 -5 -5z", "#d8334a", line(PAPER, 1.2))


def ram() -> list[str]:
    """Draws Roger looking north, with horns and a forelock."""
    return [
        ellipse(MIDDLE, 46, 20, 14, "#000", 'opacity=".15"'),
        _wool(MIDDLE, 42, 18, 15, 6, "#e6cfa5"),
        *_head(MIDDLE, 19, "#6b4a33"),
        *(_horn(side) for side in (-1, 1)),
        _wool(MIDDLE, 24, 5, 3.6, 1.8, "#f4e6c8"),
    ]


def shearer() -> list[str]:
    """Draws the Shearer, with cap, apron and a large pair of shears."""
    outline = line(INK, 1.8)
    return [
        ellipse(MIDDLE, 59, 20, 4, "#000", 'opacity=".2"'),
        path("M22 46h9v13h-11zM33 46h9l2 13h-11z", "#3f4757", outline),
        path(
            "M14 34c1 -6 5 -8 10 -8h16c5 0 9 2 10 8l2 9c0 4 -6 4 -7 1l-2 -5v10h-22v-10l-2 5"
            "c-1 3 -7 3 -7 -1z",
            "#7d5ba6",
            outline,
        ),
        path("M24 29h16l2 22h-20z", PAPER, outline),
        circle(MIDDLE, 18, 9, "#e9b98e", outline),
        circle(28.6, 18, 1.3, INK),
        circle(35.4, 18, 1.3, INK),
        path("M26 22.5c3 -3 9 -3 12 0c-3 2.4 -9 2.4 -12 0z", "#6b4a33"),
        path("M22 15c0 -8 5 -11 10 -11s10 3 10 11c-6 -3 -14 -3 -20 0z", "#5a7d3a", outline),
        path("M22 15c-4 0 -6 1.6 -7 3c6 .6 12 -.6 17 -2.4z", "#46632d", outline),
        path("M50 38l9 -17M54 39l-1 -19", extra=line("#8f99a6", 4.4)),
        path("M50 38l9 -17M54 39l-1 -19", extra=line("#d7dde4", 2.2)),
        circle(48, 42, 4, "none", line(INK, 2.2)),
        circle(55.5, 43, 4, "none", line(INK, 2.2)),
    ]
