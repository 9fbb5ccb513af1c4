"""S-2, S-3, S-4.8 to S-4.10, S-7 and S-8: setup, the turn, panic and the end."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tablee.core import CHANCE, Invalid, Sitting
from tablee.core.chance import Outcome
from tablee.games.shear_panic import Flock, ShearPanic
from tablee.games.shear_panic.commands import Target, result
from tablee.games.shear_panic.events import (
    CommandPlayed,
    CounterAdvanced,
    FlockPanicked,
    GameEnded,
    JumpedOff,
    PointsScored,
    SheepPanicked,
    SheepShorn,
    TurnBegan,
    TurnPassed,
)
from tablee.games.shear_panic.menu import free_entries
from tablee.games.shear_panic.moves import Command, PanicRoll
from tablee.games.shear_panic.tasks import Stage, Task

ALL = (1 << 12) - 1
"""Every command of a menu covered."""


def kinds(events) -> list[str]:
    return [event.kind for event in events]


def all_but(*names: str) -> int:
    """A menu on which only these commands are free."""
    menu = [f"{entry.kind} {entry.number}" for entry in ShearPanic().edition.menu]
    return ALL & ~sum(1 << menu.index(name) for name in names)


# S-2 Setup


def test_three_or_four_play_each_with_a_colour_and_the_menu_of_twelve() -> None:
    """S-2.1"""
    for players in (3, 4):
        state = ShearPanic(players).initial()
        assert len(set(state.game.colours)) == players
        assert all(len(free_entries(state, player)) == 12 for player in range(players))
    for players, version in ((1, 2), (5, 2), (2, 1)):
        with pytest.raises(Invalid):
            ShearPanic(players, rules_version=version)
    with pytest.raises(Invalid):
        ShearPanic(3, colours="BBR")


def test_the_colour_nobody_has_is_moved_and_scores_for_nobody(at, told) -> None:
    """S-2.1: with three players yellow is neutral."""
    state = at("YRG/GKY/BBR N", players=3, counter=18)
    after, events = told(state, "line push 1 A1 E")
    assert after.points == (4, 7, 6)
    assert all(event.player < 3 for event in events if isinstance(event, PointsScored))


def test_the_host_names_the_first_player_or_has_them_drawn() -> None:
    """S-2.2"""
    assert ShearPanic(4, first=2).initial().player == 2
    drawn = ShearPanic(4, first=None).initial()
    assert drawn.actor == CHANCE
    assert [outcome.probability for outcome in drawn.outcomes()] == [Fraction(1, 4)] * 4
    assert drawn.play(drawn.parse("first 3")).order == (2, 3, 0, 1)


def test_whoever_had_a_haircut_last_is_named_by_the_first_seat(told) -> None:
    """S-2.2"""
    game = ShearPanic.from_options({"first": "haircut"})
    state = game.initial()
    assert (state.actor, state.task, state.begins_turn) == (0, "name first", True)
    assert list(Sitting(state).moves) == ["first 1", "first 2", "first 3", "first 4"]
    after, events = told(state, "first 3")
    assert [(event.kind, event.player) for event in events] == [("first-named", 2)]
    assert (after.player, after.task, after.order) == (2, "roll panic", (2, 3, 0, 1))
    assert game.options()["first"] == "haircut"


def test_by_the_rules_of_version_1_nobody_is_asked_who_had_a_haircut() -> None:
    """S-2.2"""
    with pytest.raises(Invalid):
        ShearPanic.from_options({"first": "haircut"}, None, 1)
    with pytest.raises(Invalid):
        ShearPanic(4, first=-2)


def test_everybody_jumps_off_the_truck_before_the_first_turn(told) -> None:
    """S-2.3: four panics, no points, no time."""
    state = ShearPanic(4, first=1).initial()
    assert told(state, "panic W; turn left; panic W; turn left")[0].jumps == 2
    after, events = told(
        state, "panic W; turn left; panic W; turn left; panic W; turn right; panic W; turn right"
    )
    assert [event.player for event in events if isinstance(event, JumpedOff)] == [1, 2, 3, 0]
    assert (after.player, after.task, after.counter, after.jumps) == (1, "command", 0, 0)
    assert after.points == (0, 0, 0, 0)
    assert str(after.flock) == "BRG/GKY/YBR N"


def test_a_flock_split_on_the_truck_is_regrouped_before_the_next_jumps(told) -> None:
    """S-2.3"""
    state, _ = told(ShearPanic(4).initial(), "panic Y; push C2 E")
    assert (state.player, state.task) == (0, "roll regroup")
    state, events = told(state, "regroup +; move 1N")
    assert (state.player, state.task) == (1, "roll panic")
    assert kinds(events)[-1] == "jumped-off"


# S-3 Turn


def test_a_turn_goes_from_command_to_time_to_score_to_panic(at, told) -> None:
    """S-3"""
    state = at("BRG/GKY/YBR N", player=3)
    _, events = told(state, "lamb push 3 C2 W; panic W; turn left")
    assert kinds(events) == [
        "command-played",
        "counter-advanced",
        "points-scored",
        "panic-rolled",
        "flock-panicked",
        "turn-began",
    ]


def test_a_split_flock_is_regrouped_before_the_counter_moves(at, told) -> None:
    """S-3"""
    state = at("BRG/GKY/YBR N", player=3)
    split, events = told(state, "lamb push 3 C2 E")
    assert not any(isinstance(event, CounterAdvanced) for event in events)
    _, events = told(split, "regroup +; move 1S")
    assert kinds(events)[:3] == ["regroup-rolled", "group-moved", "counter-advanced"]


def test_a_command_is_covered_for_the_rest_of_the_game(at, told) -> None:
    """S-3"""
    state, _ = told(at("BRG/GKY/YBR N"), "line push 1 A1 E")
    assert [str(e.number) for e in free_entries(state, 0) if e.kind == "line push"] == ["2"]
    assert len(free_entries(state, 1)) == 12


# S-4.8 No going back


def test_a_command_may_not_undo_the_one_before(at, told) -> None:
    """S-4.8"""
    state, _ = told(at("BRG/GKY/YBR N"), "line push 1 A1 E")
    refusal = state.check(Command("line push", 1, "W", "D1"))
    assert refusal is not None
    assert refusal.rule == "S-4.8"
    assert "line push 1 D1 W" not in map(state.notation, state.legal_moves())


def test_after_a_roll_a_command_may_undo_the_one_before(at, told) -> None:
    """S-4.8"""
    state = at("BRG/GKY/YBR N", counter=20)
    split, _ = told(state, "lamb push 3 A1 W; regroup +")
    assert split.rolled
    unrolled, _ = told(state, "line push 1 A1 E")
    undoing = Command("line push", 1, "W", "D1")
    assert unrolled.check(undoing) is not None
    assert replace(unrolled, rolled=True).check(undoing) is None


def test_another_kind_of_command_may_give_the_flock_of_before(at, told) -> None:
    """S-4.8: a line push is undone by a lamb push, which version 1 forbade."""
    for version, listed in ((2, True), (1, False)):
        state = at("BRG/GKY/YBR N", player=3, version=version)
        state, _ = told(state, "line push 1 A1 E")
        state = replace(state, player=1)
        undoing = state.read("lamb push 2 D1 W")
        assert str(result(state.flock, "lamb push", Target("W", "D1"))) == "BRG/GKY/YBR N"
        assert (state.check(undoing) is None) == (undoing in state.legal_moves()) == listed


def test_it_does_not_matter_whose_command_is_undone(at, told) -> None:
    """S-4.8: the last command played may be one's own, if the others are passed over."""
    used = (0, ALL, ALL, ALL)
    state, _ = told(at("BRG/GKY/YBR N", used=used), "line push 1 A1 E")
    assert state.player == 0
    assert state.check(Command("line push", 2, "W", "D1")) is not None


@pytest.mark.parametrize(("turned", "barred"), [("left", "right"), ("right", "left")])
def test_an_ewe_turn_is_never_turned_back(at, told, turned: str, barred: str) -> None:
    """S-4.8: whatever was rolled, and wherever the flock faces now; on the same way is fine."""
    state, _ = told(at("BRG/GKY/YBR N", counter=2), f"ewe turn 1 {turned}; panic W; turn left")
    assert (state.last_command, state.last_turn, state.rolled) == ("ewe turn", turned, True)
    refusal = state.check(Command("ewe turn", 1, barred))
    assert refusal is not None
    assert (refusal.rule, refusal.message.key) == ("S-4.8", "turning-back")
    ways = [move.way for move in state.legal_moves() if move.kind == "ewe turn"]
    assert ways == [turned]


def test_only_the_next_command_is_bound_by_an_ewe_turn(at, told) -> None:
    """S-4.8"""
    state, _ = told(at("BRG/GKY/YBR N"), "ewe turn 1 left; line push 1 A1 E")
    ways = [move.way for move in state.legal_moves() if move.kind == "ewe turn"]
    assert ways == ["left", "right"]


def test_by_the_rules_of_version_1_an_ewe_turn_went_by_position(at, told) -> None:
    """S-4.8: after a panic turned the flock on, turning right gives no flock of before."""
    state = at("BRG/GKY/YBR N", counter=2, version=1)
    state, _ = told(state, "ewe turn 1 left; panic W; turn left")
    assert state.check(Command("ewe turn", 1, "right")) is None
    state = replace(state, flock=Flock.parse("BRG/GKY/YBR W"))
    refusal = state.check(Command("ewe turn", 1, "right"))
    assert refusal is not None
    assert refusal.message.key == "going-back"


def test_nothing_does_not_undo_nothing(at, told) -> None:
    """S-4.8, S-4.4: lining up a square changes nothing, and may be done again."""
    for version, again in ((2, True), (1, False)):
        state, _ = told(at("BRG/GKY/YBR N", version=version), "line up 2 front")
        assert ("line up" in {move.kind for move in state.legal_moves()}) == again


# S-4.9, S-4.10


def test_a_command_without_a_target_cannot_be_chosen(at) -> None:
    """S-4.9: a sheep alone can neither roll nor leap."""
    state = at("Y N", player=3)
    assert {move.kind for move in state.legal_moves()} == {
        "lamb push",
        "line push",
        "diagonal push",
        "line up",
        "ewe turn",
    }


def test_a_player_without_a_legal_command_is_passed_over(at, told) -> None:
    """S-4.9: blue is shorn; all that green has left is a leapfrog, with nobody to leap over."""
    state = at("B/G N", used=(0, all_but("leapfrog 3"), 0, 0), counter=61)
    after, events = told(state, "line up 2 front")
    assert str(after.flock) == "G N"
    passed = [(event.player, event.rule) for event in events if isinstance(event, TurnPassed)]
    assert passed == [(1, "S-4.9"), (2, "S-8.2"), (3, "S-8.2"), (0, "S-8.2")]


def test_the_menu_has_four_commands_of_each_number_and_every_kind() -> None:
    """S-4.10"""
    menu = ShearPanic().edition.menu
    assert [sum(entry.number == number for entry in menu) for number in (1, 2, 3)] == [4, 4, 4]
    counts = [sum(entry.kind == kind for entry in menu) for kind in {e.kind for e in menu}]
    assert sorted(counts) == [1, 1, 2, 2, 2, 2, 2]


# S-7 Panic


def test_a_panic_comes_only_where_the_counter_ends(at, told) -> None:
    """S-3, S-7.1"""
    passed, _ = told(at("BRG/GKY/YBR N", counter=2), "line push 2 A1 E")
    assert (passed.counter, passed.task) == (4, "command")
    ended, _ = told(at("BRG/GKY/YBR N", counter=1), "line push 2 A1 E")
    assert (ended.counter, ended.task) == (3, "roll panic")


def test_on_a_colour_the_active_player_pushes_any_sheep_of_it_for_no_points(at, told) -> None:
    """S-7.1"""
    state = at("BRG/GKY/YBR N", player=1, task=Task.PANIC_ROLL, stage=Stage.PANIC, counter=3)
    after, events = told(state, "panic R; push B1 N")
    assert isinstance(events[1], SheepPanicked)
    assert not any(isinstance(event, PointsScored) for event in events)
    assert (after.player, after.task) == (1, "roll regroup")


def test_on_white_the_whole_flock_turns_as_the_active_player_likes(at, told) -> None:
    """S-7.1"""
    state = at("BRG/GKY/YBR N", player=1, task=Task.PANIC_ROLL, stage=Stage.PANIC, counter=3)
    after, events = told(state, "panic W; turn right")
    assert isinstance(events[1], FlockPanicked)
    assert after.flock.facing == "E"
    assert after.player == 2


def test_a_colour_that_is_gone_is_rolled_again(at) -> None:
    """S-7.1: the sides that are left share what it had."""
    state = at("BRG/GK./.BR N", task=Task.PANIC_ROLL, stage=Stage.PANIC, counter=54)
    fifth = Fraction(1, 5)
    assert state.outcomes() == tuple(Outcome(PanicRoll(face), fifth) for face in "BGRKW")
    refusal = state.check(PanicRoll("Y"))
    assert refusal is not None
    assert refusal.rule == "S-7.1"


def test_a_panic_with_one_way_to_push_is_not_asked(at, told) -> None:
    """S-7.1: a sheep alone ends where it began, whichever way it goes; the event is told."""
    state = at("Y N", player=3, task=Task.PANIC_ROLL, stage=Stage.PANIC, counter=71)
    after, events = told(state, "panic Y")
    assert kinds(events)[:2] == ["panic-rolled", "sheep-panicked"]
    assert (after.task, after.player) == ("command", 3)


# S-8 End


def test_the_final_pen_brings_the_last_shearing_and_the_end(at, told) -> None:
    """S-8.1"""
    after, events = told(at("BRG/GKY/YBR N", counter=73), "ewe turn 1 left")
    assert kinds(events)[-1] == "game-ended"
    assert any(isinstance(event, SheepShorn) for event in events)
    assert after.result is not None
    assert after.result.rule == "S-8.1"
    assert after.actor is None


@pytest.mark.parametrize(
    ("flock", "points", "winner", "decided_by"),
    [
        ("K./BB N", (9, 0, 20, 0), 2, "points"),
        ("K./BY/BR N", (11, 0, 14, 11), 0, "sheep"),
        ("KG/BY N", (10, 0, 0, 10), 3, "turn"),
    ],
)
def test_most_points_win_then_most_sheep_then_the_last_turn_longest_ago(
    at, told, flock: str, points: tuple[int, ...], winner: int, decided_by: str
) -> None:
    """S-8.1"""
    state = at(flock, points=points, counter=73, order=(1, 2, 3, 0))
    after, events = told(state, "line up 2 back")
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert after.points[winner] == max(after.points)
    assert (ended.winners, ended.decided_by) == ((winner,), decided_by)


def test_a_player_without_sheep_takes_no_turn_but_can_win(at, told) -> None:
    """S-8.2"""
    state = at("BG/KY N", player=1, points=(0, 0, 30, 0), counter=63)
    after, events = told(state, "line push 1 A1 E")
    assert [(e.player, e.rule) for e in events if isinstance(e, TurnPassed)] == [(2, "S-8.2")]
    assert after.player == 3
    end, _ = told(at("BG/KY N", player=1, points=(0, 0, 30, 0), counter=73), "line push 1 A1 E")
    assert end.result is not None
    assert end.result.winners == (2,)


def test_when_all_commands_are_used_the_final_shearing_takes_place(at, told) -> None:
    """S-8.3"""
    state = at("BRG/GKY/YBR N", used=(all_but("line up 2"), ALL, ALL, ALL), counter=62)
    after, events = told(state, "line up 2 front")
    assert after.counter == 64
    assert after.result is not None
    assert after.result.rule == "S-8.3"
    assert after.points == (4, 3, 4, 7)  # YBR is the back row, GKY scores 3
    assert sum(isinstance(event, SheepShorn) for event in events) == 1


def test_the_same_when_nobody_who_can_still_play_has_sheep(at, told) -> None:
    """S-8.3: only red has sheep, and red has no command left."""
    state = at("RB/RK N", used=(all_but("ewe turn 1"), 0, ALL, 0), counter=61)
    after, events = told(state, "ewe turn 1 left")
    assert after.result is not None
    assert after.result.rule == "S-8.3"
    rules = {event.player: event.rule for event in events if isinstance(event, TurnPassed)}
    assert rules[1] == "S-8.2"


def test_the_turn_goes_clockwise(at, told) -> None:
    """S-2.2"""
    after, events = told(at("BRG/GKY/YBR N", player=3), "line push 1 A1 E")
    assert after.player == 0
    assert isinstance(events[-1], TurnBegan)
    assert isinstance(events[0], CommandPlayed)
