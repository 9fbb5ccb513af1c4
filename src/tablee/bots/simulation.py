"""What a search needs of a game: a state it may change, whose moves are numbers."""

from __future__ import annotations

import random
from typing import Any, Protocol, Self

from tablee.core.chance import draw
from tablee.core.game import CHANCE, Actor, Move, State


class Simulation(Protocol):
    """A state that may be changed. ``games.<game>.simulate`` makes one on the game's kernel."""

    def copy(self) -> Self: ...

    def actor(self) -> Actor:
        """As in the contract."""

    def legal(self) -> list[int]:
        """The legal moves, in the order of the law."""

    def apply(self, move: int) -> None:
        """Play a legal move."""

    def draw(self, seed: int) -> int:
        """At a chance node, one of the legal moves, by its probability."""

    def play_out(self, seed: int) -> None:
        """Random moves to the end of the game."""

    def winners(self) -> tuple[int, ...]:
        """Of a game that is over."""

    def move(self, number: int, state: Any) -> Move:
        """The law's move that a number stands for, ``state`` being this one to the law."""


class StateSimulation:
    """A simulation of any game, by its law. A move's number is its place among the legal ones."""

    def __init__(self, state: State[Any]) -> None:
        self._state = state

    def copy(self) -> StateSimulation:
        return StateSimulation(self._state)

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
