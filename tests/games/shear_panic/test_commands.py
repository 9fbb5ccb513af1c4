"""S-4.1 to S-4.7: the seven commands."""

import pytest

from tablee.games.shear_panic import Flock
from tablee.games.shear_panic.commands import Target, distinct_targets, result
from tablee.games.shear_panic.events import CommandPlayed, FigureArrived, Shift

START = Flock.parse("BRG/GKY/YBR N")


def after(flock: str, kind: str, way: str, sheep: str = "") -> str:
    return str(result(Flock.parse(flock), kind, Target(way, sheep)))


def flocks(flock: str, kind: str, colour: str = "Y") -> set[str]:
    return {str(found) for found in distinct_targets(Flock.parse(flock), kind, colour)}


@pytest.mark.parametrize(
    ("kind", "count", "split"),
    [
        ("lamb push", 16, 5),
        ("line push", 12, 0),
        ("diagonal push", 20, 4),
        ("line up", 1, 0),
        ("lamb roll", 4, 0),
        ("leapfrog", 5, 0),
        ("ewe turn", 2, 0),
    ],
)
def test_what_yellow_can_do_from_the_start(kind: str, count: int, split: int) -> None:
    """S-4.1 to S-4.7, counted by hand on the square of nine."""
    found = distinct_targets(START, kind, "Y")
    assert len(found) == count
    assert sum(flock.is_split for flock in found) == split


# S-4.1 Lamb push


def test_a_lamb_push_moves_the_unbroken_line_ahead_and_no_further() -> None:
    """S-4.1"""
    assert after("YB.R/GGR. N", "lamb push", "E", "A1") == ".YBR/GGR. N"
    assert after("YB.R/GGR. N", "lamb push", "SE", "A1") == ".B.R/GYR./..G. N"


def test_a_lamb_push_starts_in_the_middle_and_leaves_those_behind() -> None:
    """S-4.1"""
    assert after("BYR/GKG N", "lamb push", "E", "B1") == "B.YR/GKG. N"


def test_a_lamb_push_need_not_push_anyone() -> None:
    """S-4.1"""
    assert after("YB/.K N", "lamb push", "N", "A1") == "Y./.B/.K N"


def test_a_lamb_push_is_for_ones_own_sheep() -> None:
    """S-4.1"""
    ways = distinct_targets(START, "lamb push", "R").values()
    assert {target.sheep for target in ways} == {"B1", "C3"}


# S-4.2, S-4.3 Pushes of lines and diagonals


def test_a_line_push_comes_from_outside_and_stops_at_a_gap() -> None:
    """S-4.2"""
    assert after("BY.R/.KGG N", "line push", "E", "A1") == "BYR/KGG N"
    assert after("BY.R/.KGG N", "line push", "W", "D1") == "BYR./.KGG N"
    assert after("BY.R/.KGG N", "line push", "W", "D2") == "BY.R/KGG. N"


def test_a_line_may_be_a_single_sheep() -> None:
    """S-4.2"""
    assert after(".B/RY N", "line push", "W", "B1") == "B./RY N"


def test_anybodys_line_may_be_pushed() -> None:
    """S-4.2"""
    ways = distinct_targets(START, "line push", "Y").values()
    assert {target.sheep for target in ways} == {"A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"}


def test_a_diagonal_push_moves_a_diagonal_and_stops_at_a_gap() -> None:
    """S-4.3"""
    assert after("BRG/GKY/YBR N", "diagonal push", "SE", "A1") == ".RG./GBY./YBK./...R N"
    assert after("BR./.RG/..Y N", "diagonal push", "SE", "B1") == "B.../.RR./..YG N"
    assert after("B..R/GK.R/.GY. N", "diagonal push", "SW", "D1") == "B.../GKRR/.GY. N"


# S-4.4 Line up


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("front", "BGR/.YK/..Y N"),
        ("back", "..R/.GK/BYY N"),
        ("left", "BR/GK/YY N"),
        ("right", "BR/GK/YY N"),
    ],
)
def test_lining_up_packs_every_line_against_the_side(side: str, expected: str) -> None:
    """S-4.4"""
    assert after("B.R/.GK/.YY N", "line up", side) == expected


def test_sides_are_those_the_sheep_see() -> None:
    """S-4.4: what is left to sheep that look east is the north."""
    assert after("B.R/.GK/.YY E", "line up", "left") == "BGR/.YK/..Y E"


def test_lining_up_may_change_nothing() -> None:
    """S-4.4"""
    assert after(str(START), "line up", "front") == str(START)


# S-4.5 Lamb roll


def test_a_lamb_rolls_to_an_empty_cell_beside_another_sheep() -> None:
    """S-4.5"""
    assert flocks("YB/.K N", "lamb roll") == {"Y/B/K N", ".B/YK N"}


def test_a_rolling_lamb_may_cut_others_off_but_not_itself() -> None:
    """S-4.5"""
    rolled = flocks("BYR N", "lamb roll")
    assert rolled == {"Y../B.R N", "..Y/B.R N", "B.R/Y.. N", "B.R/..Y N"}
    assert flocks("Y N", "lamb roll") == set()


# S-4.6 Leapfrog


def test_leapfrog_goes_over_a_run_to_the_first_empty_cell() -> None:
    """S-4.6"""
    assert flocks("YBR.G/..KGB N", "leapfrog") == {"BRYG/.KGB N"}
    assert flocks("YB/.K N", "leapfrog") == {"BY/K. N"}


def test_leapfrog_needs_someone_to_leap_over_and_is_never_diagonal() -> None:
    """S-4.6"""
    assert flocks("Y./BK N", "leapfrog") == {"BK/Y. N"}


# S-4.7 Ewe turn


def test_an_ewe_turn_changes_the_facing_and_leaves_every_sheep_in_place() -> None:
    """S-4.7"""
    assert after("BR/.Y N", "ewe turn", "left") == "BR/.Y W"
    assert after("BR/.Y N", "ewe turn", "right") == "BR/.Y E"
    assert after("BR/.Y W", "ewe turn", "left") == "BR/.Y S"


def test_roger_goes_round_to_the_new_front(at) -> None:
    """S-4.7, S-6.2: the figure stands where the sheep look, whichever way that is."""
    state = at("BRG/GKY/YBR N", counter=13)
    lines = state.draw().splitlines()
    assert "Roger the ram" in lines[1]
    turned = state.play(state.parse("ewe turn 1 right"))
    assert turned.draw().splitlines()[2].endswith("Roger the ram")


# Moves


def test_two_targets_that_give_the_same_flock_are_one_move(at) -> None:
    """S-1.1: in a flock of two, each pushing away gives the same as the other coming along."""
    state = at("BB N", points=(0, 0, 0, 0))
    pushes = [move for move in state.legal_moves() if move.kind == "lamb push" and move.number == 3]
    results = {str(state.play(move).before) for move in pushes}
    assert results == {"BB N"}
    gives = [str(result(state.flock, "lamb push", Target(m.way, m.sheep))) for m in pushes]
    assert len(set(gives)) == len(gives)
    assert state.read("lamb push 3 B1 W") == state.read("lamb push 3 A1 E")


def test_the_event_tells_every_sheep_that_moved_and_the_new_box(at, told) -> None:
    """S-4.1"""
    _, events = told(at("BRG/GKY/YBR N", player=3), "lamb push 3 C2 W")
    played = events[0]
    assert isinstance(played, CommandPlayed)
    assert played.shifts == (
        Shift("G", (0, 1), (-1, 1)),
        Shift("K", (1, 1), (0, 1)),
        Shift("Y", (2, 1), (1, 1)),
    )
    assert played.origin == (-1, 0)
    assert played.flock == ".BRG/GKY./.YBR N"
    assert played.text("fr") == "Le joueur 4 joue poussée d'agneau 3\u00a0: C2 vers l'ouest."
    assert not any(isinstance(event, FigureArrived) for event in events)
