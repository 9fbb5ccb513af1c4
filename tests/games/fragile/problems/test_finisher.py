"""A sketch is finished: what it has stays, and what it lacks is added."""

import pytest

from tablee.games.fragile import Problem, standard
from tablee.games.fragile.problems.answer import answer
from tablee.games.fragile.problems.finisher import finish
from tablee.games.fragile.problems.search_kernel import COMPILED
from tablee.games.fragile.problems.sketch import without_each

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes half a minute in Python")


@pytest.mark.parametrize("text", ["2;E5cgC4;E7,D4;-", "1;C6gC3;D6,B9;C2", "1;-;-;-"])
def test_a_finished_sketch_has_one_shortest_solution_and_nothing_superfluous(text: str) -> None:
    sketch = Problem.parse(text)
    found = finish(sketch, standard(), seed=2)
    assert found is not None
    problem = found.problem
    problem.check(standard().board)
    assert answer(problem, standard(), problem.turns).is_unique(problem.turns)
    assert len(found.solution) == problem.turns >= 2
    assert found.motifs
    goals = len(problem.goals)
    for smaller in without_each(problem):
        if len(smaller.goals) == goals:
            assert not answer(smaller, standard(), problem.turns).is_unique(problem.turns)
    for cell, crates in sketch.crates.items():
        assert any(crate.goal is None for crate in crates) or problem.crates[cell] == crates


def test_the_same_seed_finishes_a_sketch_in_the_same_way() -> None:
    sketch = Problem.parse("1;C6gC3;D6,B9;C2")
    assert finish(sketch, standard(), seed=2) == finish(sketch, standard(), seed=2)


def test_a_sketch_is_given_up_when_the_time_is_over() -> None:
    assert finish(Problem.parse("2;E5cgC4;E7,D4;-"), standard(), has_time=lambda: False) is None
