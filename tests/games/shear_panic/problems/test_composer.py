"""The composer: one best first command, every command needed, no twins."""

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.games.shear_panic import Flock, standard
from tablee.games.shear_panic.problems import composing
from tablee.games.shear_panic.problems.composer import Composed, Order, compose_one
from tablee.games.shear_panic.problems.composing import Composition
from tablee.games.shear_panic.problems.difficulty import Impression, grade_of, rate
from tablee.games.shear_panic.problems.goals import GOALS
from tablee.games.shear_panic.problems.motifs import MOTIFS, motifs_of
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.sameness import canonical, facing_north
from tablee.games.shear_panic.problems.solver import solve

SEED, ATTEMPT = 2026, 2200
KNOWN = "...RK/RGBY./..YG./...B. N;Y;22;line up 3,ewe turn 1;points 7"


def test_an_attempt_gives_the_same_problem_every_time() -> None:
    composed = compose_one(Order((1, 2, 3), GOALS, SEED), ATTEMPT)
    assert composed is not None
    assert composed.problem.text == KNOWN
    assert composed.solution == "ewe turn 1 right"


def test_a_composed_problem_needs_all_its_commands() -> None:
    problem = Problem.parse(KNOWN)
    chance = solve(problem).chance
    for entry in problem.commands:
        assert solve(replace(problem, commands=(entry,))).chance < chance


def test_turns_mirrors_and_colours_make_no_new_problem() -> None:
    problem = Problem.parse("RB./.KG/.YG N;B;20;lamb roll 1;front")
    twins = [
        ".BR/GK./GY. N;B;20;lamb roll 1;front",  # a mirror
        "..R/.KB/YG./G.. N;B;20;lamb roll 1;front",  # another flock
        "BR./.KG/.YG N;R;20;lamb roll 1;front",  # colours exchanged
        "GY./GK./.BR S;B;20;lamb roll 1;front",  # turned, with the facing
    ]
    same = [canonical(Problem.parse(twin)) == canonical(problem) for twin in twins]
    assert same == [True, False, True, True]


def test_all_problems_look_north() -> None:
    problem = Problem(Flock.parse("RB./.KG/.YG E"), *_rest("B;20;lamb roll 1;front"))
    turned = facing_north(problem)
    assert turned.flock.facing == "N"
    assert canonical(turned) == canonical(problem)


def _rest(text: str) -> tuple[object, ...]:
    found = Problem.parse(f"BB/GG N;{text}")
    return found.colour, found.space, found.commands, found.goal


def composed(number: int, difficulty: float, theme: str, goal: str = "front") -> Composed:
    flock = ["BRB", "GKG", "YRY", "BGB", "RKR", "YKY", "GRG", "BKB"][number % 8]
    problem = Problem.parse(f"{flock} N;B;{number};lamb roll 1;{goal}")
    solution = solve(Problem.parse(KNOWN))
    return Composed(problem, solution.chance, "–", difficulty, (theme,), 1, number)


def test_an_even_book_has_no_more_than_its_share_of_one_grade_theme_and_goal() -> None:
    composition = Composition(Order((1,), ("front",), 1), even=True)
    composition.found.append(composed(0, 1.0, "split", "front"))
    assert composition.has_room(composed(1, 9.0, "turn", "back"), 4)
    assert not composition.has_room(composed(1, 1.0, "turn", "back"), 4)
    assert not composition.has_room(composed(1, 9.0, "split", "back"), 4)
    assert not composition.has_room(composed(1, 9.0, "turn", "front"), 4)
    assert composition.has_room(composed(1, 1.0, "split", "front"), 6)


def test_composing_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def attempt(_: Order, number: int, __: object) -> Composed | None:
        asked.append(number)
        return composed(number, 3.0, "split") if number % 2 else None

    monkeypatch.setattr(composing, "compose_one", attempt)
    order, state = Order((1,), ("front",), 1), tmp_path / "book.state"
    first = Composition(order)
    first.run(1, None, state)
    again = Composition(order)
    again.run(2, None, state)
    assert asked == [0, 1, 2, 3]
    assert [known.attempt for known in again.found] == [1, 3]
    assert again.found[0] == first.found[0]


def test_motifs_and_difficulty_are_found_in_the_solution() -> None:
    solution = solve(Problem.parse("GRB./KYR./G.BY N;Y;32;diagonal push 1;back"))
    assert motifs_of(solution) == ("retreat", "dice-proof", "split")
    assert set(motifs_of(solution)) <= set(MOTIFS)
    rating = rate(solution)
    assert rating is not None
    assert {part.key for part in rating.parts} >= {"temptations", "rolls", "retreat"}
    assert rating.grade == grade_of(rating.value)
    assert Impression(solution).temptations


def test_what_has_no_solution_has_no_rating() -> None:
    assert rate(solve(Problem.parse("BRG/GKY/YBR N;Y;14;lamb push 2;points 1"), standard())) is None
