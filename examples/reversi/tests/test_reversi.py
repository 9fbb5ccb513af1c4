"""Reversi keeps the contract and its rules."""

import pytest

from tablee.core.lesson import follow
from tablee.testing import check_game
from tablee_reversi import Pass, Place, Reversi


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_games_keep_the_contract(size: int) -> None:
    report = check_game(Reversi(size), range(20))
    assert report.kinds.keys() == {"Place", "Pass"}


@pytest.mark.parametrize(
    ("text", "rule"), [("e9", "R-1.1"), ("b2", "R-2.1"), ("a1", "R-2.2"), ("pass", "R-2.3")]
)
def test_a_refusal_names_its_rule(text: str, rule: str) -> None:
    state = Reversi(4).initial()
    move = Place(text) if text != "pass" else Pass()
    refusal = state.check(move)
    assert refusal is not None
    assert refusal.rule == rule
    assert rule in {paragraph.id for paragraph in Reversi.rulebook().rules()}


def test_a_disc_turns_every_line_it_encloses() -> None:
    board = "XOO..OO..O.XX..."
    state = Reversi(4).state_from_json({"board": board, "player": 0})
    after = state.play(state.parse("d1"))
    assert after.board == "XXXX.OX..X.XX..."
    assert after.scores == (6, -1)


def test_the_solution_of_the_lesson_does_what_it_asks_for() -> None:
    lesson = Reversi.lesson()
    for step in lesson.steps:
        assert follow(lesson, Reversi, step, step.solution).done
