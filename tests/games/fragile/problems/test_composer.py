"""Composed problems have one shortest solution, nothing superfluous, and beauty."""

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
    BEAUTIFUL,
    Composed,
    Order,
    compose_one,
    minimised,
)
from tablee.games.fragile.problems.composing import Composition
from tablee.games.fragile.problems.motifs import motifs_in
from tablee.games.fragile.problems.search import OutOfMemory
from tablee.games.fragile.problems.search_kernel import COMPILED
from tablee.games.fragile.problems.sketch import Sketcher, without_each
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.symmetry import symmetries, turn

BOARD = standard().board
ONE = "2;C6gC3;D6,B9;C2"
"""The first published problem."""
ORDER = Order((2,), (1,), 5)
GOOD_ATTEMPTS = [(ORDER, 0), (Order((2,), (2,), 3), 11), (Order((3,), (1,), 1), 1)]
"""Attempts that lead to a problem."""

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


@pytest.mark.parametrize("goals", [1, 2, 3])
def test_sketches_depend_on_nothing_but_their_chance(goals: int) -> None:
    def sketches(seed: int) -> list[str]:
        sketcher = Sketcher(BOARD, 2, goals, Random(seed))
        problem = sketcher.first()
        return [problem.text, *((problem := sketcher.changed(problem)).text for _ in range(20))]

    assert sketches(1) == sketches(1)
    assert sketches(1) != sketches(2)


def test_sketches_can_be_set_up_and_have_the_goals_asked_for() -> None:
    for seed in range(60):
        sketcher = Sketcher(BOARD, 3, 3, Random(seed))
        problem = sketcher.first()
        for goals in (1, 2, 3):
            problem.check(BOARD)
            assert len(problem.goals) == goals
            if goals < 3:
                problem = sketcher.with_goal(problem)


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


def test_a_goal_crate_is_never_superfluous() -> None:
    """D1 could do without: C2 alone would still have one solution."""
    problem = Problem.parse("1;C2gC3,B1gA1;C1;-")
    assert minimised(problem, standard()) == problem


# Attempts


@slow_in_python
@pytest.mark.parametrize(("order", "attempt"), GOOD_ATTEMPTS)
def test_an_attempt_leads_to_a_problem_with_one_solution_and_nothing_superfluous(
    order: Order, attempt: int
) -> None:
    composed = compose_one(order, attempt)
    assert composed is not None
    problem, (turns,) = composed.problem, order.turns
    solved = solve(problem, max_turns=turns, all_solutions=True, workers=1)
    assert (solved.minimum, solved.solutions) == (turns, (composed.solution,))
    assert solved.complete
    assert (len(problem.goals),) == order.goals
    assert composed.motifs == motifs_in(problem, composed.solution) != ()
    assert composed.beauty >= BEAUTIFUL
    for smaller in without_each(problem):
        if len(smaller.goals) == len(problem.goals):
            found = solve(smaller, max_turns=turns, all_solutions=True, workers=1)
            assert (found.minimum, len(found.solutions)) != (turns, 1)


def test_attempts_go_round_turns_and_goals_and_short_ones_come_more_often() -> None:
    order = Order((2, 3), (1, 2), 1)
    sizes = [order.size(attempt) for attempt in range(7)]
    assert sizes == [(2, 1), (2, 1), (2, 2), (2, 2), (3, 1), (3, 2), (2, 1)]


@slow_in_python
def test_only_problems_with_the_motif_asked_for_are_kept() -> None:
    composed = compose_one(ORDER, 0)
    assert composed is not None
    shown = composed.motifs[-1]
    assert compose_one(replace(ORDER, motif=shown), 0) == composed
    assert compose_one(replace(ORDER, motif="double-goal"), 0) is None


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


def stand_in(
    monkeypatch: pytest.MonkeyPatch,
    problems: list[Problem | None],
    motifs: tuple[str, ...] = ("relay",),
) -> list[int]:
    """Attempts that lead to these problems, without work; tells which ones were made."""
    made: list[int] = []

    def attempt(order: Order, number: int, edition: object) -> Composed | None:
        made.append(number)
        problem = problems[number % len(problems)]
        return problem and Composed(problem, ("X",), 9.5 - number, motifs, 3.0, order.seed, number)

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
    assert entry.motifs == ("relay",)


def test_an_even_book_has_at_most_a_fifth_of_one_grade_and_of_one_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Attempts give one problem of each grade and theme by turns, then twice the same."""
    problem = Problem.parse(ONE)
    plan = [(1.0, "relay"), (1.0, "bridge"), (3.0, "relay"), (3.0, "bridge"), (4.0, "ladder")]

    def attempt(order: Order, number: int, edition: object) -> Composed:
        value, motif = plan[number]
        placed = replace(problem, others=("C2", f"J{number + 1}"))
        return Composed(placed, ("X",), value, (motif, "relay"), 3.0, order.seed, number)

    monkeypatch.setattr(composing, "compose_one", attempt)
    composition = Composition(ORDER, even=True)
    composition.run(3)
    assert [found.attempt for found in composition.found] == [0, 3, 4]
