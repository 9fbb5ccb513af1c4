"""Hints: a ladder of five, and what a slip has cost."""

from fractions import Fraction

import pytest

from tablee.core import LANGUAGES, Illegal
from tablee.games.shear_panic.problems.hints import STEPS, Guide, Outlook
from tablee.games.shear_panic.problems.problem import Problem

SURE = "GRB./KYR./G.BY N;Y;32;diagonal push 1;back"
HALF = "..R../.YBYB/GG.KR N;Y;11;line push 1;points 2"


def outlook(text: str, *turns: str) -> Outlook:
    return Guide(Problem.parse(text)).outlook(turns)


def hints(found: Outlook) -> list[str]:
    messages = [found.hint(step) for step in range(1, STEPS + 1)]
    for message in messages:
        assert message is not None
        assert all(message.text(language) for language in LANGUAGES)
    return [message.text() for message in messages if message is not None]


def test_the_ladder_gives_away_more_with_each_step() -> None:
    found = outlook(SURE)
    assert found.message.text() == "From here you can be sure of it."
    assert hints(found)[:4] == [
        "The best move splits the flock: the regroup die has a say.",
        "Begin with this command: diagonal push 1.",
        "Look at the sheep on C1.",
        "The best move: diagonal push 1 C1 SW",
    ]
    assert hints(found)[4].startswith("Best play from here: diagonal push 1 C1 SW; regroup +")


def test_a_command_of_the_whole_flock_names_no_sheep() -> None:
    found = outlook("...RK/RGBY./..YG./...B. N;Y;22;line up 3,ewe turn 1;points 7")
    assert hints(found)[1:3] == [
        "Begin with this command: ewe turn 1.",
        "Look at the flock as a whole.",
    ]


def test_while_a_die_is_due_the_hint_is_to_roll_it() -> None:
    assert set(hints(outlook(SURE, "diagonal push 1 C1 SW"))) == {"Roll the die first."}


def test_a_choice_of_lines_has_hints_too() -> None:
    guide = Guide(Problem.parse(SURE))
    found = guide.outlook(["diagonal push 1 C1 SW; regroup x"])
    assert hints(found)[1] == "Choose where the group comes back."
    assert hints(found)[3] == f"The best move: {found.best[0]}"
    assert found.is_best


def test_a_slip_is_named_with_its_price() -> None:
    found = outlook(HALF, "line push 1 A3 E")
    assert found.slip is not None
    assert (found.slip.before, found.slip.after) == (Fraction(1, 2), 0)
    assert found.slip_message is not None
    assert "from 1/2 to 0" in found.slip_message.text()
    assert not found.is_best
    assert found.message.text() == "The goal can no longer be reached."
    assert found.hint(1) is None


def test_bad_luck_is_no_slip() -> None:
    for face in "+x":
        found = outlook(HALF, f"line push 1 C2 N; regroup {face}")
        assert found.slip is None


def test_what_cannot_be_solved_is_said_at_the_start() -> None:
    found = outlook("BRG/GKY/YBR N;Y;14;lamb push 2;points 1")
    assert found.message.text() == "The goal cannot be reached, not even from the start."


def test_a_solved_problem_has_no_more_hints() -> None:
    found = outlook("BRG/GKY/YBR N;Y;5;lamb push 2;together", "lamb push 2 C2 SW")
    assert found.is_solved
    assert found.message.text() == "The goal is reached."
    assert found.hint(1) is None


def test_a_turn_against_the_rules_is_refused() -> None:
    with pytest.raises(Illegal):
        outlook(SURE, "diagonal push 1 B2 SW")
