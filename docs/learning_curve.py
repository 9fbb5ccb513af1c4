"""Draws the learning curve of docs/research.md from the lines that the learner prints.

python examples/research/learn_shear_panic.py > lines.txt
python docs/learning_curve.py < lines.txt > docs/figures/learning.svg
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from tablee.core import svg
from tablee.core.palette import FONT, INK, PAPER, PLAYERS

LINE = re.compile(r"([\d.]+) minutes, (\d+) games: wins ([\d.]+)%")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 600, 330, 60, 580, 20, 270


def drawn(lines: Iterable[str]) -> str:
    """Returns the picture: minutes to the right, games won upwards."""
    found = [tuple(map(float, match.groups())) for match in map(LINE.match, lines) if match]
    longest = found[-1][0]
    points = [(_across(minutes / longest), _up(wins / 100)) for minutes, _, wins in found]
    shares = (0, 0.25, 0.5, 0.75, 1)
    grid = "".join(f"M{LEFT} {_up(share):g}H{RIGHT}" for share in shares)
    curve = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return svg.document(
        "Learning curve",
        WIDTH,
        HEIGHT,
        [
            svg.rect(0, 0, WIDTH, HEIGHT, PAPER, radius=8),
            svg.path(grid, extra=svg.line("#d8d2c4", 1)),
            svg.path(curve, extra=svg.line(PLAYERS[0].colour, 3)),
            *(svg.circle(x, y, 4, PLAYERS[0].colour) for x, y in points),
            *(svg.text(LEFT - 26, _up(share) + 4, f"{share:.0%}", 13) for share in shares),
            *(
                svg.text(_across(share), BOTTOM + 20, f"{longest * share:.3g}", 13)
                for share in shares
            ),
            svg.text((LEFT + RIGHT) / 2, HEIGHT - 15, "minutes of learning", 14),
        ],
        description=f"Games won against random moves: {found[0][2]}% before, {found[-1][2]}% after "
        f"{longest:g} minutes and {found[-1][1]:.0f} games.",
        style=f'font-family="{FONT}" text-anchor="middle" fill="{INK}"',
    )


def _across(share: float) -> float:
    return LEFT + (RIGHT - LEFT) * share


def _up(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


if __name__ == "__main__":
    sys.stdout.write(drawn(sys.stdin))
