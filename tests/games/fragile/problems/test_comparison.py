"""How the shortest solutions of a problem differ."""

from tablee.games.fragile import Problem
from tablee.games.fragile.problems.comparison import differences
from tablee.games.fragile.problems.solver import solve


def differing(text: str, most: int = 100) -> dict[tuple[str, ...], str]:
    """Returns the key of the difference by the solution; it is empty for the first one."""
    found = solve(Problem.parse(text), max_turns=2, all_solutions=True, workers=1)
    return {turns: message.key if message else "" for turns, message in differences(found, most)}


def test_a_docker_that_stands_elsewhere_another_docker_and_another_way_are_told_apart() -> None:
    found = differing("1;C6gC3;D6,B9;C2")
    assert found["B9: B6 C6~D5", "D6: D5>D2 D2~C3"] == ""
    assert found["B9: B6 C6~D5 A6", "D6: D5>D2 D2~C3"] == "differs-stop"
    assert found["B9: C5", "D6: C6~D5 D5>D2 D2~C3"] == "differs-docker"
    assert found["D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"] == "differs-way"
    assert len(found) == 9


def test_each_kind_of_difference_comes_before_a_second_of_its_kind() -> None:
    kinds = list(differing("1;C6gC3;D6,B9;C2").values())
    assert set(kinds[1:4]) == {"differs-stop", "differs-docker", "differs-way"}


def test_a_unique_solution_differs_from_none() -> None:
    assert list(differing("2;E7cgD8;C7,D9;-").values()) == [""]
