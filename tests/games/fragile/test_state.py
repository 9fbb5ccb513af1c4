"""A state is a value: plain fields that never change, and nothing else."""

import pickle
from dataclasses import FrozenInstanceError, fields

import pytest

from tablee.core import State
from tablee.games.fragile import Fragile, FragileState


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Fragile(2).initial().points = 4  # type: ignore[misc]


def test_a_state_holds_its_fields_and_nothing_else() -> None:
    state = Fragile(3).initial()
    assert set(FragileState.__slots__) == {field.name for field in fields(FragileState)}
    assert State.__slots__ == ()
    with pytest.raises((AttributeError, TypeError)):
        object.__setattr__(state, "kept", 1)


def test_a_sitting_leaves_no_trace_on_the_state_it_is_made_of() -> None:
    played, fresh = Fragile(3).initial(), Fragile(3).initial()
    sitting = Fragile(3).sitting(played)
    sitting.play(next(iter(sitting.moves.values())))
    assert played == fresh
    assert hash(played) == hash(fresh)
    assert repr(played) == repr(fresh)
    assert pickle.loads(pickle.dumps(played)) == fresh
