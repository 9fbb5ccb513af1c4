"""Draws how a learner gets better, from the lines that it prints.

python examples/research/learn_shear_panic.py | tee learned.txt
python docs/curve.py < learned.txt > docs/images/learning.svg
"""

from __future__ import annotations

import re
import sys

from tablee.core import svg

LINE = re.compile(r"([\d.]+) minutes, .* wins ([\d.]+)%")
GREY, BLUE = "#808080", "#2f7fd6"
"""Colours that can be read on light and dark pages."""
LEFT, TOP, WIDE, HIGH = 50, 20, 420, 200


def drawn(points: list[tuple[float, float]]) -> str:
    """Draws wins in per cent by minutes."""
    minutes = round(points[-1][0])
    places = [
        (LEFT + WIDE * time / points[-1][0], TOP + HIGH * (1 - rate / 100)) for time, rate in points
    ]
    elements = []
    for rate in (0, 25, 50, 75, 100):
        y = TOP + HIGH * (1 - rate / 100)
        elements.append(svg.path(f"M{LEFT} {y:g}h{WIDE}", extra=svg.line(GREY, 0.5)))
        elements.append(svg.text(LEFT - 24, y + 4, f"{rate} %", 12, GREY))
    for minute in range(0, minutes + 1, 2):
        x = LEFT + WIDE * minute / minutes
        elements.append(svg.text(x, TOP + HIGH + 18, f"{minute}", 12, GREY))
    elements.append(svg.text(LEFT + WIDE / 2, TOP + HIGH + 36, "minutes of learning", 12, GREY))
    joined = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    elements.append(svg.path(f"M{joined}", extra=svg.line(BLUE, 2.5)))
    elements += [svg.circle(x, y, 3.5, BLUE) for x, y in places]
    return svg.document(
        "Games won against random actions, by minutes of learning",
        LEFT + WIDE + 20,
        TOP + HIGH + 46,
        elements,
        style='font-family="sans-serif" text-anchor="middle"',
    )


def main() -> None:
    points = [(float(time), float(rate)) for time, rate in LINE.findall(sys.stdin.read())]
    if not points:
        sys.exit("no line says what was won")
    print(drawn(points), end="")


if __name__ == "__main__":
    main()
