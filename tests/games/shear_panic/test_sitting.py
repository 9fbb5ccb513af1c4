"""A sitting of Shear Panic lists the moves of the law, with and without the kernel."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core import Sitting
from tablee.games.shear_panic import ShearPanic, standard
from tablee.games.shear_panic.events import CounterAdvanced, FlockChanged, SheepShorn
from tablee.games.shear_panic.tasks import Task
from tablee.testing import random_game

TOO_MANY = 2**70
"""Points that packed memory has no room for."""


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from([*map(ShearPanic, (2, 3, 4)), ShearPanic(3, standard(1), rules_version=1)]),
    st.integers(0, 10**6),
)
def test_the_list_is_the_laws(game: ShearPanic, seed: int) -> None:
    for state, _ in random_game(game, seed):
        assert list(game.sitting(state).moves.items()) == list(Sitting(state).moves.items())


def test_a_state_without_room_on_packed_memory_is_listed_by_the_law() -> None:
    game = ShearPanic(3)
    state = next(state for state, _ in random_game(game, 1) if state.task == Task.COMMAND)
    rich = replace(state, points=(TOO_MANY, 0, 0))
    assert game.sitting(rich).moves == game.sitting(state).moves != {}


@pytest.mark.parametrize("players", [2, 3])
def test_the_events_of_a_move_tell_where_counter_and_flock_are_after_it(players: int) -> None:
    """Previews hold no position: the page reads both off the events."""
    for state, move in random_game(ShearPanic(players), seed=players):
        after, events = state.step(move)
        ends = [event.end for event in events if isinstance(event, CounterAdvanced)]
        flocks = [event.flock for event in events if isinstance(event, FlockChanged | SheepShorn)]
        assert after.counter == [state.counter, *ends][-1]
        assert str(after.flock) == [str(state.flock), *flocks][-1]
