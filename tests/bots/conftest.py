"""States of Fragile from random play, for bots to play in."""

from collections.abc import Callable

import pytest

from tablee.games.fragile import Fragile, FragileState
from tablee.testing import random_game

States = Callable[[Fragile, int, int], list[FragileState]]


@pytest.fixture(scope="session")
def states() -> States:
    """Returns states of a random game in which a player acts."""

    def some(game: Fragile, seed: int, count: int) -> list[FragileState]:
        met = [state for state, _ in random_game(game, seed) if (state.actor or 0) >= 0]
        step = max(1, len(met) // count)
        return met[seed % step :: step][:count]  # type: ignore[return-value]

    return some
