"""Problems that differ only by a symmetry of the board."""

from dataclasses import replace

from tablee.games.fragile import Problem, standard
from tablee.games.fragile.board import CELLS, Board
from tablee.games.fragile.problems.solver import solve
from tablee.games.fragile.problems.symmetry import canonical, symmetries, turn

BOARD = standard().board
PROBLEM = Problem.parse("2;C6gC3,E3c;D6,B9;C2")


def test_the_board_can_be_turned_by_quarters_and_not_mirrored() -> None:
    found = symmetries(BOARD)
    assert len(found) == 4
    assert {turned["A1"] for turned in found} == {"A1", "J1", "J10", "A10"}
    assert all(sorted(turned.values()) == sorted(CELLS) for turned in found)
    assert [turned["J1"] for turned in found if turned["A1"] == "J1"] == ["J10"]


def test_a_board_with_a_door_of_its_own_has_no_symmetry_but_rest() -> None:
    entrances = {**BOARD.entrances, "C4": "B4"}
    assert [turned["A1"] for turned in symmetries(Board(entrances))] == ["A1"]


def test_a_turned_problem_is_the_same_one() -> None:
    texts = {turn(PROBLEM, turned).text for turned in symmetries(BOARD)}
    assert len(texts) == 4
    assert {canonical(Problem.parse(text), BOARD) for text in texts} == {canonical(PROBLEM, BOARD)}


def test_the_order_of_dockers_makes_no_other_problem() -> None:
    other = replace(PROBLEM, dockers=PROBLEM.dockers[::-1])
    assert canonical(other, BOARD) == canonical(PROBLEM, BOARD)


def test_a_problem_with_something_elsewhere_is_another_one() -> None:
    other = replace(PROBLEM, others=("C1",))
    assert canonical(other, BOARD) != canonical(PROBLEM, BOARD)
    assert canonical(replace(PROBLEM, turns=3), BOARD) != canonical(PROBLEM, BOARD)


def test_a_turned_problem_has_a_solution_of_the_same_length() -> None:
    for turned in symmetries(BOARD):
        assert solve(turn(PROBLEM, turned), max_turns=2, workers=1).minimum == 2
