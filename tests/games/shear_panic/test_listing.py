"""What may be played is the same whoever finds it: the kernel, or the law."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.shear_panic import ShearPanic, standard
from tablee.games.shear_panic.listing import by_notation
from tablee.games.shear_panic.rules import legal_moves
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
        listed = by_notation(state)
        assert list(listed.values()) == list(legal_moves(state))
        assert list(listed) == [state.notation(move) for move in listed.values()]


def test_a_state_the_kernel_has_no_room_for_is_listed_by_the_law() -> None:
    games = random_game(ShearPanic(3), 1)
    state = next(state for state, _ in games if state.task == "command")
    rich = replace(state, points=(TOO_MANY, 0, 0))
    assert by_notation(rich) == by_notation(state) != {}
