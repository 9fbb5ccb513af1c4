"""Chance follows its exact probabilities."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tablee.core.chance import Outcome, draw

HALF_THIRD_SIXTH = [
    Outcome("a", Fraction(1, 2)),
    Outcome("b", Fraction(1, 3)),
    Outcome("c", Fraction(1, 6)),
]


class Tickets(random.Random):
    """Draws one ticket of six, always the same."""

    def __init__(self, ticket: int) -> None:
        super().__init__()
        self.ticket = ticket

    def randrange(self, stop: int) -> int:  # type: ignore[override]
        assert stop in (2, 6)
        return self.ticket


def test_an_outcome_comes_as_often_as_it_is_likely() -> None:
    rng = random.Random(1)
    counts = Counter(draw(HALF_THIRD_SIXTH, rng) for _ in range(6000))
    assert abs(counts["a"] - 3000) < 200
    assert abs(counts["b"] - 2000) < 200
    assert abs(counts["c"] - 1000) < 150


def test_every_ticket_of_the_draw_belongs_to_one_outcome() -> None:
    assert "".join(draw(HALF_THIRD_SIXTH, Tickets(ticket)) for ticket in range(6)) == "aaabbc"


def test_a_draw_repeats_with_its_seed() -> None:
    outcomes = [Outcome(number, Fraction(1, 24)) for number in range(24)]
    first, second = random.Random(7), random.Random(7)
    assert [draw(outcomes, first) for _ in range(9)] == [draw(outcomes, second) for _ in range(9)]


def test_probabilities_that_do_not_sum_to_1_are_a_defect() -> None:
    with pytest.raises(AssertionError, match="sum to less than 1"):
        draw([Outcome("a", Fraction(1, 2))], Tickets(1))
