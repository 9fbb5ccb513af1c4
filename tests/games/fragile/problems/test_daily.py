"""The problem of the day."""

from datetime import date

from tablee.games.fragile.problems.book import SHIPPED, shipped
from tablee.games.fragile.problems.daily import daily

ALL = {(name, entry.id) for name in SHIPPED for entry in shipped(name).entries}


def of(ordinal: int) -> tuple[str, int]:
    book, entry = daily(date.fromordinal(ordinal))
    return book, entry.id


def test_every_problem_has_its_day_before_any_comes_again() -> None:
    start = 500 * len(ALL)
    assert {of(start + day) for day in range(len(ALL))} == ALL


def test_the_next_round_has_another_order() -> None:
    start = 500 * len(ALL)
    days = range(min(20, len(ALL)))
    assert [of(start + day) for day in days] != [of(start + len(ALL) + day) for day in days]
