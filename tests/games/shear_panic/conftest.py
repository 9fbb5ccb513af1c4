"""States in mid-game, and the effect of a line of moves."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablee.core import Event
from tablee.games.shear_panic import Flock, ShearPanic, ShearPanicState, standard
from tablee.games.shear_panic.tasks import Stage, Task


@pytest.fixture
def at() -> Callable[..., ShearPanicState]:
    """A state at the start of a turn: the flock, and whatever differs from a fresh start."""

    def build(
        flock: str, player: int = 0, players: int = 4, version: int = 2, **fields: Any
    ) -> ShearPanicState:
        game = ShearPanic(players, standard(version), rules_version=version)
        state = replace(game.initial(), task=Task.COMMAND, stage=Stage.PLAY, player=player)
        return replace(state, flock=Flock.parse(flock), **fields)

    return build


@pytest.fixture
def told() -> Callable[[ShearPanicState, str], tuple[ShearPanicState, list[Event]]]:
    """The state after the moves of a line, and all that happened."""

    def play(state: ShearPanicState, line: str) -> tuple[ShearPanicState, list[Event]]:
        events: list[Event] = []
        for text in line.split("; "):
            step = state.step(state.parse(text))
            state = step.state
            events += step.events
        return state, events

    return play
