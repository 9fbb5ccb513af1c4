"""The problem of the day."""

from __future__ import annotations

from datetime import date

from tablee.core.problem_book import of_the_day
from tablee.games.shear_panic.problems.book import SHIPPED, BookEntry, shipped


def daily(day: date) -> tuple[str, BookEntry]:
    """Returns the book and the problem of a day."""
    return of_the_day(day, [(name, entry) for name in SHIPPED for entry in shipped(name).entries])
