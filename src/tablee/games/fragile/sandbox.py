"""The sandbox of Fragile, for a search: a state on the kernel, with numbers as moves."""

from __future__ import annotations

from dataclasses import replace

from tablee.core.game import Actor
from tablee.games.fragile import kernel, packing, random_kernel
from tablee.games.fragile.game import IDLE_LIMIT
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.state import FragileState


class Sandbox:
    """Implements ``tablee.bots.sandbox.Sandbox`` on the kernel."""

    __slots__ = ("packed",)

    def __init__(self, packed: PackedState) -> None:
        self.packed = packed

    def copy(self) -> Sandbox:
        return Sandbox(self.packed.copy())

    def actor(self) -> Actor:
        return self.packed.actor()

    def legal(self) -> list[int]:
        return kernel.legal(self.packed)

    def apply(self, move: int) -> None:
        kernel.apply(self.packed, move)

    def draw(self, seed: int) -> int:
        """F-6.1: draws an order; all are equally likely."""
        orders = self.legal()
        return orders[seed % len(orders)]

    def play_out(self, seed: int) -> None:
        random_kernel.random_play(self.packed, seed)

    def winners(self) -> tuple[int, ...]:
        return self.packed.winners()

    def move(self, number: int, state: FragileState) -> FragileMove:
        return packing.unpack_move(state, number)


def sandbox_of(state: FragileState) -> Sandbox:
    return Sandbox(packing.pack(_with_an_end(state)))


def _with_an_end(state: FragileState) -> FragileState:
    """F-5.6: returns the state with a limit, as random play may never store a crate.

    A table can switch the limit off or set it high. A play-out has at most the usual one.
    """
    limit = state.game.idle_limit
    if state.game.problem or (limit is not None and limit - state.idle_turns <= IDLE_LIMIT):
        return state
    return replace(state, game=replace(state.game, idle_limit=IDLE_LIMIT), idle_turns=0)
