"""Plain UCT on a small game: take one or two matches; whoever takes the last one wins."""

from __future__ import annotations

import random
from typing import Any

from tablee.bots import Budget
from tablee.bots.uct import Uct


class Matches:
    """The simulation of the game, which is also its state."""

    def __init__(self, left: int, player: int = 0) -> None:
        self.left = left
        self.player = player

    def copy(self) -> Matches:
        return Matches(self.left, self.player)

    def actor(self) -> int | None:
        return self.player if self.left else None

    def legal(self) -> list[int]:
        return [taken for taken in (1, 2) if taken <= self.left]

    def apply(self, move: int) -> None:
        self.left -= move
        self.player = 1 - self.player

    def draw(self, seed: int) -> int:
        raise AssertionError("nothing is drawn here")

    def play_out(self, seed: int) -> None:
        rng = random.Random(seed)
        while self.left:
            self.apply(rng.choice(self.legal()))

    def winners(self) -> tuple[int, ...]:
        return (1 - self.player,)

    def move(self, number: int, state: Any) -> int:
        return number


class Table:
    """The part of a sitting that the search needs."""

    def __init__(self, state: Matches, text: str = "") -> None:
        self.state, self.text = state, text

    def play(self, move: int) -> Table:
        after = self.state.copy()
        after.apply(move)
        return Table(after, str(move))


def choose(state: Matches, budget: Budget, seed: int = 1) -> tuple[str, ...]:
    table: Any = Table(state)
    return Uct(lambda state: state.copy()).choose(table, budget, seed).moves


def test_it_leaves_a_multiple_of_three() -> None:
    assert choose(Matches(4), Budget(nodes=600)) == ("1",)
    assert choose(Matches(5), Budget(nodes=600)) == ("2",)
    assert choose(Matches(8), Budget(nodes=2000)) == ("2",)


def test_the_same_seed_and_nodes_give_the_same_choice() -> None:
    assert choose(Matches(9), Budget(nodes=50), seed=4) == choose(
        Matches(9), Budget(nodes=50), seed=4
    )


def test_an_only_move_is_played_however_small_the_budget() -> None:
    assert choose(Matches(1), Budget(nodes=1)) == ("1",)


def test_a_search_that_is_called_off_still_answers() -> None:
    budget = Budget(seconds=60, cancelled=lambda: True)
    assert choose(Matches(9), budget)[0] in ("1", "2")
