"""Difficulty: one number that agrees with people, and the reasons for it."""

import pytest

from tablee.core import LANGUAGES
from tablee.core.problem_book import grade_name
from tablee.games.fragile import Book, Problem, standard
from tablee.games.fragile.problems import difficulty as difficulty_module
from tablee.games.fragile.problems.difficulty import IdeaDifficulty, grade_of, rate
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.story import steps_to


def rated(problem: Problem | str) -> IdeaDifficulty:
    problem = Problem.parse(problem) if isinstance(problem, str) else problem
    found = rate(solve(problem, max_turns=problem.turns, all_solutions=True, workers=1))
    assert found is not None
    return found


def composed(number: int) -> IdeaDifficulty:
    return rated(Book.composed().entry(number).problem)


def count(difficulty: IdeaDifficulty, key: str) -> int | None:
    return next((part.count for part in difficulty.parts if part.key == key), None)


# What people say


def test_three_walks_on_an_empty_quay_are_easier_than_a_neat_clearance() -> None:
    assert composed(28).value < composed(12).value


def test_the_known_order_of_composed_problems_holds() -> None:
    values = [composed(number).value for number in (1, 12, 50)]
    assert values == sorted(set(values))
    assert values[-1] < (Book.composed().entry(64).difficulty or 0)


def test_one_push_is_the_easiest_there_is() -> None:
    assert rated("1;C2gC3;C1;-").value == 1


# The sum


def test_the_number_is_the_sum_of_its_parts(golden: Book) -> None:
    for number in (1, 3):
        found = rated(golden.entry(number).problem)
        assert found.value == pytest.approx(1 + sum(part.points for part in found.parts), abs=0.06)
        assert 1 <= found.value <= 10


def test_what_drove_it_comes_first(golden: Book) -> None:
    points = [abs(part.points) for part in rated(golden.entry(1).problem).parts]
    assert points == sorted(points, reverse=True)
    assert 0 not in points


def test_a_problem_without_a_solution_has_no_difficulty() -> None:
    unsolved = solve(Problem.parse("1;D5gC3;D6;-"), max_turns=1, all_solutions=True, workers=1)
    assert rate(unsolved) is None


def test_more_solutions_make_it_easier() -> None:
    found = rated("2;E3cgJ1;F3,B4;F2,H2,J2")
    assert (count(found, "solutions") or 1) > 1
    assert sum(part.points for part in found.parts if part.key == "solutions") < 0


# Ideas


def test_where_the_dockers_may_walk_does_not_matter() -> None:
    """One crate, one push: a second docker with the whole quay before it changes nothing."""
    alone, crowded = rated("1;C2gC3;C1;-"), rated("1;C2gC3;C1,F6;-")
    assert alone.ideas == crowded.ideas == (1,)
    assert alone.value == crowded.value


def test_an_idea_that_brings_no_crate_nearer_has_rivals() -> None:
    """Composed problem 12 begins with a crate that makes way. Pushes of the goal crate look better.

    There is one solution, so each of these rivals fails.
    """
    found = composed(12)
    assert found.ideas[0] > 1
    assert found.ideas[-1] == 1
    assert (count(found, "temptations") or 0) > 0
    assert count(found, "foresight") == 1


def test_the_first_turn_of_another_solution_is_no_temptation(golden: Book) -> None:
    """The booklet's first problem has nine solutions. They begin in different ways."""
    several = rated(golden.entry(1).problem)
    assert (count(several, "solutions") or 1) > 1
    assert (count(several, "temptations") or 0) < several.ideas[0] + 1


def test_turns_that_nothing_distracts_from_are_forced() -> None:
    assert composed(28).ideas == (1, 1, 1)
    assert count(composed(28), "forced") == 2


def test_a_walk_to_a_place_for_handing_over_is_a_post() -> None:
    assert count(composed(50), "posts") == 1  # D5: C5
    assert count(composed(28), "posts") is None


def test_crates_links_and_actions_are_counted(golden: Book) -> None:
    found = rated(golden.entry(3).problem)
    assert count(found, "crates") == 3
    assert count(found, "links") is None
    assert count(found, "handling") == 3
    assert count(rated(golden.entry(2).problem), "links") == 4


def test_what_is_too_much_to_look_at_fails_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost is bounded: beyond the bound a temptation counts as one that fails in the end."""

    def full(*_: object, **__: object) -> None:
        raise OutOfMemory

    before = composed(27)
    monkeypatch.setattr(difficulty_module._Glance, "layers", full)
    assert composed(27).value > before.value


# Grades


def test_there_are_five_grades_and_each_begins_above_the_last() -> None:
    assert [grade_of(value) for value in (1, 2.9, 3, 3.8, 4.6, 5.5, 10)] == [1, 1, 2, 3, 4, 5, 5]
    grades = [entry.difficulty for entry in Book.composed().entries]
    assert {grade_of(value) for value in grades if value} == {1, 2, 3, 4, 5}


def test_parts_and_grades_are_told_in_every_language(golden: Book) -> None:
    for part in rated(golden.entry(1).problem).parts:
        assert len({part.message.text(language) for language in LANGUAGES}) == len(LANGUAGES)
        assert str(part.count) in part.message.text()
    for grade in range(1, 6):
        assert len({grade_name(grade).text(language) for language in LANGUAGES}) == 3


def test_steps_go_round_walls() -> None:
    """C3 opens to C2: D3 is beside it, but has a wall in between."""
    steps = steps_to(standard().board, "C3")
    assert (steps["C2"], steps["D2"], steps["D3"], steps["C5"]) == (1, 2, 3, 6)


def test_a_problem_with_too_few_turns_is_as_hard_as_with_enough() -> None:
    tight = Problem.parse("1;C6gC3;D6,B9;C2")
    found = rate(solve(tight, max_turns=2, all_solutions=True, workers=1))
    assert found == rated("2;C6gC3;D6,B9;C2")
