"""A state is a value: it is never changed, only copied with a change."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from tablee.games.fragile import Fragile, FragileState
from tablee.testing import random_game


@pytest.mark.parametrize("field", [field.name for field in fields(FragileState)])
def test_a_changed_copy_differs_in_that_field_alone(field: str) -> None:
    *_, (state, _) = random_game(Fragile(3), 5)
    assert isinstance(state, FragileState)
    copy = state.with_(**{field: "other"})
    assert type(copy) is FragileState
    assert copy == replace(state, **{field: "other"})  # type: ignore[arg-type]
    assert state.with_() == state


def test_a_changed_copy_cannot_be_changed_any_more() -> None:
    copy = Fragile(2).initial().with_(points=3)
    with pytest.raises(FrozenInstanceError):
        copy.points = 4  # type: ignore[misc]


def test_only_fields_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        Fragile(2).initial().with_(point=3)
