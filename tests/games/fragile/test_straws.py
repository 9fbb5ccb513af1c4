"""F-6: the short-straw variant."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tablee.core import CHANCE
from tablee.games.fragile import Fragile
from tablee.games.fragile.events import EndIsNear, StrawsDrawn, TurnBegan
from tablee.games.fragile.moves import DrawFirst, DrawStraws, Go

STANDING = "1C1,1J3,2E5,2E6,3H4,3I4"


@pytest.mark.parametrize(("players", "orders"), [(3, 6), (4, 24)])
def test_after_setup_every_order_of_the_players_is_equally_likely(
    players: int, orders: int
) -> None:
    """F-6.1"""
    state = Fragile(players, straws=True).initial()
    while state.actor != CHANCE:
        assert state.outcomes() == ()
        state = state.play(state.legal_moves()[0])
    outcomes = state.outcomes()
    assert {outcome.probability for outcome in outcomes} == {Fraction(1, orders)}
    assert len({outcome.move.order for outcome in outcomes}) == orders
    assert tuple(outcome.move for outcome in outcomes) == state.legal_moves()
    assert state.turn == 0


@pytest.mark.parametrize("first", [1, None])
def test_with_straws_the_first_player_counts_for_the_setup_only(first: int | None) -> None:
    """F-6.1, F-3.1"""
    state = Fragile(3, straws=True, first=first).initial()
    if first is None:
        state = state.play(DrawFirst(1))
    order = []
    while state.actor != CHANCE:
        order.append(state.actor)
        state = state.play(state.legal_moves()[0])
    assert order == [1, 2, 0] * 6
    assert [outcome.move.order[0] for outcome in state.outcomes()] == [0, 0, 1, 1, 2, 2]
    assert state.status().text() == "The straws are drawn."
    step = state.step(DrawStraws((2, 0, 1)))
    assert step.events[1] == TurnBegan("F-3.2", 2, 3)


def test_the_first_two_turns_of_the_game_have_3_and_4_points_whoever_plays_them(at, told) -> None:
    """F-6.1"""
    state = replace(at(f"E9c {STANDING}", players=3, straws=True, turn=0), to_play=())
    step = state.step(DrawStraws((2, 0, 1)))
    assert step.events[0] == StrawsDrawn("F-6.1", (2, 0, 1))
    assert step.events[1] == TurnBegan("F-3.2", 2, 3)
    state, events = told(step.state, "H4: H5 / I4: I5", "C1: D1 / J3: J4", "E5: F5 / E6: F6")
    assert [(e.player, e.points) for e in events if isinstance(e, TurnBegan)] == [(0, 4), (1, 5)]
    assert state.actor == CHANCE
    assert state.turn == 3


def test_each_round_everyone_plays_once_and_then_straws_are_drawn_again(at, told) -> None:
    """F-6.1: 3 1 2, then 2 1 3: the points are five for all from now on."""
    state = replace(at(f"E9c {STANDING}", players=3, straws=True), to_play=(1,))
    state, _ = told(state, "E5: F5 / E6: F6")
    assert state.actor == CHANCE
    step = state.step(DrawStraws((1, 0, 2)))
    assert step.events[1] == TurnBegan("F-3.2", 1, 5)
    assert step.state.to_play == (1, 0, 2)


@pytest.mark.parametrize(
    ("order", "rest"), [((0, 2, 1), [2, 1]), ((2, 1, 0), []), ((1, 0, 2), [2])]
)
def test_the_round_in_which_a_depot_is_filled_last_is_finished_and_then_the_game_stops(
    order: tuple[int, ...], rest: list[int], at, told
) -> None:
    """F-6.2"""
    depots = dict.fromkeys(Fragile(3).edition.board.entrances, 1)
    state = at(f"B1c,E9c {STANDING}", 3, {**depots, "A1": 0}, straws=True)
    state = replace(state, to_play=order[order.index(0) :])
    state, events = told(state, "C1: B1>A1 / J3: J4")
    assert [(e.rule, e.player) for e in events if isinstance(e, EndIsNear)] == [("F-6.2", 0)]
    seen = []
    while state.result is None:
        seen.append(state.actor)
        turn = {1: "E5: F5 / E6: F6", 2: "H4: H5 / I4: I5"}[state.actor]
        state, _ = told(state, turn)
    assert seen == rest
    assert (state.result.rule, state.result.reason.key) == ("F-6.2", "end-full")
    assert state.result.winners == (0,)


def test_one_who_fills_the_depot_of_another_also_only_finishes_the_round(at, told) -> None:
    """F-6.2: player 2, who is full, has played already and does not play again."""
    depots = dict.fromkeys(Fragile(3).edition.board.entrances, 2)
    state = at(f"B1c,E9c {STANDING}", 3, {**depots, "A1": 1}, straws=True)
    state, _ = told(replace(state, to_play=(0,)), "C1: B1>A1 / J3: J4")
    assert state.result.rule == "F-6.2"
    assert state.result.winners == (1,)


def test_a_player_who_cannot_act_is_passed_over_within_the_round(at) -> None:
    """F-6.1, F-3.3"""
    stuck = "B1cc,C1cc,J2cc,J3cc,E9c 1A1,1J1,2E5,2E6,3H4,3I4"
    state = replace(at(stuck, players=3, straws=True, flips=4), to_play=())
    step = state.step(DrawStraws((0, 2, 1)))
    assert [event.kind for event in step.events] == ["straws-drawn", "turn-passed", "turn-began"]
    assert step.state.to_play == (2, 1)
    assert isinstance(step.state.legal_moves()[0], Go)


def test_without_straws_there_is_no_chance(at) -> None:
    """F-3.1"""
    assert at("E9c 1C1,1J3").outcomes() == ()
