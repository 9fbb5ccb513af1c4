"""The pieces as vector art: crates, dockers, depots.

Every function returns SVG elements for one cell, drawn in the square from (0, 0) to (CELL, CELL).
Nothing relies on colour alone: each player also has a number and a shape of badge.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.palette import ALARM, INK, PAPER, Livery
from tablee.core.svg import circle, ellipse, line, path, rect, text, turned
from tablee.games.fragile.board import EAST, NORTH, SOUTH, WEST, Direction

CELL = 64

# Wood
WOOD, _SIDE_DARK, _TOP, _TOP_DARK, _EDGE = "#b9803f", "#9c6930", "#dba75f", "#c48d48", "#5d3c17"


def badge(x: float, y: float, radius: float, livery: Livery, content: str) -> str:
    """Draws a player's number on the player's shape."""
    edge, r = line(PAPER, 1.5), radius
    joined = f'{edge} stroke-linejoin="round"'
    match livery.badge:
        case "circle":
            shape = circle(x, y, r, livery.colour, joined)
        case "square":
            side = 0.9 * r
            shape = rect(x - side, y - side, 2 * side, 2 * side, livery.colour, joined, 2)
        case "diamond":
            side = 1.25 * r
            turns = f"l{side:g} {side:g}l{-side:g} {side:g}l{-side:g} {-side:g}z"
            shape = path(f"M{x:g} {y - side:g}{turns}", livery.colour, edge)
        case _:
            triangle = f"M{x:g} {y - 1.45 * r:g}l{1.5 * r:g} {2.4 * r:g}h{-3 * r:g}z"
            shape = path(triangle, livery.colour, edge)
    return shape + text(x, y + 0.42 * r, content, 1.2 * r, PAPER)


# Crates


@dataclass(frozen=True, slots=True)
class Face:
    """What a crate shows."""

    fragile: bool = False
    fresh: bool = False
    """Flipped this turn, so it cannot be stored yet (F-4.5)."""
    letter: str | None = None


SHADOW = ellipse(34, 57, 27, 5, "#000", 'opacity=".22"')
FLOOR = 58
ALONE, STACKED = (15, 29), (17, 19)
"""Heights of a crate's front and lid."""


def crates(faces: list[Face]) -> list[str]:
    """Draws one crate, or two with the front of the lower one visible."""
    front, top = ALONE if len(faces) == 1 else STACKED
    bottom = FLOOR
    drawn = [SHADOW]
    for face in faces:
        drawn.append(_front(face, bottom - front, front))
        bottom -= front
    drawn.append(_lid(faces[-1], bottom - top, top))
    return drawn


def crate(face: Face, heights: tuple[int, int]) -> str:
    """Draws a crate with its front and its lid, without a shadow."""
    front, top = heights
    return _front(face, FLOOR - front, front) + _lid(face, FLOOR - front - top, top)


def _front(face: Face, y: float, height: float) -> str:
    """Draws the front: planks, a batten at each end, and the crate's mark."""
    left, width = 9, 46
    parts = [
        rect(left, y, width, height, WOOD, line(_EDGE, 1.6), 1.5),
        path(f"M{left} {y + height / 2:g}h{width}", extra=line(_SIDE_DARK, 1.4)),
        rect(left, y, 7, height, _SIDE_DARK, line(_EDGE, 1.2)),
        rect(left + width - 7, y, 7, height, _SIDE_DARK, line(_EDGE, 1.2)),
    ]
    middle = y + height / 2
    if face.letter:
        parts.append(rect(23, y + 1.5, 18, height - 3, PAPER, line(ALARM, 1.2), 2))
        parts.append(text(32, middle + 4.2, face.letter, 13, ALARM))
    elif face.fragile:
        parts.append(rect(17.5, y + 2.5, 29, height - 5, ALARM, radius=1))
        parts.append(text(32, middle + 2.2, "FRAGILE", 6.2, PAPER))
    return "".join(parts)


def _lid(face: Face, y: float, height: float) -> str:
    """Draws the top: planks, a frame, and a cross or the crate's mark."""
    left, width = 9, 46
    parts = [rect(left, y, width, height, _TOP, line(_EDGE, 1.6), 2)]
    parts += [
        path(f"M{left + 2} {y + height * part / 4:g}h{width - 4}", extra=line(_TOP_DARK, 1.2))
        for part in (1, 2, 3)
    ]
    if not face.fragile and not face.letter:
        cross = f"M13 {y + 4:g}L51 {y + height - 4:g}M51 {y + 4:g}L13 {y + height - 4:g}"
        parts.append(path(cross, extra=line(_SIDE_DARK, 4, cap="butt")))
    frame = f'stroke="{_SIDE_DARK}" stroke-width="4"'
    parts.append(rect(left + 3, y + 3, width - 6, height - 6, "none", frame))
    parts += [
        circle(x, nail, 1.1, _EDGE)
        for nail in (y + 3, y + height - 3)
        for x in (left + 3, left + width - 3)
    ]
    middle = y + height / 2
    if face.letter:
        parts.append(_tag(32, middle, face.letter, height))
    elif face.fragile:
        parts.append(_glass(32, middle, min(height - 5, 22) / 22))
        if face.fresh:
            parts.append(text(46, middle + 5, "!", 15, ALARM))
    return "".join(parts)


def _tag(x: float, y: float, letter: str, room: float) -> str:
    """Draws a paper label: this crate has a goal (F-7.3)."""
    half = min(room / 2 - 1.5, 10)
    return rect(x - 11, y - half, 22, 2 * half, PAPER, line(ALARM, 1.8), 3) + text(
        x, y + 0.52 * half, letter, 1.75 * half, ALARM
    )


def _glass(x: float, y: float, scale: float) -> str:
    """Draws the wine glass of a FRAGILE crate."""
    shape = (
        "M-6 -8.5h12c.6 6 -1.4 9.5 -4.9 10.3v4.4h3.4v2.6h-9v-2.6h3.4v-4.4"
        "c-3.5 -.8 -5.5 -4.3 -4.9 -10.3z"
    )
    glass = rect(-10, -11, 20, 22, PAPER, radius=2) + path(shape, ALARM)
    glass += path("M1.5 -8.5l-2.4 3.2l2.6 1.6l-2 3.4", extra=line(PAPER, 1.1))
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.3g})">{glass}</g>'


# Dockers


def docker(livery: Livery, content: str, *, active: bool = False) -> list[str]:
    """Draws a docker in the player's jersey and cap, with the number on a badge."""
    ring = []
    if active:
        dashes = f'{line(INK, 1.8)} stroke-dasharray="5 4"'
        ring = [
            ellipse(32, 54, 27, 9, "#ffd84d", 'opacity=".85"'),
            ellipse(32, 54, 27, 9, "none", dashes),
        ]
    return [*ring, *figure(livery), badge(32, 35.5, 9, livery, content)]


def figure(livery: Livery) -> list[str]:
    """Draws a docker without a badge."""
    outline = f'{line(INK, 1.6)} stroke-linejoin="round"'
    return [
        ellipse(32, 56, 18, 5, "#000", 'opacity=".25"'),
        path("M23 46h8v10h-9.5v-4zM33 46h8l1.5 6v4h-9.5z", "#3c4654", outline),
        path(
            "M15 34c1 -5 5 -7.5 9 -8h16c4 .5 8 3 9 8l1.5 9.5c.3 4 -5.5 4.5 -6.3 1l-1.2 -5v8.5"
            "h-22v-8.5l-1.2 5c-.8 3.5 -6.6 3 -6.3 -1z",
            livery.colour,
            outline,
        ),
        path("M21.5 43.5h21M21 47h22", extra=line(livery.dark, 1.6)),
        circle(32, 18.5, 8.8, "#e8b48a", outline),
        *(circle(x, 19.5, 1.2, INK) for x in (29, 35.4)),
        path("M28.6 23.4q3.6 2.6 7 0", extra=line(INK, 1.3)),
        path(
            "M22.5 15.5c-1.5 -8 5 -11 10 -11s10.5 3 9 11c-6 -2.4 -13 -2.4 -19 0z",
            livery.dark,
            outline,
        ),
        path(
            "M21.5 16.6c4 -3.6 15.6 -4 23 -.6l-1.5 2c-6 -2 -14.6 -2 -20.4 .4z",
            livery.colour,
            outline,
        ),
    ]


# Depots


_TURNS = {NORTH: 0, EAST: 90, SOUTH: 180, WEST: 270}


def depot(opens: Direction, livery: Livery, content: str, *, goal: bool = False) -> list[str]:
    """Draws walls on three sides, a doorstep on the open one, and the owner on the floor."""
    half = CELL / 2
    walls = turned(_TURNS[opens], half, half, shell(livery))
    if goal:
        return [walls, pennant(content)]
    if not content:
        return [walls]
    return [walls, badge(half, half + 2, 12, livery, content)]


def shell(livery: Livery) -> str:
    """Draws a depot that opens to the north, without its owner."""
    parts = [
        rect(1, 1, CELL - 2, CELL - 2, livery.light),
        *(
            path(
                f"M{4 + 8 * step} 62L{60} {6 + 8 * step}",
                extra=f'{line(livery.colour, 1)} opacity=".22"',
            )
            for step in range(0, 7, 2)
        ),
        path("M12 4h40", extra=f'{line(livery.dark, 2.4, cap="butt")} stroke-dasharray="6 5"'),
        path("M25 8.5l7 6l7 -6", extra=f'{line(livery.dark, 2.4)} stroke-linejoin="round"'),
        path("M4 1v59h56v-59", extra=f"{line(livery.dark, 8, cap='butt')}"),
        path(
            "M4 1v59h56v-59", extra=f'{line(livery.colour, 4, cap="butt")} stroke-dasharray="9 2"'
        ),
    ]
    return "".join(parts)


def slot(opens: Direction) -> list[str]:
    """Draws a place for a depot (F-2.2)."""
    return [turned(_TURNS[opens], 32, 32, empty_shell())]


def empty_shell() -> str:
    """Draws a slot that opens to the north."""
    dashed = f'{line("#6f675a", 2.2, cap="butt")} stroke-dasharray="7 5"'
    floor = rect(1, 1, 62, 62, "#d9d2c2") + path("M4 1v59h56v-59", extra=dashed)
    return floor + path("M25 8.5l7 6l7 -6", extra=line("#6f675a", 2.2))


def pennant(letter: str) -> str:
    """Draws a flag on the depot that a crate has to reach."""
    return (
        path("M20 53v-38", extra=line(INK, 2.6))
        + path("M21 15h28l-7 9.5l7 9.5h-28z", PAPER, f'{line(ALARM, 2)} stroke-linejoin="round"')
        + text(32, 30, letter, 17, ALARM)
    )


STAR = "M0 -12l3.5 7.6l8.3 .9l-6.2 5.6l1.7 8.2l-7.3 -4.1l-7.3 4.1l1.7 -8.2l-6.2 -5.6l8.3 -.9z"
"""The winner marker (F-5.2)."""
