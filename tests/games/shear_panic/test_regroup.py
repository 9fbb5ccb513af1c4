"""S-5: regrouping."""

import pytest

from tablee.core import Sitting
from tablee.games.shear_panic import Flock
from tablee.games.shear_panic.events import GroupChosen, GroupMoved, LinesReplaced, RegroupRolled
from tablee.games.shear_panic.regroup import (
    choice_of_groups,
    regrouped,
    smallest_groups,
    step_results,
    ways_back,
)
from tablee.games.shear_panic.tasks import Stage, Task


def back(text: str, face: str, version: int = 2) -> set[str]:
    """What the first of the smallest groups can come back to."""
    flock = Flock.parse(text)
    group = smallest_groups(flock)[0]
    return {str(regrouped(flock, group, s)) for s in ways_back(flock, group, face, version).shifts}


def goal(text: str, face: str) -> tuple[str, str]:
    """By which lines the first of the smallest groups comes back, and to whom."""
    flock = Flock.parse(text)
    way = ways_back(flock, smallest_groups(flock)[0], face)
    return way.lines, way.goal


def lines(text: str, face: str) -> str:
    flock = Flock.parse(text)
    return ways_back(flock, smallest_groups(flock)[0], face).lines


# S-5.1


def test_the_smallest_group_comes_back(at, told) -> None:
    """S-5.1"""
    assert smallest_groups(Flock.parse("BR.Y/G..G N")) == (((3, 0), (3, 1)),)
    _, events = told(at("BRG/GKY/YBR N", player=3), "lamb push 3 C2 E")
    chosen = next(event for event in events if isinstance(event, GroupChosen))
    assert chosen.sheep == ("D2",)


def test_on_a_tie_the_active_player_chooses(at, told) -> None:
    """S-5.1: the black sheep goes and cuts two single sheep off the rest."""
    state = at("RB./.K./GYY/R.. N", player=3)
    split, _ = told(state, "lamb push 2 B3 S")
    assert split.flock.is_split
    two_alone = at("B.RGK.Y N", player=1, task=Task.GROUP)
    assert [move.sheep for move in two_alone.legal_moves()] == ["A1", "G1"]
    after, events = told(two_alone, "group G1")
    assert after.group == "G1"
    assert events[0].text() == "The flock is split; the group G1 comes back."


def test_of_just_two_groups_it_is_never_asked_which_one_comes() -> None:
    """S-5.1: either way the same flocks come of it, up to translation."""
    for text in ("B./.Y N", "BR../...Y/...G N", "BR.../...GY N"):
        flock = Flock.parse(text)
        first, second = smallest_groups(flock)
        assert choice_of_groups(flock) == (first,)
        for face in "+x":
            assert {regrouped(flock, first, s) for s in ways_back(flock, first, face).shifts} == {
                regrouped(flock, second, s) for s in ways_back(flock, second, face).shifts
            }


# S-5.2


def test_on_plus_the_group_comes_straight_until_it_touches() -> None:
    """S-5.2"""
    assert back("B...R/....K N", "+") == {"BR/.K N"}
    assert back("B..../...RK/...YG N", "+") == {"B./RK/YG N"}


def test_a_group_moves_as_a_block() -> None:
    """S-5.2"""
    assert back("BB...../....RKY N", "+") == {"BB../.RKY N"}
    assert back("BB../..../RKYG N", "+") == {"BB../RKYG N"}


def test_a_stray_that_is_passed_by_does_not_end_the_line() -> None:
    """S-5.2: blue passes above yellow. By the rules of version 1 it stopped there."""
    assert back("B....RK/..Y...G N", "+") == {"..BRK/Y...G N"}
    assert back("B....RK/..Y...G N", "+", version=1) == {"B..RK/Y...G N"}


def test_on_cross_too_a_stray_is_passed_by() -> None:
    """S-5.2: blue goes south-east, past yellow on C2, until it is beside the red one on C4."""
    assert back("B.../..Y./..../..RK N", "x") == {"Y./B./RK N"}
    assert back("B.../..Y./..../..RK N", "x", version=1) == {"BY./.../.RK N"}


def test_a_line_that_runs_into_a_stray_gives_nothing() -> None:
    """S-5.2: to the east yellow is in the way, to the south there is the main flock."""
    assert back("B.Y.R/....K/.BGRG N", "+") == {"..Y.R/....K/BBGRG N"}


def test_of_equally_large_groups_either_is_the_main_flock() -> None:
    """S-5.2"""
    assert back("BB.K.YY N", "+") == {"BBK..YY N", "BB..KYY N"}
    assert goal("BB.K.YY N", "+") == ("+", "main")


def test_on_cross_the_group_comes_diagonally_until_it_touches() -> None:
    """S-5.2"""
    assert back("B.../..../.RKY N", "x") == {"B../RKY N"}


# S-5.3


def test_a_group_at_a_corner_slides_to_either_side() -> None:
    """S-5.3"""
    assert back("B../.KY/.GG N", "x") == {"B./KY/GG N", "BKY/.GG N"}


def test_a_group_that_meets_a_corner_on_its_way_slides_too() -> None:
    """S-5.3: two steps south-east it would run into the black sheep."""
    assert back("B.../..../..KY N", "x") == {"B./KY N", "BKY N"}


def test_a_corner_passed_by_is_not_met() -> None:
    """S-5.3: going south-east the blue sheep passes the red one's corner and touches yellow."""
    text = "B.../..../..Y./..KG N"
    assert back(text, "x") == {"B./Y./KG N", "BY./.KG N"}


def test_a_group_slides_only_where_nobody_stands() -> None:
    """S-5.3: to the east a pair of strays is in the way of the second blue sheep."""
    assert back("B.Y./B.Y./..../..KR/..G. N", "x") == {".Y./.Y./B../BKR/.G. N"}


def test_who_runs_into_main_flock_and_stray_at_once_slides() -> None:
    """S-5.3: south-east the green sheep would run into yellow and the red one into blue."""
    flock = Flock.parse("G.../G.../R.YY/..../..BB/..KR N")
    three = next(group for group in flock.groups() if len(group) == 3)
    assert ways_back(flock, three, "x").shifts == ((1, 2),)


def test_the_regrouping_of_the_rulebook(at, told) -> None:
    """S-5.1 to S-5.5: a flock that fits the worked example of figures 29 to 32.

    The lower red one pushes north-west and cuts off three groups. Yellow has exactly two places;
    by the rules of version 1 it could also join the two strays below.
    """
    state, _ = told(at("KRB./.GG./..RY/.BY. N", player=2), "diagonal push 3 C3 NW")
    assert str(state.flock) == "K..../.GRB./..RG./....Y/..BY. N"
    assert [len(group) for group in state.flock.groups()] == [1, 5, 1, 2]
    state, _ = told(state, "group A1; regroup x")
    assert set(Sitting(state).moves) == {"move 1E", "move 1S"}
    state, _ = told(state, "move 1E; regroup x")
    assert str(state.flock) == "K.../GRB./.RG./...Y/.BY. N"
    assert state.group == "D4"
    assert set(Sitting(state).moves) == {"move 1N", "move 1W"}
    yellow = ((3, 3),)
    assert ways_back(state.flock, yellow, "x", 1).shifts == ((-1, 0), (0, 1), (0, -1))
    assert not regrouped(state.flock, yellow, (-1, 0)).is_split
    state, _ = told(state, "move 1N; regroup x")
    assert [len(group) for group in state.flock.groups()] == [7, 2]
    state, _ = told(state, "move 1N1W")
    assert str(state.flock) == "K.../GRB./.RGY/BY.. N"


# S-5.4


def test_if_cross_is_impossible_plus_is_used(at, told) -> None:
    """S-5.4"""
    assert lines("B....RK N", "x") == "+"
    assert back("B....RK N", "x") == {"BRK N"}
    state = at("B....RK N", task=Task.REGROUP_ROLL, group="A1", stage=Stage.PANIC)
    after, events = told(state, "regroup x")
    assert str(after.flock) == "BRK N"
    replaced = next(event for event in events if isinstance(event, LinesReplaced))
    assert (replaced.rule, replaced.face, replaced.lines) == ("S-5.4", "x", "+")


def test_if_plus_is_impossible_cross_is_used() -> None:
    """S-5.4"""
    assert lines("B.../..../..../...K N", "+") == "x"
    assert back("B.../..../..../...K N", "+") == {"B/K N", "BK N"}


def test_if_both_are_impossible_the_group_takes_the_shortest_way() -> None:
    """S-5.4: from two columns and four rows off, the straight distance decides."""
    assert lines("B../.../.../.../..K N", "+") == "shortest"
    assert back("B../.../.../.../..K N", "x") == {"B/K N"}


def test_the_other_lines_to_the_main_flock_come_before_lines_to_a_stray() -> None:
    """S-5.4: on + blue could only join yellow; on × it reaches the main flock."""
    text = "B.Y./..../..../..KR/..G. N"
    assert goal(text, "+") == ("x", "main")
    assert back(text, "+") == {"Y./../B./KR/G. N"}
    assert back(text, "+", version=1) == {"BY./.../.../.KR/.G. N"}


@pytest.mark.parametrize("face", ["+", "x"])
def test_with_a_stray_in_every_way_the_group_joins_it(at, told, face: str) -> None:
    """S-5.4: blue cannot pass yellow, and no diagonal leads anywhere."""
    text = "B.Y..RKG N"
    assert goal(text, face) == ("+", "any")
    assert back(text, face) == {"BY..RKG N"}
    state = at(text, task=Task.REGROUP_ROLL, group="A1", stage=Stage.PANIC)
    _, events = told(state, f"regroup {face}")
    replaced = next(event for event in events if isinstance(event, LinesReplaced))
    assert (replaced.rule, replaced.face, replaced.lines) == ("S-5.4", face, "+")
    assert replaced.text() == (
        "No way leads to the main flock; instead: straight lines (+), to any other group."
    )


def test_the_rolled_lines_to_a_stray_come_before_the_other_lines_to_one() -> None:
    """S-5.4: yellow bars the way east, green the one south-east."""
    text = "B.Y..../......./..G..../......./......./....RKB N"
    assert goal(text, "+") == ("+", "any")
    assert goal(text, "x") == ("x", "any")
    assert back(text, "+") == {"BY..../....../.G..../....../....../...RKB N"}


def test_the_shortest_way_leads_to_the_main_flock() -> None:
    """S-5.4: no line leads to anybody; yellow is nearer, but a stray."""
    text = "B......./......../.....KRG/......../..Y..... N"
    for face in "+x":
        assert goal(text, face) == ("shortest", "main")
        assert back(text, face) == {"..BKRG/....../Y..... N"}
    assert back(text, "+", version=1) == {"...KRG/B...../Y..... N"}


def test_one_step_of_regrouping_is_that_of_the_rules_played() -> None:
    """S-5.2"""
    flock = Flock.parse("B....RK/..Y...G N")
    assert Flock.parse("..BRK/Y...G N") in step_results(flock, "+")
    assert Flock.parse("B..RK/Y...G N") in step_results(flock, "+", 1)


def test_a_game_of_version_1_regroups_as_it_began(at, told) -> None:
    """S-5.2: the first group met ends the line."""
    state = at(
        "B....RK/..Y...G N", task=Task.REGROUP_ROLL, group="A1", stage=Stage.PANIC, version=1
    )
    after, events = told(state, "regroup +")
    assert str(after.flock) == "B..RK/Y...G N"
    assert not any(isinstance(event, LinesReplaced) for event in events)


# S-5.5


def test_regrouping_goes_on_with_a_new_roll_until_the_flock_is_one(at, told) -> None:
    """S-5.5"""
    state = at("BRG/GKY/YBR N", player=3)
    after, events = told(state, "diagonal push 3 A1 SE; regroup x; move 1W")
    assert not after.flock.is_split
    assert sum(isinstance(event, RegroupRolled) for event in events) == 1
    three = at("B.RGK.Y N", player=0, task=Task.GROUP, stage=Stage.PANIC)
    after, events = told(three, "group A1; regroup +; regroup +")
    assert str(after.flock) == "BRGKY N"
    assert sum(isinstance(event, RegroupRolled) for event in events) == 2


def test_the_rule_of_the_event_tells_a_slide_from_a_line(at, told) -> None:
    """S-5.2, S-5.3"""
    state = at("B../.KY/.GG N", task=Task.REGROUP_ROLL, group="A1", stage=Stage.PANIC)
    _, slid = told(state, "regroup x; move 1E")
    _, straight = told(state, "regroup +; move 1E")
    assert [e.rule for e in slid if isinstance(e, GroupMoved)] == ["S-5.3"]
    assert [e.rule for e in straight if isinstance(e, GroupMoved)] == ["S-5.2"]


@pytest.mark.parametrize("face", ["+", "x"])
def test_every_way_back_joins_the_group_and_keeps_all_sheep(face: str) -> None:
    """S-5.2"""
    for text in ("B../.KY/.GG N", "BB.../..RK./...YG N", "R..../...KB/Y..../...GG N"):
        flock = Flock.parse(text)
        for group in smallest_groups(flock):
            for shift in ways_back(flock, group, face).shifts:
                joined = regrouped(flock, group, shift)
                assert len(joined.groups()) < len(flock.groups())
                assert sorted(joined.sheep.values()) == sorted(flock.sheep.values())
