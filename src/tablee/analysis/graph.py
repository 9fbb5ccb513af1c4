"""The chances over a game as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablee.analysis.report import SURE, Analysis, Chances, say
from tablee.core import svg
from tablee.core.palette import ALARM, FONT, INK, PAPER, PLAYERS

WIDTH, HEIGHT = 760, 340
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 24, 44
DASHES = ("", "7 4", "2 4", "10 3 2 3")
"""Lines differ by their dashes, too, for people who see few colours."""


def percent(chance: int, language: str = "en", *, sign: bool = False) -> str:
    """Returns a chance as people read it, for example ``54.2 %``."""
    number = f"{100 * chance / SURE:+.1f}" if sign else f"{100 * chance / SURE:.1f}"
    number = number.replace("-", "−")
    return f"{number.replace('.', ',') if language != 'en' else number}\u00a0%"


def percents(chances: Chances, language: str) -> str:
    """Returns the chances of all players, for example ``54.2 % · 45.8 %``."""
    return " · ".join(percent(one, language) for one in chances)


def default_names(analysis: Analysis, language: str) -> list[str]:
    return [say("player", player=seat + 1).text(language) for seat in range(analysis.players)]


def picture(analysis: Analysis, names: Sequence[str] = (), language: str = "en") -> str:
    """Returns the graph as SVG. Turning points are marked."""
    names = names or default_names(analysis, language)
    moments = [analysis.start, *(turn.after for turn in analysis.turns)]
    elements = [svg.rect(0, 0, WIDTH, HEIGHT, PAPER), *_grid(len(moments) - 1, language)]
    for seat, name in enumerate(names):
        elements += _line(moments, seat, name)
    for number in analysis.turning_points:
        turn = analysis.turns[number - 1]
        assert turn.player is not None
        x, y = _x(number, len(moments)), _y(turn.after[turn.player])
        elements.append(svg.circle(x, y, 9, "none", svg.line(ALARM, 2.5)))
        elements.append(_text(x, y - 14, str(number), "middle", ALARM))
    title = say("graph-title").text(language)
    ends = ", ".join(
        f"{name} {percent(chance, language)}"
        for name, chance in zip(names, analysis.end, strict=True)
    )
    told = say("graph-about", turns=len(analysis.turns), ends=ends).text(language)
    style = f'font-family="{escape(FONT)}"'
    return svg.document(escape(title), WIDTH, HEIGHT, elements, description=told, style=style)


def _x(number: int, moments: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * number / max(moments - 1, 1)


def _y(chance: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance / SURE


def _grid(turns: int, language: str) -> list[str]:
    found = []
    for share in range(0, 101, 25):
        y = _y(share * SURE // 100)
        found.append(
            svg.path(f"M{LEFT} {y:g}H{WIDTH - RIGHT}", extra=svg.line(INK, 0.5) + ' opacity=".3"')
        )
        found.append(_text(LEFT - 8, y + 4, f"{share}\u00a0%", "end"))
    step = max(1, -(-turns // 10))
    found += [
        _text(_x(number, turns + 1), HEIGHT - BOTTOM + 18, str(number), "middle")
        for number in range(0, turns + 1, step)
    ]
    label = say("graph-turns").text(language)
    found.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, label, "middle"))
    return found


def _line(moments: list[Chances], seat: int, name: str) -> list[str]:
    livery, dashes = PLAYERS[seat % len(PLAYERS)], DASHES[seat % len(DASHES)]
    points = " ".join(
        f"{_x(number, len(moments)):.1f},{_y(chances[seat]):.1f}"
        for number, chances in enumerate(moments)
    )
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    legend = TOP + 22 * seat + 6
    x = WIDTH - RIGHT + 14
    return [
        f'<polyline points="{points}" fill="none" {svg.line(livery.colour, 2.5)}{dashed}/>',
        svg.path(f"M{x} {legend}h26", extra=svg.line(livery.colour, 2.5) + dashed),
        _text(x + 32, legend + 4, _short(name), "start", livery.dark),
    ]


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _text(x: float, y: float, content: str, anchor: str, fill: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="{anchor}" fill="{fill}">'
        f"{escape(content)}</text>"
    )
