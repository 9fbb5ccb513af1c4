"""Composed problems have one shortest solution, nothing superfluous, and their theme."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tablee.core import Invalid
from tablee.engine import LocalEngine
from tablee.games.fragile import Book, Problem, standard
from tablee.games.fragile.problems import answer as answer_module
from tablee.games.fragile.problems import composer as composer_module
from tablee.games.fragile.problems import composing
from tablee.games.fragile.problems.answer import MANY, SolverAnswer, answer
from tablee.games.fragile.problems.composer import (
    Composed,
    Order,
    compose_one,
    has_theme,
    minimised,
)
from tablee.games.fragile.problems.composing import Composition
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.search_kernel import COMPILED
from tablee.games.fragile.problems.sketch import THEMES, Sketcher, without_each
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.symmetry import symmetries, turn

BOARD = standard().board
ONE = "2;C6gC3;D6,B9;C2"
"""The first published problem."""
ORDER = Order(2, "hand-over", 1)

slow_in_python = pytest.mark.skipif(not COMPILED, reason="an attempt takes half a minute in Python")


def ask(text: str) -> SolverAnswer:
    problem = Problem.parse(text)
    return answer(problem, standard(), problem.turns)


# The quick answer


@pytest.mark.parametrize("number", [1, 2, 3, 6, 7])
def test_the_quick_answer_is_the_solver_s(golden: Book, number: int) -> None:
    problem = golden.entry(number).problem
    if not COMPILED and number > 1:
        return
    solved = solve(problem, max_turns=problem.turns, all_solutions=True, workers=1)
    found = answer(problem, standard(), solved.minimum or 0)
    assert (found.minimum, found.count) == (solved.minimum, len(solved.solutions))
    assert found.solution in (solved.solutions[0], ())


def test_a_shared_bound_answers_as_a_new_one() -> None:
    """Other crates and other places of the dockers, same tables."""
    texts = [ONE, "2;C6gC3,C5c;D6,B9;C2", "2;C6gC3;D6,B8;C2", "2;B6gC3;D6,B9;C2"]
    shared = [ask(text) for text in texts]
    assert answer_module._bound.cache_info().hits > 0
    for text, found in zip(texts, shared, strict=True):
        answer_module._bound.cache_clear()
        assert ask(text) == found


def test_a_problem_that_takes_longer_has_no_answer() -> None:
    assert ask("1;C6gC3;D6,B9;C2") == SolverAnswer(None)


def test_a_problem_that_takes_less_is_not_counted_out() -> None:
    assert ask("2;C2gC3;C1,J5;-") == SolverAnswer(1, MANY)


# Sketches


@pytest.mark.parametrize("theme", THEMES)
def test_sketches_depend_on_nothing_but_their_chance(theme: str) -> None:
    def sketches(seed: int) -> list[str]:
        sketcher = Sketcher(BOARD, 2, theme, Random(seed))
        problem = sketcher.first()
        return [problem.text, *((problem := sketcher.changed(problem)).text for _ in range(20))]

    assert sketches(1) == sketches(1)
    assert sketches(1) != sketches(2)


def test_sketches_nearly_always_can_be_set_up() -> None:
    sound = 0
    for seed in range(50):
        problem = Sketcher(BOARD, 3, THEMES[seed % 5], Random(seed)).first()
        problem.check(BOARD)
        sound += 1
    assert sound == 50


def test_a_problem_is_taken_apart_piece_by_piece() -> None:
    problem = Problem.parse("2;C6gC3c,E3gJ1;D6,B9;C2")
    assert [found.text for found in without_each(problem)] == [
        "2;E3gJ1,C6c;D6,B9;C2",
        "2;E3gJ1,C6gC3;D6,B9;C2",
        "2;C6gC3c;D6,B9;C2",
        "2;E3gJ1,C6gC3c;B9;C2",
        "2;E3gJ1,C6gC3c;D6;C2",
        "2;E3gJ1,C6gC3c;D6,B9;-",
    ]


def test_the_last_goal_and_the_last_docker_stay() -> None:
    assert without_each(Problem.parse("1;C2gC3;C1;-")) == []


# What is needed


def test_what_changes_nothing_is_taken_away() -> None:
    superfluous = Problem.parse("2;B4gA10,J5c;B7,C2;J8")
    assert minimised(superfluous, standard()).text == "2;B4gA10;B7,C2;-"


def test_what_is_needed_stays() -> None:
    assert minimised(Problem.parse(ONE), standard()).text == ONE


# Themes


@pytest.mark.parametrize(
    ("theme", "problem", "solution", "there"),
    [
        ("hand-over", ONE, ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"), True),
        ("stack", ONE, ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"), False),
        ("push", ONE, ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"), False),
        ("push", "2;D3gC4;B1,E5;-", ("B1: D2 D3>D5", "E5: D5>C5 C6 C5>C4"), True),
        ("push", "1;C2gC3;C1;-", ("C1: C2>C3",), False),
        ("unstack", "2;E4cgC4;G5,F5;D4", ("F5: E5 E4-E3 C5", "G5: F3 E3>D3 D3~C4"), True),
        ("unstack", ONE, ("D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"), False),
        ("walls", "1;C2gC3;C1;-", ("C1: C2>C3",), False),
        pytest.param(
            "walls",
            "3;H5gH8;I7,F4;-",
            ("F4: G5 H5>I5 I4", "I7: H9", "I4: I5>I9 I9~H8"),  # round H7
            True,
            marks=slow_in_python,
        ),
    ],
)
def test_a_theme_is_in_the_actions(
    theme: str, problem: str, solution: tuple[str, ...], there: bool
) -> None:
    assert has_theme(theme, Problem.parse(problem), solution, standard()) is there


# Attempts


@slow_in_python
@pytest.mark.parametrize("order", [ORDER, Order(2, "unstack", 1), Order(3, "hand-over", 1)])
def test_an_attempt_leads_to_a_problem_with_one_solution_and_nothing_superfluous(
    order: Order,
) -> None:
    composed = next(found for found in (compose_one(order, n) for n in range(20)) if found)
    problem = composed.problem
    solved = solve(problem, max_turns=order.turns, all_solutions=True, workers=1)
    assert (solved.minimum, solved.solutions) == (order.turns, (composed.solution,))
    assert solved.complete
    assert has_theme(order.theme, problem, composed.solution, standard())
    for smaller in without_each(problem):
        found = solve(smaller, max_turns=order.turns, all_solutions=True, workers=1)
        assert (found.minimum, len(found.solutions)) != (order.turns, 1)


def test_an_attempt_that_takes_too_much_memory_leads_to_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> SolverAnswer:
        raise OutOfMemory

    monkeypatch.setattr(composer_module, "answer", full)
    assert compose_one(ORDER, 0) is None


@slow_in_python
def test_the_same_seed_gives_the_same_problems_on_any_number_of_processes() -> None:
    alone, together = Composition(ORDER), Composition(ORDER)
    alone.run(2)
    with LocalEngine(2) as engine:
        together.run(2, engine)
    assert together.found == alone.found
    assert together.text(2) == alone.text(2)


def stand_in(monkeypatch: pytest.MonkeyPatch, problems: list[Problem | None]) -> list[int]:
    """Attempts that lead to these problems, without work; tells which ones were made."""
    made: list[int] = []

    def attempt(order: Order, number: int, edition: object) -> Composed | None:
        made.append(number)
        problem = problems[number % len(problems)]
        return problem and Composed(problem, ("X",), 9.5 - number, order, number)

    monkeypatch.setattr(composing, "compose_one", attempt)
    return made


def test_problems_alike_but_for_a_turn_of_the_board_are_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = Problem.parse(ONE)
    turned = [turn(problem, found) for found in symmetries(BOARD)]
    other = replace(problem, others=("C1",))
    made = stand_in(monkeypatch, [None, *turned, other])
    composition = Composition(ORDER)
    composition.run(2)
    assert [found.problem for found in composition.found] == [turned[0], other]
    assert made == [0, 1, 2, 3, 4, 5]


def test_a_composition_goes_on_where_it_was_broken_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    problems = [None, *(Problem.parse(f"2;C6gC3;D6,B9;{cell}") for cell in ("C2", "C1", "B1"))]
    made = stand_in(monkeypatch, problems)
    whole = Composition(ORDER)
    whole.run(3)
    Composition(ORDER).run(2, state_file=tmp_path / "state")
    made.clear()
    resumed = Composition(ORDER)
    resumed.run(3, state_file=tmp_path / "state")
    assert made == [3]
    assert resumed.found == whole.found
    assert [entry["attempt"] for entry in resumed.entries(3)] == [3, 2, 1]  # the easiest first


def test_the_state_of_another_board_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in(monkeypatch, [Problem.parse(ONE)])
    Composition(ORDER).run(1, state_file=tmp_path / "state")
    smaller = replace(standard(), text=standard().text + "\n# another\n")
    with pytest.raises(Invalid, match="something else"):
        Composition(ORDER, smaller).run(1, state_file=tmp_path / "state")


def test_a_composition_is_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, [Problem.parse("2;C6cgC3;D6,B9;C2")])
    composition = Composition(ORDER)
    composition.run(1)
    entry = Book.parse(composition.text(1), BOARD).entry(1)
    assert entry.problem == composition.found[0].problem
    assert (entry.solution, entry.difficulty) == (("X",), 9.5)
    assert (entry.facts or {})["theme"] == "hand-over"
