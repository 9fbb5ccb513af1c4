"""Difficulty: one number, and the reasons for it."""

import pytest

from tablee.core import LANGUAGES
from tablee.games.fragile import Book, Problem, standard
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.packing import reach
from tablee.games.fragile.problems.difficulty import Difficulty, rate, steps_to
from tablee.games.fragile.problems.solver import solve


def rated(problem: Problem | str) -> Difficulty:
    problem = Problem.parse(problem) if isinstance(problem, str) else problem
    found = rate(solve(problem, max_turns=problem.turns, all_solutions=True, workers=1))
    assert found is not None
    return found


def count(difficulty: Difficulty, key: str) -> int | None:
    return next((part.count for part in difficulty.parts if part.key == key), None)


def test_one_push_is_the_easiest_there_is() -> None:
    assert rated("1;C2gC3;C1;-").value == 1


def test_the_number_is_the_sum_of_its_parts(golden: Book) -> None:
    for number in (1, 3):
        found = rated(golden.entry(number).problem)
        assert found.value == pytest.approx(1 + sum(part.points for part in found.parts), abs=0.05)
        assert 1 <= found.value <= 10


def test_what_drove_it_comes_first(golden: Book) -> None:
    points = [abs(part.points) for part in rated(golden.entry(1).problem).parts]
    assert points == sorted(points, reverse=True)
    assert 0 not in points


def test_branching_is_what_a_turn_can_lead_to(golden: Book) -> None:
    """The counts of the law, docker by docker."""
    problem = golden.entry(1).problem
    game = Fragile.of_problem(problem)
    position = game.initial().position
    first = sum(reach(position, docker, game)[-1] for docker in range(2))
    assert rated(problem).branching[0] == first


def test_crates_dockers_and_chains_are_counted(golden: Book) -> None:
    found = rated(golden.entry(3).problem)
    assert count(found, "crates") == 3
    assert count(found, "dockers") == 2
    assert count(found, "links") is None
    assert count(rated(golden.entry(2).problem), "links") == 4


def test_more_solutions_make_it_easier() -> None:
    found = rated("2;E3cgJ1;F3,B4;F2,H2,J2")
    assert (count(found, "solutions") or 1) > 1
    assert sum(part.points for part in found.parts if part.key == "solutions") < 0


def test_a_goal_crate_that_has_to_go_away_first_makes_a_detour() -> None:
    assert count(rated("2;D3gC4;B1,E5;-"), "detours") is None
    assert count(rated("2;G4gC3;I6,G2;E2,C2,H4"), "detours") == 1


def test_a_problem_without_a_solution_has_no_difficulty() -> None:
    unsolved = solve(Problem.parse("1;D5gC3;D6;-"), max_turns=1, all_solutions=True, workers=1)
    assert rate(unsolved) is None


def test_the_parts_are_told_in_every_language(golden: Book) -> None:
    for part in rated(golden.entry(1).problem).parts:
        assert len({part.message.text(language) for language in LANGUAGES}) == len(LANGUAGES)
        assert str(part.count) in part.message.text()


def test_steps_go_round_walls() -> None:
    """C3 opens to C2: D3 is beside it, but has a wall in between."""
    steps = steps_to(standard().board, "C3")
    assert (steps["C2"], steps["D2"], steps["D3"], steps["C5"]) == (1, 2, 3, 6)


def test_a_problem_with_too_few_turns_is_as_hard_as_with_enough() -> None:
    tight = Problem.parse("1;C6gC3;D6,B9;C2")
    found = rate(solve(tight, max_turns=2, all_solutions=True, workers=1))
    assert found == rated("2;C6gC3;D6,B9;C2")
