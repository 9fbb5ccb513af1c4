"""S-6: the track, and the points of a flock in each field."""

import pytest

from tablee.games.shear_panic import Flock, standard
from tablee.games.shear_panic.events import (
    CounterAdvanced,
    FigureArrived,
    FigureLeft,
    PointsScored,
    SheepShorn,
)
from tablee.games.shear_panic.scoring import black_sheep, roger, shearer, team, to_be_shorn


def scored(events) -> dict[int, int]:
    return {event.player: event.points for event in events if isinstance(event, PointsScored)}


@pytest.mark.parametrize(("players", "length"), [(3, 56), (4, 74)])
def test_the_track_has_four_fields_on_end(players: int, length: int) -> None:
    """S-6.1"""
    track = standard().tracks[players]
    assert track.length == length
    assert [field.kind for field in track.fields] == ["team", "roger", "black", "shearer"]
    for field in track.fields:
        if field.gate is not None:
            assert 2 * field.gate == field.first + field.last
    assert 3 in track.panic
    assert len(track.panic) == 12


@pytest.mark.parametrize(
    ("space", "figure"),
    [(0, None), (12, None), (13, "roger"), (36, "roger"), (37, None), (49, None), (50, "shearer")],
)
def test_roger_and_the_shearer_stand_before_the_flock_in_their_fields(space, figure) -> None:
    """S-6.2"""
    assert standard().tracks[4].figure_at(space) == figure


def test_roger_comes_with_his_first_space_and_goes_with_his_pen(at, told) -> None:
    """S-6.2"""
    _, came = told(at("BRG/GKY/YBR N", counter=12), "line push 1 A1 E")
    assert any(isinstance(event, FigureArrived) for event in came)
    _, went = told(at("BRG/GKY/YBR N", counter=36), "line push 1 A1 E")
    assert any(isinstance(event, FigureLeft) for event in went)


def test_in_the_team_meadow_a_corner_is_worth_1_and_a_side_2() -> None:
    """S-6.3: as in the rulebook's figure, yellow side to side, red at a corner."""
    flock = Flock.parse("YYR/GRK/GBB N")
    assert team(flock) == {"B": 2, "G": 2, "R": 1, "Y": 2}
    assert team(Flock.parse("Y.R/GKR/YB. N")) == {"B": 0, "G": 0, "R": 2, "Y": 0}


def test_only_the_active_player_scores_in_a_meadow(at, told) -> None:
    """S-6.3"""
    _, events = told(at("BBG/GKY/YRR N", player=0, counter=3), "line push 1 C3 W")
    assert scored(events) == {0: 2}


def test_the_first_lamb_push_of_the_rulebook(at, told) -> None:
    """S-6.3: yellow pushes the middle row left: 3 spaces, 1 point, and a panic."""
    after, events = told(at("BRG/GKY/YBR N", player=3), "lamb push 3 C2 W")
    assert CounterAdvanced("S-3", 0, 3) in events
    assert scored(events) == {3: 1}
    assert (after.task, after.stage, after.counter) == ("roll panic", "panic", 3)


def test_rogers_rows_score_4_3_2_1_and_nothing() -> None:
    """S-6.4: the scores of the rulebook's figure: red 5, yellow 3, green 6, blue 3."""
    flock = Flock.parse(".G./.RB/RGY/.YK/.B. N")
    assert roger(flock) == {"B": 3, "G": 6, "R": 5, "Y": 3}


def test_rows_follow_the_facing() -> None:
    """S-6.4, S-1.2"""
    assert roger(Flock.parse("BRG/GKY/YBR E")) == {"B": 5, "G": 6, "R": 7, "Y": 6}
    assert roger(Flock.parse("BRG/GKY/YBR S")) == {"B": 6, "G": 5, "R": 6, "Y": 7}


@pytest.mark.parametrize(("counter", "number"), [(24, 1), (24, 2), (36, 1), (36, 2)])
def test_roger_scores_for_all_when_gate_or_pen_is_reached_or_passed(
    at, told, counter: int, number: int
) -> None:
    """S-6.4"""
    _, events = told(at("BRG/GKY/YBR N", counter=counter), f"line push {number} A1 E")
    rows = [e for e in events if isinstance(e, PointsScored) and e.field == "roger"]
    assert {e.player: e.points for e in rows} == {0: 6, 1: 7, 2: 6, 3: 5}


def test_nothing_is_scored_between_the_gates(at, told) -> None:
    """S-6.4"""
    for counter in (25, 30, 51, 62):
        _, events = told(at("BRG/GKY/YBR N", counter=counter), "line push 2 A1 E")
        assert scored(events) == {}


def test_each_sheep_scores_for_its_contact_with_the_black_one() -> None:
    """S-6.5: as in the rulebook's figure, yellow 3 and red 1."""
    assert black_sheep(Flock.parse("YR/KY N")) == {"B": 0, "G": 0, "R": 1, "Y": 4}
    assert black_sheep(Flock.parse("YY./.KR/..R N")) == {"B": 0, "G": 0, "R": 3, "Y": 3}
    assert black_sheep(Flock.parse("YY/RR N")) == dict.fromkeys("BGRY", 0)


def test_passing_rogers_pen_into_the_meadow_scores_both_in_that_order(at, told) -> None:
    """S-6.7"""
    _, events = told(at("BRG/GKY/YBR N", player=3, counter=36), "line push 2 A1 E")
    fields = [event.field for event in events if isinstance(event, PointsScored)]
    assert fields == ["roger"] * 4 + ["black"]


def test_the_shearing_of_the_rulebook(at, told) -> None:
    """S-6.6, S-6.8: a green sheep is shorn; red 3, green 2, yellow 5, blue 5."""
    flock = Flock.parse(".G./.RB/RGY/.YK/.B. N")
    left = flock.without(to_be_shorn(flock))
    assert str(left) == ".RB/RGY/.YK/.B. N"
    assert shearer(left) == {"R": 3, "G": 2, "Y": 5, "B": 5}
    after, events = told(at(str(flock), counter=61), "line up 2 left")
    shorn = next(event for event in events if isinstance(event, SheepShorn))
    assert len(after.flock.sheep) == 9 - len(shorn.sheep)


@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_the_front_row_is_shorn_whichever_way_the_flock_looks(facing: str) -> None:
    """S-6.6"""
    flock = Flock.parse(f"BRG/GKY/YBR {facing}")
    gone = "".join(sorted(flock.sheep[spot] for spot in to_be_shorn(flock)))
    assert gone == {"N": "BGR", "E": "GRY", "S": "BRY", "W": "BGY"}[facing]


@pytest.mark.parametrize("text", ["YY N", "Y N", "K S", "Y/Y N"])
def test_a_flock_of_one_colour_is_not_shorn_and_scores(text: str) -> None:
    """S-6.6"""
    flock = Flock.parse(text)
    assert to_be_shorn(flock) == ()
    assert shearer(flock)["Y"] == {"YY N": 8, "Y N": 4, "K S": 0, "Y/Y N": 7}[text]


def test_a_flock_in_one_row_is_shorn_to_the_last_sheep() -> None:
    """S-6.6"""
    flock = Flock.parse("YBK N")
    assert len(to_be_shorn(flock)) == 3
    assert str(flock.without(to_be_shorn(flock))) == "- N"


def test_points_come_before_the_regrouping_after_a_shearing(at, told) -> None:
    """S-6.6"""
    after, events = told(at("RKB/Y.G/Y.G N", player=2, counter=61), "line up 2 front")
    kinds = [event.kind for event in events]
    assert kinds.index("points-scored") < kinds.index("group-chosen")
    assert (after.stage, after.task, after.actor) == ("shearing", "roll regroup", -1)
    assert str(after.flock) == "Y.G/Y.G N"


def test_the_counter_never_goes_beyond_the_final_pen(at, told) -> None:
    """S-6.7"""
    after, events = told(at("BRG/GKY/YBR N", counter=73), "lamb push 3 A1 E")
    assert CounterAdvanced("S-3", 73, 74) in events
    assert after.counter == 74
    assert after.result is not None
