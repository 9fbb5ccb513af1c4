"""The entries of a table's log describe moves."""

import msgspec
import pytest

from tablee.core import LANGUAGES, Game
from tablee.games.fragile import Fragile
from tablee.games.shear_panic import ShearPanic
from tablee.server.entries import decode, described
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


def test_an_event_in_the_log_says_how_many_events_back_its_cause_is() -> None:
    sitting = ShearPanic(3).sitting()
    rolled = sitting.draw(lambda _: 0)
    told = described(rolled.events, "en", rolled.causes)
    assert [event["cause"] for event in told] == list(rolled.causes)
    assert "cause" not in described(rolled.events, "en")[0]


def test_entries_of_old_games_whose_events_have_no_cause_are_still_read() -> None:
    stored = (
        b'{"kind":"drawn","number":1,"at":0.0,"draw":0,"move":"panic K","events":[{"kind":"x"}]}'
    )
    assert decode(stored).events == [{"kind": "x"}]
