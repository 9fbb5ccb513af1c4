"""Hints in five steps; whether a problem can still be solved, and which turn lost it."""

import pytest

from tablee.core import LANGUAGES, Illegal, Invalid
from tablee.games.fragile import Book, Problem
from tablee.games.fragile.problems.hints import STEPS, Guide, Outlook

FIRST, SECOND = "D6: C6>B6 B3", "B9: B7 B6>B4 B4~C3"


@pytest.fixture(scope="module")
def guide(golden: Book) -> Guide:
    """The first published problem has one solution: FIRST, then SECOND."""
    return Guide(golden.entry(1).problem, workers=1)


def hints(outlook: Outlook) -> list[str]:
    return [str(outlook.hint(step).text()) for step in range(1, STEPS + 1)]  # type: ignore[union-attr]


def test_five_steps_give_away_ever_more(guide: Guide) -> None:
    outlook = guide.outlook()
    assert outlook.solution == (FIRST, SECOND)
    assert hints(outlook) == [
        "Look at the crate on C6.",
        "It is the turn of docker D6.",
        "What to do: push a crate.",
        "The turn begins with D6: C6>B6",
        f"The whole turn: {FIRST}",
    ]


def test_a_hint_goes_on_from_the_turns_played(guide: Guide) -> None:
    outlook = guide.outlook([FIRST])
    assert (outlook.turns_left, outlook.needed, outlook.lost_in) == (1, 1, None)
    assert hints(outlook)[3:] == ["The turn begins with B9: B7", f"The whole turn: {SECOND}"]


def test_the_turn_that_spoiled_it_is_named(guide: Guide) -> None:
    outlook = guide.outlook(["D6: C6>B6"])
    assert (outlook.solution, outlook.needed, outlook.lost_in) == (None, None, 1)
    assert outlook.hint(1) is None
    assert "turn 1 spoiled it" in outlook.message.text()


def test_a_later_turn_can_be_the_one(guide: Guide) -> None:
    outlook = guide.outlook([FIRST, "B9: B7"])
    assert (outlook.turns_left, outlook.solution, outlook.lost_in) == (0, None, 2)


def test_a_problem_that_never_could_be_solved_was_lost_from_the_start() -> None:
    outlook = Guide(Problem.parse("1;D5gC3;D6;-"), workers=1).outlook()
    assert (outlook.solution, outlook.lost_in) == (None, 0)
    assert "from the start" in outlook.message.text()


def test_the_docker_of_the_last_turn_is_barred() -> None:
    """F-7.2: C1 alone could store the crate at once, but has just had its turn."""
    alone = Problem.parse("2;C2gC3;C1,J5;-")
    guide = Guide(alone, workers=1)
    assert guide.outlook(["J5: J6"]).solution == ("C1: C2>C3",)
    assert guide.outlook(["C1: B1"]).solution is None


def test_a_goal_reached_early_stays_reached() -> None:
    """One of two crates is stored in the first turn; the other one is left."""
    two = Problem.parse("2;C2gC3,B1gA1;C1,D2;-")
    guide = Guide(two, workers=1)
    outlook = guide.outlook(["C1: C2>C3"])
    assert outlook.solution is not None
    assert outlook.line.state.position.crates_at("C3")


def test_a_turn_begun_is_finished_by_the_hint(guide: Guide) -> None:
    outlook = guide.outlook(["D6: C6>B6 …"])
    assert (outlook.turns_left, outlook.needed) == (2, 2)
    assert outlook.solution == ("C6: B3", SECOND)
    assert guide.outlook([f"{FIRST} …"]).solution == ("end", SECOND)
    assert guide.outlook([FIRST, "B9: B7 …"]).solution == ("B7: B6>B4 B4~C3",)
    assert guide.outlook(["D6: D5 …"]).solution is None
    assert guide.outlook(["D6: D5 …"]).lost_in == 1


def test_where_the_turn_should_end_the_hint_says_so(guide: Guide) -> None:
    outlook = guide.outlook([f"{FIRST} …"])
    assert hints(outlook)[1:] == ["End the turn here."] * 4
    assert "moves no crate" in hints(outlook)[0]


def test_only_the_last_turn_may_be_unfinished(guide: Guide) -> None:
    with pytest.raises(Invalid, match="unfinished"):
        guide.outlook([f"{FIRST} …", SECOND])


def test_a_solved_problem_needs_no_hint(guide: Guide) -> None:
    outlook = guide.outlook([FIRST, SECOND])
    assert outlook.is_solved
    assert outlook.hint(1) is None
    assert outlook.message.text() == "All goals are met."


def test_turns_against_the_rules_are_refused(guide: Guide) -> None:
    with pytest.raises(Illegal):
        guide.outlook(["D6: C6>A6 A6>A1"])
    with pytest.raises(Invalid):
        guide.outlook(["hello"])


def test_hints_are_told_in_every_language(guide: Guide) -> None:
    for turns in ([], ["D6: C6>B6"], [FIRST, SECOND]):
        outlook = guide.outlook(turns)
        told = {outlook.message.text(language) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)
    for step in range(1, STEPS + 1):
        hint = guide.outlook().hint(step)
        assert hint is not None
        assert len({hint.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_turn_without_crates_is_called_a_walk(golden: Book) -> None:
    guide = Guide(Problem.parse("2;B1gC3;A2,C4;-"), workers=1)
    outlook = guide.outlook()
    assert outlook.solution == ("C4: B2", "A2: C1 B1~C2 C2>C3")
    assert hints(outlook)[0] == ("This turn moves no crate; the next crate to move is on B1.")
    assert hints(outlook)[2] == "What to do: only walk."
