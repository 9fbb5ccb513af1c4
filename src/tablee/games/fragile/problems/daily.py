"""The problem of the day. The date decides, so everybody with the same books has the same one."""

from __future__ import annotations

from datetime import date
from random import Random

from tablee.games.fragile.problems.book import SHIPPED, BookEntry, shipped


def daily(day: date) -> tuple[str, BookEntry]:
    """Returns the book and the problem of a day. Each problem has its day before any comes again.

    The order is drawn with ``random()`` alone, which gives the same numbers in every Python.
    """
    places = [(name, entry) for name in SHIPPED for entry in shipped(name).entries]
    rounds, place = divmod(day.toordinal(), len(places))
    chance = Random(f"daily/{rounds}")
    return sorted(places, key=lambda _: chance.random())[place]
