"""F-5: score, marker, the ends of the game. F-5.3 is in ``test_last_turns``."""

import pytest

from tablee.games.fragile.events import GameEnded, MarkerTaken
from tablee.games.fragile.scoring import lost_stacks, no_crate_available

OTHERS_FULL = "J1c,C3c,G3c,H3c"


def markers(events) -> list[tuple[int, int | None]]:
    return [(e.player, e.previous) for e in events if isinstance(e, MarkerTaken)]


# F-5.1, F-5.2, F-5.5


def test_a_stored_crate_scores_1_and_2_with_fragile_up(at) -> None:
    """F-5.1: A1, G3 are player 1's, J1, H3 player 2's, C3 is neutral."""
    assert at("A1c,G3f,J1c,C3f,E7f 1D5").scores == (3, 1)


def test_the_first_to_score_takes_the_marker(at, told) -> None:
    """F-5.2"""
    state, events = told(at("B1c,E7c 1C1,1I2"), "C1: B1>A1 …")
    assert state.marker == 0
    assert markers(events) == [(0, None)]


def test_whoever_stores_the_crate_its_owner_scores_and_may_take_the_marker(at, told) -> None:
    """F-5.2: player 1 fills J1 of player 2."""
    state, events = told(at("J2c,E7c 1J3,1I5"), "J3: J2>J1 …")
    assert state.scores == (0, 1)
    assert markers(events) == [(1, None)]


def test_an_equal_score_does_not_take_the_marker_a_higher_one_does(at, told) -> None:
    """F-5.2"""
    state, events = told(at("A1c,J2c,I3c,E7c 1B9,1B10,2J3,2J4", player=1, marker=0), "J3: J2>J1 …")
    assert (state.scores, state.marker) == ((1, 1), 0)
    assert markers(events) == []
    state, events = told(state, "J2: J3 / J4: I4 …")
    state, events = told(at("A1c,J1c,I3c,E7c 1B9,1B10,2J3", player=1, marker=0), "J3: I3>H3 …")
    assert (state.scores, state.marker) == ((1, 2), 1)
    assert markers(events) == [(1, 0)]


def test_the_holder_keeps_the_marker_when_scoring_on_without_a_second_taking(at, told) -> None:
    """F-5.2"""
    state, events = told(at("A1c,F3c,E7c 1E3,1I2", marker=0), "E3: F3>G3 …")
    assert (state.scores, state.marker) == ((2, 0), 0)
    assert markers(events) == []


def test_a_fragile_crate_can_overtake_at_one_stroke(at, told) -> None:
    """F-5.2, F-5.1"""
    state, events = told(at("A1c,J2f,E7c 1B9,1B10,2J3,2J4", player=1, marker=0), "J3: J2>J1 …")
    assert (state.scores, state.marker) == ((1, 2), 1)
    assert markers(events) == [(1, 0)]


def test_a_neutral_depot_scores_for_nobody_and_moves_no_marker(at, told) -> None:
    """F-5.1, F-2.3"""
    state, events = told(at("C5c,E7c 1C6,1I2"), "C6: C5>C4 …")
    assert (state.scores, state.marker) == ((0, 0), None)
    assert events[-1].scored() is None
    assert events[-1].text() == "A crate is stored in C4, a neutral depot: no points."
    assert markers(events) == []


# F-5.4: the premature end


@pytest.mark.parametrize(
    ("stacks", "lost"),
    [
        ("E5cc", ""),
        ("A5cc", ""),  # at the edge: along it the way is free
        ("B1cc", ""),  # the depot behind is empty: the upper crate can still be stored
        ("B1cc,A1c", "B1"),  # edge on one side, full depot at the other
        ("J2cc,J1c", "J2"),
        ("A9cc,A10c", "A9"),
        ("I10cc,J10c", "I10"),
        ("J9cc", "J9"),  # edge on one side, the wall of J10 at the other
        ("A2cc", "A2"),  # the wall of A1
        ("C2cc,C3c", ""),  # at a full depot's door, but loose across
        ("D3cc", ""),  # beside a wall, but loose along it
    ],
)
def test_a_stack_alone_is_lost_only_in_a_corner_of_edge_walls_and_full_depots(
    stacks: str, lost: str, at
) -> None:
    """F-5.4"""
    assert lost_stacks(at(f"{stacks} 1D5").position) == set(lost.split())


def test_stacks_block_each_other_along_an_edge(at) -> None:
    """F-5.4"""
    assert lost_stacks(at("A5cc,A6cc 1D5").position) == {"A5", "A6"}
    assert lost_stacks(at("A5cc,A7cc 1D5").position) == set()
    assert lost_stacks(at("E1cc,F1cc,G1cc 1D5").position) == {"E1", "F1", "G1"}


def test_four_stacks_in_a_square_block_each_other(at) -> None:
    """F-5.4"""
    square = "E5cc,E6cc,F5cc,F6cc"
    assert lost_stacks(at(f"{square} 1D5").position) == {"E5", "E6", "F5", "F6"}


def test_a_stack_that_can_be_taken_apart_frees_those_it_blocked(at) -> None:
    """F-5.4: to the fixed point."""
    assert lost_stacks(at("E1cc,F1cc,F2cc 1D5").position) == {"E1", "F1"}
    assert lost_stacks(at("A4cc,A5cc,B5cc 1D5").position) == {"A4", "A5"}
    assert lost_stacks(at("E5cc,E6cc,F5cc 1D5").position) == set()  # first E6 and F5, then E5
    assert lost_stacks(at("A4cc,A5cc,B4cc 1D5").position) == {"A4", "A5"}


def test_walls_beside_a_stack_count_like_the_edge(at) -> None:
    """F-5.4, F-1.4: D4 stands between the wall of C4 and a lost neighbour."""
    assert lost_stacks(at("D3cc,D4cc 1D6").position) == {"D3", "D4"}
    assert lost_stacks(at("D3cc 1D6").position) == set()


def test_a_docker_still_in_the_depot_can_save_the_stack_at_its_door(at) -> None:
    """F-5.4, F-4.8: who is still inside C3 can drop the upper crate of C2 on C1."""
    beside = "B2cc,B3cc,A3cc,A2cc,D2cc,D3cc,E2cc,E3cc"
    assert "C2" in lost_stacks(at(f"C2cc,{beside},C3c 1D6").position)
    assert "C2" not in lost_stacks(at(f"C2cc,{beside} 1C3").position)


def test_nobody_enters_a_depot_to_save_the_stack_at_its_door(at) -> None:
    """F-5.4, F-4.1: B1 can only fall into A1 once C1 is free, which it never is."""
    assert lost_stacks(at("B1cc,C1cc 1D5").position) == {"B1", "C1"}


def test_the_game_stops_at_once_when_no_crate_is_available(at, told) -> None:
    """F-5.4: the last loose crate is stacked in a corner, in the middle of the turn."""
    state = at("A1c,B1c,C1c,J1c 1D1,1J3,2E5,2E6", marker=1)
    assert not no_crate_available(state.position)
    state, events = told(state, "D1: C1+B1")
    assert (state.result.rule, state.result.reason.key) == ("F-5.4", "end-no-crate")
    assert state.result.winners == (1,)
    assert events[-1] == GameEnded("F-5.4", (1,))
    assert state.legal_moves() == ()


def test_the_game_stops_when_the_last_crate_is_stored(at, told) -> None:
    """F-5.4, F-5.5"""
    state, _ = told(at("B1c 1C1,1J3,2E5,2E6"), "C1: B1>A1")
    assert state.result.rule == "F-5.4"
    assert state.result.winners == (0,)


def test_a_single_crate_is_always_available(at) -> None:
    """F-5.4: even in a corner from which nobody can move it."""
    assert not no_crate_available(at("A1c,B1cc,A2c 1D5").position)
    assert no_crate_available(at("A1c,B1cc 1D5").position)
    assert not no_crate_available(at("A1c,B1cc,E5cc 1D5").position)


def test_if_nobody_ever_scored_nobody_wins(at, told) -> None:
    """F-5.5"""
    state, events = told(at("A1c,C1c,B1c 1D1,1J3", depots={"A1": None}), "D1: C1+B1")
    assert state.result.winners == ()
    assert events[-1].text() == "The game is over; winner: –."


# F-5.6


def test_forty_turns_without_a_crate_stored_end_the_game(at, told) -> None:
    """F-5.6"""
    state = at("E9c 1C1,1J3,2E5,2E6", idle_turns=38, marker=1)
    state, _ = told(state, "C1: D1 / J3: J4")
    assert (state.result, state.idle_turns) == (None, 39)
    state, events = told(state, "E5: F5 / E6: F6")
    assert (state.result.rule, state.result.reason.key) == ("F-5.6", "end-idle")
    assert state.result.winners == (1,)
    assert events[-1] == GameEnded("F-5.6", (1,))


def test_a_crate_stored_starts_the_count_of_idle_turns_again(at, told) -> None:
    """F-5.6"""
    state = at("B1c,E9c 1C1,1J3,2E5,2E6", idle_turns=39)
    state, _ = told(state, "C1: B1>A1 / J3: J4")
    assert (state.result, state.idle_turns) == (None, 0)
    state, _ = told(state, "E5: F5 / E6: F6")
    assert state.idle_turns == 1


def test_a_crate_stored_in_a_neutral_depot_counts_as_stored(at, told) -> None:
    """F-5.6"""
    state, _ = told(at("C5c,E9c 1C6,1J3", idle_turns=39), "C6: C5>C4 / J3: J4")
    assert (state.result, state.idle_turns) == (None, 0)


def test_the_table_can_switch_the_idle_end_off_or_set_another(at, told) -> None:
    """F-5.6"""
    state, _ = told(at("E9c 1C1,1J3", idle_turns=400, idle_limit=None), "C1: D1 / J3: J4")
    assert state.result is None
    state, _ = told(at("E9c 1C1,1J3", idle_turns=6, idle_limit=7), "C1: D1 / J3: J4")
    assert state.result.rule == "F-5.6"
