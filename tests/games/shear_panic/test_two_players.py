"""S-9: two players, their extra steps, and the cost of these."""

from dataclasses import replace

import pytest

from tablee.core import Invalid, Sitting
from tablee.games.shear_panic import ShearPanic, standard
from tablee.games.shear_panic.edition import Edition
from tablee.games.shear_panic.events import (
    CounterAdvanced,
    ExtrasCost,
    ExtraSpent,
    GameEnded,
    JumpedOff,
    PointsScored,
)
from tablee.games.shear_panic.menu import free_count
from tablee.games.shear_panic.tasks import Task

START = "BRG/GKY/YBR N"
ALL = (1 << 12) - 1


@pytest.fixture
def two(at):
    """A state of two players at the start of a turn; blue plays."""

    def build(flock: str = START, **fields):
        return at(flock, players=2, **fields)

    return build


def menu_but(*names: str) -> int:
    """A menu on which only these commands are free."""
    menu = [f"{entry.kind} {entry.number}" for entry in ShearPanic().edition.menu]
    return ALL & ~sum(1 << menu.index(name) for name in names)


SIX_FREE = menu_but(
    *("line push 1", "line push 2", "lamb push 2", "line up 3", "leapfrog 3", "ewe turn 1")
)


# S-9.1 to S-9.3


def test_two_play_on_the_track_for_three() -> None:
    """S-9"""
    assert ShearPanic(2).track == ShearPanic(3).track
    assert ShearPanic(2).track.length == 56


def test_two_colours_are_neutral_and_score_for_nobody(two, told) -> None:
    """S-9.1: at Roger's gate blue has 4 + 2, green 4 + 3."""
    after, events = told(two(counter=18), "line push 1 A1 E; no extra")
    assert str(after.flock) == ".BRG/GKY./YBR. N"
    assert after.points == (6, 7)
    assert {event.player for event in events if isinstance(event, PointsScored)} == {0, 1}


def test_players_choose_two_colours() -> None:
    """S-2.2, S-9.1"""
    game = ShearPanic.from_options({"players": "2", "colours": "YR"})
    assert game.colours == "YR"
    assert game.scenery()["colours"] == ["Y", "R"]


def test_each_has_five_extra_steps() -> None:
    """S-9.2"""
    game = ShearPanic(2)
    assert game.initial().extras == ((1, 1, 2, 2, 3),) * 2
    assert game.scenery()["extras"] == [1, 1, 2, 2, 3]
    assert ShearPanic(3).initial().extras == ((), (), ())
    assert ShearPanic(3).scenery()["extras"] == []


def test_each_jumps_off_the_truck_twice_in_turn(told) -> None:
    """S-9.3: the markers are off with the second jump."""
    state, told_so_far, rollers = ShearPanic(2, first=1).initial(), [], []
    for jumps in range(4):
        assert (state.jumps, state.task) == (jumps, "roll panic")
        rollers.append(state.player)
        state, events = told(state, "panic W; turn left")
        told_so_far += events
    assert rollers == [1, 0, 1, 0]
    assert [event.player for event in told_so_far if isinstance(event, JumpedOff)] == [1, 0]
    assert (state.player, state.task, state.jumps) == (1, "command", 0)


# S-9.4


def test_after_the_command_an_extra_step_may_be_spent(two, told) -> None:
    """S-9.4: command and extra step are one journey, and the panic looks at its end."""
    asked, events = told(two(), "line push 1 A1 E")
    assert (asked.task, asked.player, asked.counter, asked.number) == ("extra", 0, 0, 1)
    assert asked.looks_ahead
    assert not two().looks_ahead
    assert not asked.begins_turn
    assert not any(isinstance(event, CounterAdvanced) for event in events)
    assert list(Sitting(asked).moves) == ["no extra", "extra 1", "extra 2", "extra 3"]
    after, events = told(asked, "extra 2")
    assert events[:2] == [ExtraSpent("S-9.4", 0, 2), CounterAdvanced("S-3", 0, 3)]
    assert after.extras == ((1, 1, 2, 3), (1, 1, 2, 2, 3))
    assert (after.counter, after.task, after.stage) == (3, "roll panic", "panic")


def test_no_extra_step_leaves_the_command_alone(two, told) -> None:
    """S-9.4"""
    after, events = told(two(), "line push 1 A1 E; no extra")
    assert not any(isinstance(event, ExtraSpent) for event in events)
    assert CounterAdvanced("S-3", 0, 1) in events
    assert (after.counter, after.player, after.task) == (1, 1, "command")
    assert after.extras == two().extras


def test_the_flock_is_one_before_an_extra_step_is_asked_for(two, told) -> None:
    """S-9.4: between C and D."""
    split, _ = told(two(), "lamb push 3 A1 W")
    assert split.task == Task.REGROUP_ROLL
    asked, _ = told(split, "regroup +; move 1S")
    assert (asked.task, asked.number) == ("extra", 3)


def test_a_gate_passed_on_the_whole_journey_counts(two, told) -> None:
    """S-9.4: from 17 by 1 and 2 to 20, past Roger's gate on 19."""
    after, events = told(two(counter=17), "line push 1 A1 E; extra 2")
    assert after.counter == 20
    fields = [event.field for event in events if isinstance(event, PointsScored)]
    assert fields == ["roger", "roger"]


def test_an_edition_where_one_journey_could_pass_gate_and_pen_is_not_for_two() -> None:
    """S-9.4: a 3 and an extra step of 3 go from the space before a gate to the sixth."""

    def gate_at(space: int) -> Edition:
        return Edition.parse(standard().text.replace("space = 47", f"space = {space}"))

    assert ShearPanic(2, gate_at(50)).track.gate_to_pen == 6
    with pytest.raises(Invalid) as caught:
        ShearPanic(2, gate_at(51))
    assert caught.value.message.key == "gate-for-two"
    assert ShearPanic(3, gate_at(51)).track.gate_to_pen == 5


def test_only_where_the_journey_ends_a_meadow_scores(two, told) -> None:
    """S-9.4: the command would end in the team meadow, the journey ends in Roger's field."""
    pair = "BB./GKY/YRR/G.. N"
    _, stays = told(two(pair, counter=8), "line push 1 A4 E; no extra")
    _, leaves = told(two(pair, counter=8), "line push 1 A4 E; extra 1")
    assert [event.points for event in stays if isinstance(event, PointsScored)] == [2]
    assert not any(isinstance(event, PointsScored) for event in leaves)


@pytest.mark.parametrize("counter", [26, 54])
def test_a_command_that_ends_on_a_pen_has_no_extra_step(two, told, counter: int) -> None:
    """S-9.4"""
    after, events = told(two(counter=counter), "line push 2 A1 E")
    assert after.counter == counter + 2
    assert after.task != Task.EXTRA
    assert not any(isinstance(event, ExtraSpent) for event in events)


def test_a_command_cut_short_by_the_final_pen_has_none_either(two, told) -> None:
    """S-9.4, S-6.7"""
    after, _ = told(two(counter=55), "lamb push 3 A1 E")
    assert (after.counter, after.result is not None) == (56, True)


@pytest.mark.parametrize(("counter", "pen"), [(26, 28), (54, 56)])
def test_an_extra_step_ends_at_the_pen(two, told, counter: int, pen: int) -> None:
    """S-9.4: it need not be exact."""
    after, events = told(two(counter=counter), "line push 1 A1 E; extra 3")
    assert after.counter == pen
    assert after.extras[0] == (1, 1, 2, 2)
    assert CounterAdvanced("S-3", counter, pen) in events


def test_a_command_that_passes_rogers_pen_may_be_followed_by_an_extra_step(two, told) -> None:
    """S-9.4, S-6.7: the pen behind is no bar; it scores, and so does the meadow at the end."""
    after, events = told(two(counter=27), "line push 2 A1 E; extra 3")
    assert after.counter == 32
    assert [e.field for e in events if isinstance(e, PointsScored)][:2] == ["roger", "roger"]
    assert {e.field for e in events if isinstance(e, PointsScored)} == {"roger", "black"}


def test_who_has_no_extra_step_left_is_not_asked(two, told) -> None:
    """S-9.4"""
    after, _ = told(two(extras=((), (1,))), "line push 1 A1 E")
    assert (after.task, after.player) == ("command", 1)


# S-9.5


def test_there_must_be_more_commands_than_extra_steps_after_a_turn(two, told) -> None:
    """S-9.5: five commands are left, and five extra steps."""
    asked, _ = told(two(used=(SIX_FREE, 0)), "line push 1 A1 E")
    assert free_count(asked, 0) == 5
    assert list(Sitting(asked).moves) == ["extra 1", "extra 2", "extra 3"]
    assert "must" in asked.status().text()
    after, events = told(asked, "extra 1")
    assert events[0] == ExtraSpent("S-9.5", 0, 1)
    assert len(after.extras[0]) == 4


def test_with_one_more_command_nothing_is_owed(two, told) -> None:
    """S-9.5: five commands are left, and four extra steps."""
    state = two(used=(SIX_FREE, 0), extras=((1, 1, 2, 3), (1,)))
    asked, _ = told(state, "line push 1 A1 E")
    assert free_count(asked, 0) == 5
    assert "no extra" in Sitting(asked).moves


def test_an_extra_step_without_alternative_is_spent_unasked(two, told) -> None:
    """S-9.5: alike ones are one option."""
    used = menu_but("line push 1", "line up 2", "ewe turn 1")
    after, events = told(two(used=(used, 0), extras=((2, 2), ())), "line push 1 A1 E")
    assert (after.counter, after.extras) == (3, ((2,), ()))
    assert ExtraSpent("S-9.5", 0, 2) in events


def test_on_a_pen_not_even_an_extra_step_that_is_owed_is_spent(two, told) -> None:
    """S-9.4 goes before S-9.5: our decision."""
    after, _ = told(two(used=(SIX_FREE, 0), counter=27), "line push 1 A1 E")
    assert after.counter == 28
    assert after.extras[0] == (1, 1, 2, 2, 3)
    assert free_count(after, 0) == 5


# S-9.6


def test_extra_steps_left_cost_a_point_each_at_the_final_pen(two, told) -> None:
    """S-9.6, S-8.1: nobody scores on a bare row; blue has three left, green one."""
    state = two("BKG N", counter=55, points=(2, 3), extras=((1, 2, 2), (3,)))
    after, events = told(state, "ewe turn 1 left")
    scored = [event for event in events if isinstance(event, PointsScored)]
    costs = [event for event in events if isinstance(event, ExtrasCost)]
    assert costs == [ExtrasCost("S-9.6", 0, -3), ExtrasCost("S-9.6", 1, -1)]
    gained = [sum(event.points for event in scored if event.player == p) for p in (0, 1)]
    assert after.points == (2 + gained[0] - 3, 3 + gained[1] - 1)
    assert isinstance(events[-1], GameEnded)
    assert costs[0].text("de") == "Spieler 1 verliert 3 Punkte für übrige Zusatzschritte."


def test_they_cost_when_all_commands_are_used_and_points_may_fall_below_zero(two, told) -> None:
    """S-9.6, S-8.3: everybody is shorn and nobody scores."""
    used = (menu_but("line up 2"), ALL)
    state = two("BKG N", used=used, counter=40, extras=((1,), (1, 2)))
    after, events = told(state, "line up 2 front")
    assert after.result is not None
    assert after.result.rule == "S-8.3"
    assert (after.counter, after.points) == (43, (0, -2))
    assert after.result.winners == (0,)
    assert ExtraSpent("S-9.5", 0, 1) in events


def test_an_edition_sets_the_cost(two, told) -> None:
    """S-9.6"""
    state = two("BKG N", counter=55, extras=((), (1, 2)))
    own = replace(state.game.edition, extra_cost=4)
    state = replace(state, game=replace(state.game, edition=own))
    after, _ = told(state, "line up 2 front")
    assert after.points == (0, -8)
