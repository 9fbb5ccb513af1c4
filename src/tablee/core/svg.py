"""Elements of pictures as SVG text, for the games that draw their own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tablee.core.palette import INK


def document(
    title: str,
    width: float,
    height: float,
    elements: Iterable[str],
    *,
    description: str = "",
    style: str = "",
) -> str:
    """Returns a picture of its own. ``style`` adds attributes that hold for the whole picture."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"{_after(style)}>'
    described = f"<desc>{escape(description)}</desc>" if description else ""
    return "\n".join((opening, f"<title>{title}</title>{described}", *elements, "</svg>\n"))


def group(elements: list[str], x: float, y: float, *, scale: float = 1, kind: str = "") -> str:
    """Moves elements to their place. ``kind`` is their class, for style sheets and tests."""
    sized = f" scale({scale:g})" if scale != 1 else ""
    named = f' class="{kind}"' if kind else ""
    return f'<g{named} transform="translate({x:g} {y:g}){sized}">{"".join(elements)}</g>'


def turned(angle: float, x: float, y: float, elements: Iterable[str]) -> str:
    """Turns elements clockwise around a point."""
    return f'<g transform="rotate({angle} {x:g} {y:g})">{"".join(elements)}</g>'


def rect(
    x: float, y: float, width: float, height: float, fill: str, extra: str = "", radius: float = 0
) -> str:
    corner = f' rx="{radius:g}"' if radius else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner} '
        f'fill="{fill}"{_after(extra)}/>'
    )


def circle(x: float, y: float, radius: float, fill: str, extra: str = "") -> str:
    return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="{fill}"{_after(extra)}/>'


def ellipse(
    x: float, y: float, across: float, down: float, fill: str, extra: str = "", turn: float = 0
) -> str:
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}" '
        f'fill="{fill}"{_after(extra)}{turned}/>'
    )


def path(shape: str, fill: str = "none", extra: str = "") -> str:
    return f'<path d="{shape}" fill="{fill}"{_after(extra)}/>'


def line(colour: str, width: float, *, cap: str = "round") -> str:
    """Returns the attributes of a line."""
    return f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"'


def text(x: float, y: float, content: str, size: float, fill: str = INK) -> str:
    """Writes text around a point. The picture sets font, weight and anchor."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}">{content}</text>'


def _after(attributes: str) -> str:
    return f" {attributes}" if attributes else ""
