"""Colours that signs stand on: everybody can read them."""

import pytest

from tablee.core.palette import ALARM, INK, NOBODY, PAPER, PLAYERS
from tablee.games.shear_panic.drawing.pieces import FLEECES

READABLE = 4.5
"""WCAG 2.2, 1.4.3: the contrast of text."""

SIGNS_ON = {
    **{f"player {number}": (PAPER, livery.colour) for number, livery in enumerate(PLAYERS, 1)},
    **{f"floor {number}": (INK, livery.light) for number, livery in enumerate(PLAYERS, 1)},
    **{f"sheep {letter}": (PAPER, fleece.colour) for letter, fleece in FLEECES.items()},
    "nobody": (PAPER, NOBODY.colour),
    "paper": (INK, PAPER),
    "goal": (ALARM, PAPER),
}


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_has_the_contrast_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("where", SIGNS_ON)
def test_signs_are_readable_on_every_colour(where: str) -> None:
    assert contrast(*SIGNS_ON[where]) >= READABLE
