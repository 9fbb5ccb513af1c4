"""Fragile for a search: a state on the kernel that may be changed, moves as numbers."""

from __future__ import annotations

from dataclasses import replace

from tablee.core.game import Actor
from tablee.games.fragile import kernel, packing, random_kernel
from tablee.games.fragile.game import IDLE_LIMIT
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.state import FragileState


class Simulation:
    """See ``tablee.bots.simulation``."""

    __slots__ = ("_law", "packed")

    def __init__(self, packed: PackedState, law: FragileState | None) -> None:
        self.packed = packed
        self._law = law
        """The law's twin of the state, where moves are to be named."""

    def copy(self) -> Simulation:
        return Simulation(self.packed.copy(), None)

    def actor(self) -> Actor:
        return self.packed.actor()

    def legal(self) -> list[int]:
        return kernel.legal(self.packed)

    def apply(self, move: int) -> None:
        if self._law is not None:
            self._law = self._law.play(packing.unpack_move(self._law, move))
        kernel.apply(self.packed, move)

    def draw(self, seed: int) -> int:
        """F-6.1: every order is as likely."""
        orders = self.legal()
        return orders[seed % len(orders)]

    def play_out(self, seed: int) -> None:
        random_kernel.random_play(self.packed, seed)

    def winners(self) -> tuple[int, ...]:
        return self.packed.winners()

    def move(self, number: int) -> FragileMove:
        assert self._law is not None
        return packing.unpack_move(self._law, number)


def simulate(state: FragileState) -> Simulation:
    return Simulation(packing.pack(_with_an_end(state)), state)


def _with_an_end(state: FragileState) -> FragileState:
    """F-5.6: the state for play-outs. Random play may store no crate for ever.

    A table can switch the limit off or set it far away; a play-out has the usual one at most.
    """
    limit = state.game.idle_limit
    if state.game.problem or (limit is not None and limit - state.idle_turns <= IDLE_LIMIT):
        return state
    return state.with_(game=replace(state.game, idle_limit=IDLE_LIMIT), idle_turns=0)
