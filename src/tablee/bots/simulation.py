"""What a search needs of a game: a state it may change, whose moves are numbers."""

from __future__ import annotations

from typing import Protocol, Self

from tablee.core.game import Actor, Move


class Simulation(Protocol):
    """A state on the game's kernel. ``games.<game>.simulate`` makes one of a law's state."""

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

    def move(self, number: int) -> Move:
        """The law's move that a number stands for in this state."""
