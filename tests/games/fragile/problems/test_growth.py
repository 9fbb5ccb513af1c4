"""The table of how the solver's cost grows."""

import pytest

from tablee.games.fragile import Book, standard
from tablee.games.fragile.problems.bound_kernel import COMPILED
from tablee.games.fragile.problems.growth import RING, growth, measured, problem


def test_the_largest_row_is_the_published_problem(golden: Book) -> None:
    published = golden.entry(8).problem
    assert problem(len(RING)).crates == published.crates
    assert problem(len(RING)).dockers == published.dockers
    problem(1).check(standard().board)


def test_one_turn_is_refuted_by_the_bound_alone() -> None:
    cost = measured(problem(4), 4, 1, limit=60, workers=1)
    assert (cost.crates, cost.turns, cost.positions) == (4, 1, 0)


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_what_takes_too_long_is_broken_off_and_longer_lengths_left_out() -> None:
    costs = list(growth(limit=0))
    broken = [cost for cost in costs if cost.positions is None]
    assert broken
    for cost in broken:
        assert not any(c.crates == cost.crates and c.turns > cost.turns for c in costs)
