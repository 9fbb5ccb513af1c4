"""A sandbox is what a search plays in: a state that changes, with numbers as moves."""

from __future__ import annotations

import random
from typing import Any, Protocol, Self

from tablee.core.chance import draw
from tablee.core.game import CHANCE, Actor, Move, State


class Sandbox(Protocol):
    """A state that changes. ``games.<game>.sandbox`` makes one on the game's kernel."""

    def copy(self) -> Self: ...

    def actor(self) -> Actor:
        """The actor, as in the contract."""

    def legal(self) -> list[int]:
        """Returns the legal moves, in the order of the law."""

    def apply(self, move: int) -> None:
        """Plays a legal move."""

    def draw(self, seed: int) -> int:
        """Draws a legal move of a chance node by its probability."""

    def play_out(self, seed: int) -> None:
        """Plays random moves to the end of the game."""

    def winners(self) -> tuple[int, ...]:
        """Returns the winners of a game that is over."""

    def move(self, number: int, state: Any) -> Move:
        """Returns the law's move for a number. ``state`` is the law's state for this sandbox."""


class StateSandbox:
    """Simulates any game by its law. The number of a move is its index among the legal moves."""

    def __init__(self, state: State[Any]) -> None:
        self._state = state

    def copy(self) -> StateSandbox:
        return StateSandbox(self._state)

    def actor(self) -> Actor:
        return self._state.actor

    def legal(self) -> list[int]:
        return list(range(len(self._state.legal_moves())))

    def apply(self, move: int) -> None:
        self._state = self._state.play(self._state.legal_moves()[move])

    def draw(self, seed: int) -> int:
        drawn = draw(self._state.outcomes(), random.Random(seed))
        return self._state.legal_moves().index(drawn)

    def play_out(self, seed: int) -> None:
        rng = random.Random(seed)
        while (actor := self._state.actor) is not None:
            if actor == CHANCE:
                self._state = self._state.play(draw(self._state.outcomes(), rng))
            else:
                self._state = self._state.play(rng.choice(self._state.legal_moves()))

    def winners(self) -> tuple[int, ...]:
        assert self._state.result is not None
        return self._state.result.winners

    def move(self, number: int, state: State[Any]) -> Move:
        move: Move = state.legal_moves()[number]
        return move
