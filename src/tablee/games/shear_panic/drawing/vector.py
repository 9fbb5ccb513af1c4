"""Draws the flock and the time track as SVG: one self-contained picture without ids or scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablee.core.palette import INK, PAPER
from tablee.core.svg import circle, document, group, path, rect
from tablee.games.shear_panic.drawing import pieces
from tablee.games.shear_panic.drawing.pieces import CELL, FLEECES, line, text
from tablee.games.shear_panic.flock import FACINGS, Flock, Shifts, Spot, step
from tablee.games.shear_panic.menu import free_entries
from tablee.games.shear_panic.messages import say, word
from tablee.games.shear_panic.moves import KINDS
from tablee.games.shear_panic.track import MEADOWS, Field, FieldKind, Track

if TYPE_CHECKING:
    from tablee.games.shear_panic.state import ShearPanicState

MARGIN = 18
EDGE = 26
"""The room around the cells for their names."""
SPACE = 18
"""The width of a space of the track."""
GRASS, TUFT, MEADOW, FIELD = "#a9cf7f", "#8ab964", "#f6e58d", "#b9dd93"


def svg(drawn: ShearPanicState | Flock, *, only: int | None = None) -> str:
    """Draws a state, or only a flock. ``only`` leaves out the menus of the other players."""
    if isinstance(drawn, Flock):
        return _document([_pasture(drawn)], str(drawn))
    figure = drawn.game.track.figure_at(drawn.counter)
    players = range(drawn.game.players) if only is None else (only,)
    panels = [_pasture(drawn.flock, figure), _track(drawn), _menus(drawn, players)]
    return _document(panels, f"{drawn.flock}, {drawn.counter}", down=True)


def svg_change(flock: Flock, shifts: Shifts, after: Flock, figure: str | None = None) -> str:
    """Draws a flock with an arrow for every sheep that moves, and the flock after it."""
    before = _pasture(flock, figure, shifts)
    return _document([before, _arrow(), _pasture(after, figure)], f"{flock} → {after}")


def svg_removal(flock: Flock, gone: tuple[Spot, ...], figure: str | None) -> str:
    """Draws a flock whose marked sheep leave, and the flock that is left."""
    left = _pasture(flock.without(gone), figure)
    return _document([_pasture(flock, figure, gone=gone), _arrow(), left], str(flock))


class _Panel:
    """A part of a picture, and its size."""

    def __init__(self, width: float, height: float, elements: list[str]) -> None:
        self.width, self.height, self.elements = width, height, elements


def _document(panels: list[_Panel], description: str, *, down: bool = False) -> str:
    """Puts panels side by side, or one below the other, on one sheet."""
    across = max(panel.width for panel in panels)
    tall = max(panel.height for panel in panels)
    width = across if down else sum(panel.width for panel in panels)
    height = sum(panel.height for panel in panels) if down else tall
    drawn, at = [], 0.0
    for panel in panels:
        if down:
            drawn.append(group(panel.elements, MARGIN + (width - panel.width) / 2, MARGIN + at))
            at += panel.height
        else:
            drawn.append(group(panel.elements, MARGIN + at, MARGIN + (height - panel.height) / 2))
            at += panel.width
    full_width, full_height = width + 2 * MARGIN, height + 2 * MARGIN
    ground = rect(0, 0, full_width, full_height, GRASS, radius=12)
    elements = (ground, *_tufts(full_width, full_height), *drawn)
    return document("Shear Panic", full_width, full_height, elements, description=description)


def _tufts(width: float, height: float) -> list[str]:
    """Draws grass by a fixed rule, so that the same picture is always the same text."""
    drawn = []
    for number in range(int(width * height / 5200)):
        x = 10 + (number * 97.3) % (width - 20)
        y = 12 + (number * 61.7 + 13 * (number % 5)) % (height - 20)
        drawn.append(path(f"M{x:.4g} {y:.4g}l-3 -7m3 7l0 -9m0 9l3 -7", extra=line(TUFT, 1.5)))
    return drawn


# The flock


def _pasture(
    flock: Flock,
    figure: str | None = None,
    shifts: Shifts | None = None,
    gone: tuple[Spot, ...] = (),
) -> _Panel:
    """Draws the flock with the names of its cells, the figure in front, and arrows for moves."""
    shifts = shifts or {}
    spots = [*flock.sheep, *shifts.values()] or [(0, 0)]
    if figure and flock.sheep:
        spots.append(_figure_spot(flock))
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    right, bottom = max(x for x, _ in spots), max(y for _, y in spots)
    width = (right - left + 1) * CELL + 2 * EDGE
    height = (bottom - top + 1) * CELL + 2 * EDGE

    def corner(spot: Spot) -> tuple[float, float]:
        return EDGE + (spot[0] - left) * CELL, EDGE + (spot[1] - top) * CELL

    drawn = _names(flock, corner((0, 0)))
    for spot, colour in flock.sheep.items():
        drawn.append(group(pieces.sheep(colour, flock.facing, faint=spot in gone), *corner(spot)))
    drawn += [_way(corner(start), corner(end)) for start, end in shifts.items()]
    drawn += [_scissor_mark(*corner(spot)) for spot in gone]
    if figure and flock.sheep:
        drawn.append(group(_figure(figure, flock), *corner(_figure_spot(flock))))
    return _Panel(width, height, drawn)


def _names(flock: Flock, origin: tuple[float, float]) -> list[str]:
    x, y = origin
    columns = len(flock.rows[0]) if flock.rows else 0
    below = flock.facing == "N"
    drawn = []
    for column in range(columns):
        at = y + len(flock.rows) * CELL + 17 if below else y - 7
        drawn.append(text(x + (column + 0.5) * CELL, at, chr(ord("A") + column), 14, "#4c6b2f"))
    beyond = flock.facing == "W"
    for row in range(len(flock.rows)):
        at = x + columns * CELL + 13 if beyond else x - 13
        drawn.append(text(at, y + (row + 0.5) * CELL + 5, str(row + 1), 14, "#4c6b2f"))
    return drawn


def _figure_spot(flock: Flock) -> Spot:
    """S-6.2: returns the cell in front of the middle of the front row."""
    front = next(flock.lines_from_front())
    return step(front[len(front) // 2], flock.facing)


def _figure(figure: str, flock: Flock) -> list[str]:
    if figure == FieldKind.SHEARER:
        return pieces.shearer()
    return pieces.roger(FACINGS[(FACINGS.index(flock.facing) + 2) % 4])


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Draws an arrow from the middle of one cell to the middle of another."""
    half = CELL / 2
    x, y = start[0] + half, start[1] + half
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across * across + down * down) ** 0.5
    dx, dy = across / length, down / length
    tip_x, tip_y = x + across - dx * 12, y + down - dy * 12
    shaft = f"M{x + dx * 14:.4g} {y + dy * 14:.4g}L{tip_x:.4g} {tip_y:.4g}"
    head = (
        f"M{tip_x + dx * 10:.4g} {tip_y + dy * 10:.4g}"
        f"L{tip_x - dy * 9 - dx * 6:.4g} {tip_y + dx * 9 - dy * 6:.4g}"
        f"L{tip_x + dy * 9 - dx * 6:.4g} {tip_y - dx * 9 - dy * 6:.4g}z"
    )
    return (
        path(shaft, extra=line(PAPER, 9))
        + path(head, PAPER, line(PAPER, 4))
        + path(shaft, extra=line("#e4572e", 5))
        + path(head, "#e4572e")
    )


def _scissor_mark(x: float, y: float) -> str:
    return path(f"M{x + 14:g} {y + 14:g}l36 36m0 -36l-36 36", extra=line("#e4572e", 5))


def _arrow() -> _Panel:
    shape = "M4 34h34v-14l26 24l-26 24v-14h-34z"
    return _Panel(72, 88, [path(shape, PAPER, line(INK, 2))])


# The track


def _track(state: ShearPanicState) -> _Panel:
    """Draws the fields in two rows, with numbered spaces and the counter."""
    track = state.game.track
    half = track.fields[1].last
    drawn: list[str] = []
    for row, fields in enumerate((track.fields[:2], track.fields[2:])):
        y = 26 + 74 * row
        first = fields[0].first
        for field in fields:
            drawn += _field(track, field, (field.first - first + 1) * SPACE, y)
    place = state.counter - (half if state.counter > half else 0)
    drawn += _counter(place * SPACE + SPACE / 2, 26 + 74 * (state.counter > half) + 24)
    return _Panel((half + 1) * SPACE, 150, drawn)


def _field(track: Track, field: Field, x: float, y: float) -> list[str]:
    name = word(f"field-{field.kind}").text()
    colour = MEADOW if field.kind in MEADOWS else FIELD
    length = field.last - field.first + 1
    drawn = [text(x + 2, y - 5, name, 11, INK, "start")]
    for space in range(field.first, field.last + 1):
        at = x + (space - field.first) * SPACE
        drawn.append(rect(at, y, SPACE, 34, colour, f'stroke="{INK}" stroke-width=".8"'))
        drawn.append(text(at + SPACE / 2, y + 11, str(space), 8.4))
        if space in track.panic:
            drawn.append(_fright(at + SPACE / 2, y + 25))
        if space == field.gate:
            drawn.append(_gate(at, y))
    if field.gate is not None:
        drawn.append(_pen(x + (length - 1) * SPACE, y))
    drawn.append(rect(x, y, length * SPACE, 34, "none", f'stroke="{INK}" stroke-width="1.8"', 2))
    return drawn


def _fright(x: float, y: float) -> str:
    """Draws a face in panic."""
    return (
        circle(x, y, 6.6, "#e4572e", line(INK, 1))
        + circle(x - 2.3, y - 1.6, 1.2, PAPER)
        + circle(x + 2.3, y - 1.6, 1.2, PAPER)
        + circle(x, y + 2.8, 1.7, PAPER)
    )


def _gate(x: float, y: float) -> str:
    bars = f"M{x:g} {y - 4:g}v42m0 -36h{SPACE:g}m0 -6v42m0 -22h{-SPACE:g}m0 14h{SPACE:g}"
    return path(bars, extra=line("#7a4b21", 2))


def _pen(x: float, y: float) -> str:
    return rect(x - 1, y - 3, SPACE + 2, 40, "none", 'stroke="#7a4b21" stroke-width="3"', 3)


def _counter(x: float, y: float) -> list[str]:
    shape = f"M{x - 7:g} {y + 9:g}h14l-3.4 -11a5 5 0 1 0 -7.2 0z"
    return [path(shape, "#fff", line(INK, 1.8))]


# Who has what


def _menus(state: ShearPanicState, players: Sequence[int]) -> _Panel:
    """Draws the points of these players, and the commands still free."""
    column = (state.game.track.fields[1].last + 1) * SPACE / state.game.players
    width = column * len(players)
    height = 144 if state.game.extras else 128
    drawn: list[str] = []
    for place, player in enumerate(players):
        letter = state.game.colours[player]
        x, livery = place * column, FLEECES[letter]
        active = state.ended is None and state.player == player
        edge = f'stroke="{livery.colour}" stroke-width="{3.4 if active else 1.4}"'
        drawn.append(rect(x + 3, 2, column - 6, height, PAPER, edge, 8))
        drawn.append(circle(x + 20, 20, 11, livery.colour))
        drawn.append(text(x + 20, 24.6, letter, 13, PAPER))
        drawn.append(text(x + column - 14, 26, str(state.points[player]), 18, INK, "end"))
        free: dict[str, list[str]] = {}
        for entry in free_entries(state, player):
            free.setdefault(entry.kind, []).append(str(entry.number))
        for row, kind in enumerate(KINDS):
            shade = INK if kind in free else "#c9c1b2"
            y = 45 + 13 * row
            drawn.append(text(x + 12, y, word(kind).text(), 10, shade, "start"))
            numbers = " ".join(free.get(kind, ["–"]))
            drawn.append(text(x + column - 14, y, numbers, 10, shade, "end"))
        if state.game.extras:
            left = " ".join(map(str, state.extras[player])) or "–"
            extras = say("drawing-extras", extras=left).text()
            drawn.append(text(x + 12, 139, extras, 10, INK, "start"))
    return _Panel(width, height + 6, drawn)
