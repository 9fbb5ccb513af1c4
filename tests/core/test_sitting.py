"""A sitting: the legal moves, the events of the last move, and taking back."""

import random

import pytest

from tablee.core import Barrier, Invalid, Sitting
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic

SETUP = ("depot A1", "depot J1", "depot C3", "depot H3", "depot H8", "depot C8", "depot D8")
SETUP += ("depot H7", "docker A1", "docker J1", "docker C3", "docker H3", "docker D8", "docker H7")


def play(sitting: Sitting, *texts: str) -> Sitting:
    for text in texts:
        sitting = sitting.play(sitting.parse(text), text)
    return sitting


def test_a_sitting_knows_the_move_that_led_to_it_and_what_it_did() -> None:
    first = Fragile(2).sitting()
    assert (first.move, first.text, first.events) == (None, "", ())
    after = play(first, "depot A1")
    assert after.text == "depot A1"
    assert [event.kind for event in after.events] == ["depot-placed"]
    assert first.state == Fragile(2).initial()


def test_playing_writes_the_move_if_nobody_else_has() -> None:
    sitting = play(Fragile(2).sitting(), *SETUP)
    move = sitting.parse("A1: B2")
    assert sitting.play(move).text == "A1: B2"


def test_within_a_turn_every_move_can_be_taken_back_one_by_one() -> None:
    begun = play(Fragile(2).sitting(), *SETUP)
    acted = play(begun, "A1: B2", "B3")
    assert acted.before.before == begun
    assert acted.before.text == "A1: B2"


def test_a_placed_piece_can_be_taken_back_by_its_player_until_the_next_one_acts() -> None:
    first = Fragile(2).sitting()
    assert first.may_undo is None
    placed = play(first, "depot A1")
    assert (placed.before, placed.may_undo, placed.state.actor) == (first, 0, 1)
    assert play(placed, "depot J1").may_undo == 1
    begun = play(first, *SETUP)
    assert (begun.text, begun.may_undo, begun.state.actor) == ("docker H7", 1, 0)
    assert play(begun, "A1: B2").may_undo == 0


def test_the_end_of_a_turn_is_not_taken_back() -> None:
    ended = play(Fragile(2).sitting(), *SETUP, "A1: B2", "C3: C2", "end")
    assert (ended.before, ended.barrier) == (None, Barrier.START)


def test_nobody_goes_back_behind_a_roll_but_up_to_it() -> None:
    sitting = ShearPanic(3).sitting()
    rng = random.Random(1)
    while sitting.state.actor != 0 or len(sitting.moves) < 2:
        moves = list(sitting.moves)
        sitting = (
            sitting.draw(rng.randrange) if sitting.state.outcomes() else play(sitting, moves[0])
        )
    assert (sitting.before, sitting.barrier) == (None, Barrier.ROLL)


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    sitting, rng = ShearPanic(3).sitting(), random.Random(1)
    while sitting.state.actor is not None:
        if sitting.state.outcomes():
            sitting = sitting.draw(rng.randrange)
        else:
            sitting = play(sitting, rng.choice(list(sitting.moves)))
    assert (sitting.before, sitting.barrier, dict(sitting.moves)) == (None, Barrier.OVER, {})


def test_the_last_move_of_a_piece_stays_marked_over_the_end_of_a_turn() -> None:
    acted = play(Fragile(2).sitting(), *SETUP, "A1: B2", "C3: C2")
    assert acted.marked == acted.move
    assert play(acted, "end").marked == acted.move


def test_what_is_no_move_is_refused_and_changes_nothing() -> None:
    sitting = Fragile(2).sitting()
    with pytest.raises(Invalid):
        sitting.parse("nonsense")
    assert sitting == Fragile(2).sitting()


def test_sittings_are_equal_if_play_goes_on_alike() -> None:
    begun = play(Fragile(2).sitting(), *SETUP)
    there_and_back = play(begun, "A1: B2", "B3").before
    assert there_and_back == play(begun, "A1: B2")
    assert there_and_back != begun
    assert hash(there_and_back) == hash(play(begun, "A1: B2"))
