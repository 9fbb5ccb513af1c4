"""Small pictures of a training: curves, a calibration, results with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from tablee.bots.statistics import interval
from tablee.core import svg
from tablee.core.palette import FONT, INK, NOBODY, PAPER, PLAYERS
from tablee.training.calibration import Bin

WIDTH, HEIGHT = 460.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 18.0, 40.0, 52.0
SMALL, LARGE = 12.0, 15.0
NEW, OTHER = PLAYERS[0].colour, PLAYERS[1].colour
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """The field of a picture, from values to places."""

    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> Point:
        across = (x - self.x[0]) / ((self.x[1] - self.x[0]) or 1)
        up = (y - self.y[0]) / ((self.y[1] - self.y[0]) or 1)
        return (
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )

    def line(self, points: Sequence[Point], colour: str, extra: str = "") -> str:
        places = (self.at(*point) for point in points)
        shape = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        return svg.path(shape, extra=f"{svg.line(colour, 2)} {extra}".rstrip())

    def axes(self, across: str, up: str, x_marks: Iterable[Point], y_marks: Iterable[Point]) -> str:
        """Draws the axes. A mark is a value with the number that is written there."""
        drawn = []
        for value, told in x_marks:
            x, y = self.at(value, self.y[0])
            drawn.append(svg.text(round(x, 1), y + 18, f"{told:g}", SMALL))
        for value, told in y_marks:
            x, y = self.at(self.x[0], value)
            end = WIDTH - RIGHT
            drawn.append(svg.path(f"M{x:.1f} {y:.1f} H{end:g}", extra=svg.line(NOBODY.light, 1)))
            drawn.append(svg.text(x - 24, round(y + 4, 1), f"{told:.3g}", SMALL))
        middle = (LEFT + WIDTH - RIGHT) / 2
        drawn.append(svg.text(middle, HEIGHT - 12, escape(across), SMALL))
        upright = svg.text(16, HEIGHT / 2, escape(up), SMALL)
        return "".join((*drawn, svg.turned(-90, 16, HEIGHT / 2, [upright])))


def _picture(title: str, description: str, elements: Iterable[str]) -> str:
    style = f'font-family="{escape(FONT)}" text-anchor="middle"'
    ground = svg.rect(0, 0, WIDTH, HEIGHT, PAPER)
    head = svg.text(WIDTH / 2, 24, escape(title), LARGE, INK)
    return svg.document(
        escape(title),
        WIDTH,
        HEIGHT,
        (ground, head, *elements),
        description=description,
        style=style,
    )


def _marks(low: float, high: float, times: float = 1) -> list[Point]:
    """Returns five marks. They say their value, ``times`` a unit."""
    values = (low + (high - low) * step / 4 for step in range(5))
    return [(value, value * times) for value in values]


def curves(
    title: str, names: tuple[str, str], axes: tuple[str, str], points: Sequence[Sequence[float]]
) -> str:
    """Draws the losses of a training by step: in training, and of positions held out."""
    steps = [point[0] for point in points]
    values = [value for point in points for value in point[1:]]
    frame = Frame((0, max(steps)), (min(values), max(values)))
    elements = [frame.axes(*axes, _marks(*frame.x), _marks(*frame.y))]
    for number, (name, colour) in enumerate(zip(names, (OTHER, NEW), strict=True), start=1):
        shown = [(point[0], point[number]) for point in points]
        elements.append(frame.line(shown, colour, 'stroke-dasharray="6 4"' if number == 1 else ""))
        elements.append(svg.text(WIDTH - 110, TOP + 18 * number, escape(name), SMALL, colour))
    last = points[-1]
    described = f"{names[0]} {last[1]:.4f}, {names[1]} {last[2]:.4f}"
    return _picture(title, described, elements)


def calibration(title: str, axes: tuple[str, str], bins: Sequence[Bin]) -> str:
    """Draws the share that was won by the chance that was given. Good chances lie on the line."""
    frame = Frame((0, 1), (0, 1))
    marks = _marks(0, 1, 100)
    most = max((one.count for one in bins), default=1) or 1
    elements = [
        frame.axes(*axes, marks, marks),
        frame.line([(0, 0), (1, 1)], NOBODY.colour, 'stroke-dasharray="3 5"'),
    ]
    shown = [one for one in bins if one.count]
    for one in shown:
        x, y = frame.at(one.said, one.won)
        elements.append(svg.circle(x, y, 3 + 7 * (one.count / most) ** 0.5, NEW))
    described = ", ".join(f"{100 * one.said:.0f} %: {100 * one.won:.0f} %" for one in shown)
    return _picture(title, described, elements)


def rates(
    title: str, axes: tuple[str, str], results: Sequence[tuple[str, float, int]], par: float
) -> str:
    """Draws win rates with their intervals, and the even share as a line."""
    frame = Frame((0, len(results)), (0, 1))
    elements = [
        frame.axes(*axes, [], _marks(0, 1, 100)),
        frame.line([(0, par), (len(results), par)], NOBODY.colour, 'stroke-dasharray="3 5"'),
    ]
    told = []
    for number, (name, wins, games) in enumerate(results):
        sure, rate = interval(wins, games), wins / max(games, 1)
        elements.append(frame.line([(number + 0.5, sure.low), (number + 0.5, sure.high)], NEW))
        x, y = frame.at(number + 0.5, rate)
        elements.append(svg.circle(x, y, 6, NEW))
        elements.append(svg.text(round(x, 1), HEIGHT - BOTTOM + 18, escape(name), SMALL))
        told.append(f"{name}: {100 * rate:.0f} % ({100 * sure.low:.0f} … {100 * sure.high:.0f})")
    return _picture(title, ", ".join(told), elements)
