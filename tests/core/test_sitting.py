"""A sitting: the legal moves, the events of the last move, and taking back."""

import random
from types import ModuleType

import pytest

from tablee.core import CHANCE, Barrier, Game, Invalid, Sitting
from tablee.core.events import chain, event_classes
from tablee.games.fragile import Fragile
from tablee.games.fragile import events as fragile_events
from tablee.games.shear_panic import ShearPanic
from tablee.games.shear_panic import events as shear_panic_events

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


def chains(sitting: Sitting) -> list[list[str]]:
    """Returns the kinds of events that led to each event of the last move."""
    return [
        [one.kind for one in chain((*sitting.past, *sitting.events[:number]), event)]
        for number, event in enumerate(sitting.events)
    ]


def test_what_a_docker_does_goes_back_to_its_activation() -> None:
    begun = play(Fragile(2).sitting(), *SETUP)
    walked = play(begun, "A1: B2", "B3")
    kinds = ["docker-activated", "docker-went"]
    assert chains(walked) == [kinds]
    assert walked.causes == (2,)


def test_what_happens_in_a_turn_is_never_caused_by_the_turn_before() -> None:
    begun = play(Fragile(2).sitting(), *SETUP, "A1: B2", "C3: C2", "end", "J1: I2")
    assert [event.kind for event in begun.past] == ["turn-ended", "turn-began"]
    assert begun.causes == (0, 1)


def stepped(sitting: Sitting, rng: random.Random) -> Sitting:
    """Returns the sitting after any move, or after a draw."""
    if sitting.state.actor == CHANCE:
        return sitting.draw(rng.randrange)
    return sitting.play(rng.choice(list(sitting.moves.values())))


@pytest.mark.parametrize("game", [Fragile(3, straws=True), ShearPanic(2), ShearPanic(4)])
def test_every_cause_is_an_event_of_a_kind_that_may_cause_it(game: Game) -> None:
    rng, sitting, told = random.Random(5), game.sitting(), []
    while sitting.state.actor is not None:
        sitting = stepped(sitting, rng)
        for event, back in zip(sitting.events, sitting.causes, strict=True):
            assert not back or told[-back].kind in event.caused_by
            told.append(event)


def test_points_in_shear_panic_go_back_to_the_command_through_split_and_die() -> None:
    rng, sitting, found = random.Random(1), ShearPanic(3).sitting(), []
    while sitting.state.actor is not None:
        sitting = stepped(sitting, rng)
        found += chains(sitting)
    told = ["command-played", "group-chosen", "regroup-rolled", "group-moved", "counter-advanced"]
    assert [*told, "points-scored"] in found


@pytest.mark.parametrize("module", [fragile_events, shear_panic_events])
def test_every_cause_named_is_a_kind_of_event(module: ModuleType) -> None:
    classes = event_classes(module)
    kinds = {one.kind for one in classes}
    assert {kind for one in classes for kind in one.caused_by} <= kinds
