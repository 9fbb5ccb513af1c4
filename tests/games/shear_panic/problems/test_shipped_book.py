"""The first hundred: unique, certified, rated, and the motifs are there."""

from collections import Counter

import pytest

from tablee.games.shear_panic import standard
from tablee.games.shear_panic.problems import checker
from tablee.games.shear_panic.problems.book import SHIPPED, BookEntry, shipped
from tablee.games.shear_panic.problems.difficulty import grade_of, rate
from tablee.games.shear_panic.problems.motifs import motifs_of
from tablee.games.shear_panic.problems.sameness import canonical
from tablee.games.shear_panic.problems.solver import solve

ENTRIES = [entry for name in SHIPPED for entry in shipped(name).entries]
SAMPLE = [entry for entry in ENTRIES if len(entry.problem.commands) == 1][::6]


def check(entry: BookEntry) -> None:
    entry.problem.check(standard())
    solution = solve(entry.problem)
    assert solution.chance == entry.chance
    assert solution.first == (entry.solution,)
    assert motifs_of(solution) == entry.motifs
    rating = rate(solution)
    assert rating is not None
    assert rating.value == entry.difficulty
    checker.check(solution.certificate())


@pytest.mark.parametrize("entry", SAMPLE, ids=lambda entry: f"problem {entry.id}")
def test_a_sample_has_the_best_play_the_book_gives(entry: BookEntry) -> None:
    check(entry)


@pytest.mark.long
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"problem {entry.id}")
def test_every_problem_has_the_best_play_the_book_gives(entry: BookEntry) -> None:
    check(entry)


def test_the_book_is_even() -> None:
    assert len(ENTRIES) == 100
    assert [entry.id for entry in ENTRIES] == list(range(1, 101))
    assert set(Counter(grade_of(entry.difficulty or 0) for entry in ENTRIES).values()) == {20}
    assert max(Counter(entry.motifs[0] for entry in ENTRIES).values()) <= 20
    assert max(Counter(entry.problem.goal.kind for entry in ENTRIES).values()) <= 25


def test_no_two_problems_are_the_same() -> None:
    assert len({canonical(entry.problem) for entry in ENTRIES}) == len(ENTRIES)


def test_the_easiest_comes_first() -> None:
    rated = [entry.difficulty or 0 for entry in ENTRIES]
    assert rated == sorted(rated)
