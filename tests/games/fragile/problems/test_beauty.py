"""Beauty: faults exclude a problem, surprises and economy raise its score."""

from tablee.games.fragile import Book, Problem, standard
from tablee.games.fragile.problems.answer import answer
from tablee.games.fragile.problems.beauty import beauty
from tablee.games.fragile.problems.difficulty import rate
from tablee.games.fragile.problems.line import play_line
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.story import tell


def score(problem: Problem | str, orders: int | None = None) -> float | None:
    problem = Problem.parse(problem) if isinstance(problem, str) else problem
    solved = solve(problem, max_turns=problem.turns, all_solutions=True, workers=1)
    difficulty = rate(solved)
    assert difficulty is not None
    story = tell(play_line(problem, standard(), solved.solutions[0]))
    counted = answer(problem, standard(), problem.turns).orders
    return beauty(story, difficulty, counted if orders is None else orders)


def composed(number: int) -> float | None:
    return score(Book.composed().entry(number).problem)


def test_a_turn_of_mere_walking_is_a_fault() -> None:
    assert composed(28) is None


def test_a_solution_without_a_motif_is_a_fault() -> None:
    assert composed(1) is None


def test_a_docker_that_does_nothing_is_a_fault() -> None:
    """B8 neither moves a crate nor helps in composed problem 14."""
    assert composed(14) is None


def test_a_quiet_key_and_a_surprise_are_beautiful() -> None:
    """In composed problem 12 a crate makes way first; in 25 a docker walks to its post."""
    assert (composed(12) or 0) > (composed(25) or 9)


def test_one_order_is_better_than_two() -> None:
    problem = Book.composed().entry(12).problem
    assert (score(problem, 1) or 0) == (score(problem, 2) or 0) + 1


def test_crates_that_only_stand_in_the_way_cost_something() -> None:
    clean = "2;D3gC4,D5c;C7,E2;-"
    crowded = "2;D3gC4,D5c,J5c;C7,E2;-"
    assert (score(clean) or 0) == (score(crowded) or 0) + 0.5 + 0.25
