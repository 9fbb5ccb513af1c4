"""Glicko-2 for one game at a time, as Glickman describes it (http://www.glicko.net/glicko.html).

An attempt at a problem is a game between a person and the problem. All ratings move here and
nowhere else, so the page and the server never disagree.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

SCALE = 173.7178
"""Points of a rating in a unit of Glicko-2."""
MIDDLE = 1500.0
TAU = 0.5
"""How much volatilities may change."""
CLOSE = 1e-6
LEAST_DEVIATION = 45.0
"""Ratings stay able to move."""
MOST_DEVIATION = 350.0


class Strength(msgspec.Struct, frozen=True):
    """A rating, how uncertain it is, and how much it varies."""

    rating: float
    rd: float
    vol: float


NEWCOMER = Strength(1200.0, MOST_DEVIATION, 0.06)
"""A person who has tried no problem yet."""


def prior(difficulty: float) -> Strength:
    """The strength of a problem that nobody tried: its difficulty from 1 to 10, as 800 to 2600."""
    return Strength(600.0 + 200.0 * difficulty, 120.0, 0.06)


def after(one: Strength, other: Strength, score: float) -> Strength:
    """Returns the strength of ``one`` after a game: ``score`` is 1 if it won, 0 if it lost."""
    mu, phi = (one.rating - MIDDLE) / SCALE, one.rd / SCALE
    weight = 1 / sqrt(1 + 3 * (other.rd / SCALE) ** 2 / pi**2)
    expected = 1 / (1 + exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
    variance = 1 / (weight**2 * expected * (1 - expected))
    surprise = weight * (score - expected)
    vol = _volatility(phi, one.vol, variance, variance * surprise)
    wider = phi**2 + vol**2
    narrower = 1 / sqrt(1 / wider + 1 / variance)
    rating = MIDDLE + SCALE * (mu + narrower**2 * surprise)
    rd = min(MOST_DEVIATION, max(LEAST_DEVIATION, SCALE * narrower))
    return Strength(rating, rd, vol)


def _volatility(phi: float, vol: float, variance: float, delta: float) -> float:
    """Returns the new volatility, by the paper's search between two bounds (step 5)."""
    start = log(vol**2)

    def slope(x: float) -> float:
        grown = exp(x)
        total = phi**2 + variance + grown
        return grown * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
