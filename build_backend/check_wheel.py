"""Checks an installed tablee: the kind of build, the page, and a game of each kind.

    python build_backend/check_wheel.py compiled
    python build_backend/check_wheel.py "pure Python"

Run it with the Python that tablee was installed into. It says what is wrong, with exit status 1.
"""

from __future__ import annotations

import sys
from importlib.resources import files

from tablee._build import describe_build
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic
from tablee.testing import check_game


def complaints(expected: str) -> list[str]:
    """Returns what is wrong with the installation. Raises ``AssertionError`` if a game fails."""
    found = []
    if describe_build() != expected:
        found.append(f"the build is {describe_build()}, not {expected}")
    if not files("tablee").joinpath("static", "index.html").is_file():
        found.append("the browser table is missing")
    for game in (Fragile(3), ShearPanic(3)):
        check_game(game, range(2))
    return found


if __name__ == "__main__":
    wrong = complaints(sys.argv[1])
    sys.exit("\n".join(wrong) if wrong else 0)
