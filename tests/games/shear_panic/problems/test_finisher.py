"""A sketch of a flock is finished: what it has stays, and what it lacks is added."""

import pytest

from tablee.games.shear_panic import standard
from tablee.games.shear_panic.kernel import COMPILED
from tablee.games.shear_panic.problems.composer import LEAST_CHANCE, superfluous
from tablee.games.shear_panic.problems.finisher import finish
from tablee.games.shear_panic.problems.problem import Problem
from tablee.games.shear_panic.problems.solver import solve

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes half a minute in Python")
FLOCK = "R..B/Y.RG/GBKY N;Y;32;;back"
FEW = "RB/YK N;B;9;line up 2;front"


@pytest.mark.parametrize("text", [FLOCK, FEW, "- N;B;5;;together"])
def test_a_finished_sketch_has_one_best_command_and_needs_all(text: str) -> None:
    sketch = Problem.parse(text)
    found = finish(sketch, standard(), seed=2)
    assert found is not None
    problem = found.problem
    problem.check(standard())
    solution = solve(problem)
    assert (solution.first, solution.chance) == ((found.solution,), found.chance)
    assert found.chance >= LEAST_CHANCE
    assert not [*superfluous(problem, found.chance, standard())]
    assert (problem.colour, problem.space, problem.goal) == (
        sketch.colour,
        sketch.space,
        sketch.goal,
    )
    assert {*problem.commands} >= {*sketch.commands}


def test_the_sheep_of_a_sketch_stay_where_they_are() -> None:
    sketch = Problem.parse(FEW)
    found = finish(sketch, standard(), seed=2)
    assert found is not None
    sheep = found.problem.flock.sheep
    corners = {
        (x, y)
        for x in range(-1, 9)
        for y in range(-1, 9)
        if all(
            sheep.get((x + column, y + row)) == colour
            for (column, row), colour in sketch.flock.sheep.items()
        )
    }
    assert corners


def test_the_same_seed_finishes_a_sketch_in_the_same_way() -> None:
    sketch = Problem.parse(FLOCK)
    assert finish(sketch, standard(), seed=3) == finish(sketch, standard(), seed=3)


def test_a_sketch_is_given_up_when_the_time_is_over() -> None:
    assert finish(Problem.parse(FLOCK), standard(), has_time=lambda: False) is None
    nobody = Problem.parse("R N;B;5;leapfrog 1;front")
    assert finish(nobody, standard()) is None
