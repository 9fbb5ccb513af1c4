"""F-3: the turn, its dockers and its points."""

import pytest

from tablee.core import Illegal
from tablee.games.fragile import Fragile
from tablee.games.fragile.events import DockerActivated, TurnBegan, TurnEnded, TurnPassed
from tablee.games.fragile.moves import EndTurn, Flip, Go, PlaceDocker


def first_cells(state) -> set[str]:
    """The dockers that may act."""
    return {move.docker for move in state.legal_moves() if not isinstance(move, EndTurn)}


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 0), (3, 2), (4, 0), (4, 2)])
def test_the_first_player_has_3_points_the_second_4_all_others_5(players: int, first: int) -> None:
    """F-3.2: for each docker; F-3.1: clockwise from the first player."""
    state = Fragile(players, first=first).initial()
    step = None
    while not isinstance(state.legal_moves()[0], Go):
        step = state.step(state.legal_moves()[0])
        state = step.state
    assert [(e.player, e.points) for e in step.events if isinstance(e, TurnBegan)] == [(first, 3)]
    seen = []
    for _ in range(players + 2):
        points = []
        player = state.actor
        for _ in range(2):
            step = state.step(next(m for m in state.legal_moves() if newly_active(state, m)))
            points += [e.points for e in step.events if isinstance(e, DockerActivated)]
            state = step.state
        seen.append((player, points))
        step = state.step(EndTurn())
        assert isinstance(step.events[0], TurnEnded)
        assert step.events[0].player == player
        state = step.state
    expected = [3, 4, *[5] * players]
    assert seen == [((first + turn) % players, [expected[turn]] * 2) for turn in range(players + 2)]


def newly_active(state, move) -> bool:
    if isinstance(move, EndTurn):
        return False
    return state.active is None or state.position.dockers[state.active].cell != move.docker


def test_a_turn_has_two_different_dockers_one_after_the_other(at, play) -> None:
    """F-3.1"""
    state = at("E7c 1D5,1B2,1I2")
    assert first_cells(state) == {"D5", "B2", "I2"}
    state = play(state, "D5: D4 …")
    assert first_cells(state) == {"D4", "B2", "I2"}
    assert EndTurn() not in state.legal_moves()
    state = play(state, "B2: B3 …")
    assert first_cells(state) == {"B3"}
    assert EndTurn() in state.legal_moves()
    assert play(state, "B3: B4").actor == 1


def test_points_are_neither_shared_nor_saved(at, play) -> None:
    """F-3.1: what the first docker leaves is lost to the second."""
    state = play(at("E7c 1D5,1B2"), "D5: D4 …")
    assert state.points == 4
    state = play(state, "B2: B3 …")
    assert state.points == 4  # of its own five
    with pytest.raises(Illegal) as caught:
        play(state, "B3: F2")
    assert caught.value.refusal.rule == "F-3.2"


def test_points_left_are_lost_when_the_turn_ends(at, play) -> None:
    """F-3.3"""
    state = play(at("E7c 1D5,1B2"), "D5: D4 / B2: B3")
    assert (state.points, state.active, state.origin, state.barred) == (0, None, None, None)
    assert state.turn == 3


def test_actions_repeat_and_combine_freely_within_the_points(at, play) -> None:
    """F-3.4: go 1, push 1, go 1, go 1, push 1."""
    state = play(at("E5c,D3c 1E7,1B2"), "E7: E6 E5>E4 D5 D4 D3>D2 …")
    assert state.points == 0
    assert state.position.dockers[0].cell == "D3"
    assert state.position.crates.keys() == {"E4", "D2"}
    assert first_cells(state) == {"B2"}


def test_an_activation_that_changed_nothing_is_no_activation(at, play) -> None:
    """F-3.3: back where it began, the docker must go on, and nobody else may act."""
    state = play(at("E7c 1D5,1B2"), "D5: D4 D5 …")
    assert first_cells(state) == {"D5"}
    assert EndTurn() not in state.legal_moves()
    state = play(state, "D5: D6 …")
    assert first_cells(state) == {"D6", "B2"}


def test_the_way_back_is_open_while_points_are_left_to_go_on(at, play) -> None:
    """F-3.3"""
    state = play(at("E7c 1D5,1B2"), "D5: D4 E4 …")
    assert Go("E4", "D5") in state.legal_moves()  # one point left for another step
    state = play(state, "E4: D5 …")
    assert state.points == 1
    assert first_cells(state) == {"D5"}
    assert state.legal_moves()


def test_the_way_back_is_closed_when_no_points_are_left(at, play) -> None:
    """F-3.3"""
    state = play(at("E7c 1D5,1B2", turn=1), "D5: D4 E4 …")
    assert state.points == 2
    assert Go("E4", "D5") not in state.legal_moves()
    assert Go("E4", "E5") in state.legal_moves()


def test_a_crate_carried_back_and_forth_changes_nothing(at, play) -> None:
    """F-3.3: a hand-over to and fro brings back the position the activation began with."""
    state = play(at("D4c 1D5,1E4,1I2"), "D5: D4~E5 …")
    assert state.position.crates.keys() == {"E5"}
    state = play(state, "D5: E5~D4 …")
    assert EndTurn() not in state.legal_moves()
    assert first_cells(state) == {"D5"}


def test_a_crate_changed_by_a_docker_that_came_back_is_an_activation(at, play) -> None:
    """F-3.3: the position is more than where the docker stands."""
    state = play(at("D4c 1D5,1E4,1I2"), "D5: D4~E5 …")
    assert state.position.dockers[0].cell == "D5"
    assert first_cells(state) == {"D5", "E4", "I2"}


STUCK_IN_A1 = "B1cc,C1cc"
"""A docker in A1 can neither push, stack nor unstack what stands before its door."""


def test_a_docker_that_cannot_act_is_passed_over(at, play) -> None:
    """F-3.3: with one docker able, the turn has one activation."""
    state = at(f"{STUCK_IN_A1},E7c 1A1,1D5", turn=2, flips=3)
    assert first_cells(state) == {"D5"}
    state = play(state, "D5: D6 …")
    assert EndTurn() in state.legal_moves()
    assert play(state, "D6: D5 C5").actor == 1


def test_a_docker_that_can_only_flip_is_able_while_flips_are_left(at, play) -> None:
    """F-3.3, F-4.5"""
    state = at(f"{STUCK_IN_A1},E7c 1A1,1D5", flips=2)
    assert first_cells(state) == {"A1", "D5"}
    assert Flip("A1", "B1") in state.legal_moves()
    assert EndTurn() not in play(state, "D5: D6 …").legal_moves()
    early = at(f"{STUCK_IN_A1},E7c 1A1,1D5", turn=0)  # 3 points do not pay for a flip
    assert EndTurn() in play(early, "D5: D6 …").legal_moves()


def test_a_docker_set_free_by_the_first_must_act_as_second(at, play) -> None:
    """F-3.3, F-3.1: whether the second is able counts when the first is done."""
    state = at("B1cc,E7c 1A1,1C1", flips=3)
    assert first_cells(state) == {"C1"}  # it stands where the upper crate would fall
    state = play(state, "C1: C2 …")
    assert first_cells(state) == {"A1", "C2"}
    assert EndTurn() not in state.legal_moves()


def test_a_docker_shut_in_by_the_first_need_not_act(at, play) -> None:
    """F-3.3, F-3.1"""
    state = at("B1cc,E7c 1A1,1C2", flips=3)
    assert first_cells(state) == {"A1", "C2"}
    state = play(state, "C2: C1 …")
    assert first_cells(state) == {"C1"}
    assert EndTurn() in state.legal_moves()


def test_a_player_none_of_whose_dockers_can_act_is_passed_over(at, told) -> None:
    """F-3.3"""
    stuck = f"{STUCK_IN_A1},J2cc,J3cc,E7c"
    state = at(f"{stuck} 1D5,1E5,2A1,2J1,3B9,3B10", players=3, flips=4)
    state, events = told(state, "D5: D6 / E5: E6")
    assert [e.player for e in events if isinstance(e, TurnPassed)] == [1]
    assert [e.player for e in events if isinstance(e, TurnBegan)] == [2]
    assert (state.actor, state.turn, state.idle_turns) == (2, 4, 2)


def test_if_nobody_can_act_at_all_the_game_ends_and_the_marker_wins(at, told) -> None:
    """F-3.3, F-5.5: all others are shut in behind doors, the last shuts itself in by unstacking."""
    doors = "J2cc,J3cc,A9cc,A8cc,I10cc,H10cc,H9cc,H6cc,H5cc"
    pocket = "B1cc,D1cc,E1cc,C2cc,C3c"
    state = at(f"{doors},{pocket} 1C1,1J1,1A10,2J10,2H8,2H7", flips=3)
    assert len(state.legal_moves()) == 1
    state, events = told(state, "C1: B1-A1")
    assert [event.kind for event in events[-3:]] == ["turn-ended", "turn-passed", "game-ended"]
    assert (state.result.rule, state.result.reason.key) == ("F-3.3", "end-stuck")
    assert state.result.winners == (0,)
    assert state.actor is None
    assert state.legal_moves() == ()


def test_setup_is_over_when_the_last_docker_stands() -> None:
    """F-2.4, F-3.1: then the first player begins."""
    state = Fragile(4).initial()
    for _ in range(12 + 7):
        state = state.play(state.legal_moves()[0])
    assert isinstance(state.legal_moves()[0], PlaceDocker)
    step = state.step(state.legal_moves()[0])
    assert step.state.actor == 0
    assert isinstance(step.state.legal_moves()[0], Go)
    assert [event.kind for event in step.events] == ["docker-placed", "turn-began"]
