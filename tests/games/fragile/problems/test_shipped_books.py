"""The books that come with the program tell the truth."""

from collections import Counter

import pytest

from tablee.games.fragile import Book, standard
from tablee.games.fragile.problems import checker
from tablee.games.fragile.problems.answer import answer
from tablee.games.fragile.problems.book import BookEntry
from tablee.games.fragile.problems.composer import BEAUTIFUL, Order, compose_one
from tablee.games.fragile.problems.difficulty import grade_of, rate
from tablee.games.fragile.problems.line import play_line
from tablee.games.fragile.problems.motifs import MOTIFS, motifs_in
from tablee.games.fragile.problems.search_kernel import COMPILED
from tablee.games.fragile.problems.sketch import without_each
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.story import tell
from tablee.games.fragile.problems.symmetry import canonical

PUBLISHED, COMPOSED, COLLECTION = Book.published(), Book.composed(), Book.collection()
ALL = [*COMPOSED.entries, *COLLECTION.entries]
SAMPLE = [*COMPOSED.entries[::16], *COLLECTION.entries[::60]] if COMPILED else COMPOSED.entries[:1]


def named(entry: BookEntry) -> str:
    return entry.problem.text


# The published ones


def test_the_published_problems_are_the_golden_ones(golden: Book) -> None:
    assert len(PUBLISHED.entries) == 8
    for entry, known in zip(PUBLISHED.entries, golden.entries, strict=True):
        assert (entry.id, entry.problem) == (known.id, known.problem)
        assert entry.published == known.published


@pytest.mark.parametrize("entry", PUBLISHED.entries, ids=named)
def test_every_solution_of_the_published_ones_solves_them(entry: BookEntry) -> None:
    for solution in (entry.published, entry.solution):
        assert play_line(entry.problem, standard(), solution).is_solved
    assert len(entry.published) == entry.problem.turns
    assert len(entry.solution) == entry.facts["minimum"]


def test_the_booklet_is_beaten_twice() -> None:
    beaten = [entry.id for entry in PUBLISHED.entries if "shorter" in entry.facts]
    assert beaten == [6, 8]
    assert [len(PUBLISHED.entry(number).solution) for number in beaten] == [2, 3]


# The composed ones


def test_the_composed_problems_keep_their_numbers() -> None:
    """Links, records and progress name them."""
    assert len(COMPOSED.entries) == 64
    assert COMPOSED.entry(12).problem.text == "2;E5gH7,G5c;C5,I6;-"
    assert [entry.id for entry in COMPOSED.entries] == [*range(1, len(COMPOSED.entries) + 1)]


def test_no_two_are_alike_but_for_a_turn_of_the_board() -> None:
    board = standard().board
    texts = {canonical(entry.problem, board) for entry in ALL}
    assert len(texts) == len(ALL)


@pytest.mark.parametrize("entry", ALL, ids=named)
def test_every_solution_of_the_composed_ones_solves_them(entry: BookEntry) -> None:
    assert play_line(entry.problem, standard(), entry.solution).is_solved
    assert len(entry.solution) == entry.problem.turns


def check(entry: BookEntry) -> None:
    """One shortest solution, no shorter one, the theme in it, the difficulty as told."""
    turns = entry.problem.turns
    solved = solve(entry.problem, max_turns=turns, all_solutions=True, workers=1)
    assert (solved.minimum, solved.solutions, solved.complete) == (turns, (entry.solution,), True)
    rated = rate(solved)
    assert rated is not None
    assert rated.value == entry.difficulty
    assert entry.motifs == motifs_in(entry.problem, entry.solution)


@pytest.mark.parametrize("entry", SAMPLE, ids=named)
def test_a_composed_problem_is_what_the_book_says(entry: BookEntry) -> None:
    check(entry)


@pytest.mark.long
@pytest.mark.parametrize("entry", ALL, ids=named)
def test_every_composed_problem_is_what_the_book_says(entry: BookEntry) -> None:
    check(entry)
    turns, goals = entry.problem.turns, len(entry.problem.goals)
    for smaller in without_each(entry.problem):
        if len(smaller.goals) == goals:
            assert not answer(smaller, standard(), turns).is_unique(turns), smaller.text


# The collection


def test_the_collection_gets_harder_and_each_problem_shows_a_motif() -> None:
    difficulties = [entry.difficulty or 0 for entry in COLLECTION.entries]
    assert difficulties == sorted(difficulties)
    assert [entry.id for entry in COLLECTION.entries] == [*range(1, len(difficulties) + 1)]
    assert all(entry.motifs for entry in COLLECTION.entries)


def test_the_collection_is_even() -> None:
    """A fifth of each grade, and no more than a fifth of one theme."""
    entries = COLLECTION.entries
    fifth = len(entries) / 5
    grades = Counter(grade_of(entry.difficulty or 1) for entry in entries)
    assert set(grades.values()) == {fifth}
    assert max(Counter(entry.motifs[0] for entry in entries).values()) <= fifth
    assert {motif for entry in entries for motif in entry.motifs} == {*MOTIFS}
    assert {entry.problem.turns for entry in entries} == {2, 3, 4, 5}
    assert {len(entry.problem.goals) for entry in entries} == {1, 2, 3}


def test_no_turn_of_the_collection_is_an_idle_walk() -> None:
    """A docker that only walks hands over later, and that happens once at most."""
    for entry in COLLECTION.entries:
        story = tell(play_line(entry.problem, standard(), entry.solution))
        walks = [turn for turn in story.turns if not story.moves_in(turn)]
        assert len(walks) <= 1
        for turn in walks:
            later = [move.helpers for move in story.moves if move.turn > turn]
            assert any(story.docker_of(turn) in helpers for helpers in later)


@pytest.mark.long
@pytest.mark.parametrize("entry", COLLECTION.entries, ids=named)
def test_every_problem_of_the_collection_comes_from_its_seed(entry: BookEntry) -> None:
    facts = entry.facts
    order = Order((entry.problem.turns,), (len(entry.problem.goals),), facts["seed"])
    again = compose_one(order, facts["attempt"])
    assert again is not None
    assert (again.problem, again.solution) == (entry.problem, entry.solution)
    assert again.beauty == facts["beauty"] >= BEAUTIFUL


@pytest.mark.long
@pytest.mark.parametrize("entry", COLLECTION.entries, ids=named)
def test_every_minimum_of_the_collection_is_certified(entry: BookEntry) -> None:
    checker.check(solve(entry.problem, max_turns=entry.problem.turns, workers=1).certificate())


@pytest.mark.long
@pytest.mark.parametrize("entry", PUBLISHED.entries, ids=named)
def test_every_published_problem_is_rated_and_its_minimum_proved(entry: BookEntry) -> None:
    solved = solve(entry.problem, all_solutions=True)
    rated = rate(solved)
    assert rated is not None
    assert (solved.minimum, solved.proved) == (entry.facts["minimum"], True)
    assert rated.value == entry.difficulty
