"""The entries of a table's log describe moves."""

import msgspec
import pytest

from tablee.core import LANGUAGES, Game
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic
from tablee.server.entries import described
from tablee.testing import random_game


@pytest.mark.parametrize("game", [Fragile(3, straws=True), ShearPanic(3)])
def test_events_are_told_as_data_and_in_every_language_however_often_they_happen(
    game: Game,
) -> None:
    told = 0
    for state, move in list(random_game(game, 11))[:150]:
        events = state.step(move).events
        expected = [
            {
                "kind": event.kind,
                **msgspec.to_builtins(event),
                "text": {language: event.text(language) for language in LANGUAGES},
            }
            for event in events
        ]
        assert described(events) == expected
        assert described(events) == expected
        told += len(events)
    assert told > 150
