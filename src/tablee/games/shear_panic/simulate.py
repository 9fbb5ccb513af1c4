"""Shear Panic for a search: a state on the kernel that may be changed, moves as numbers."""

from __future__ import annotations

from tablee.core.game import Actor
from tablee.games.shear_panic import kernel, packing, random_kernel
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState


class Simulation:
    """See ``tablee.bots.simulation``."""

    __slots__ = ("packed",)

    def __init__(self, packed: PackedState) -> None:
        self.packed = packed

    def copy(self) -> Simulation:
        return Simulation(self.packed.copy())

    def actor(self) -> Actor:
        return self.packed.actor()

    def legal(self) -> list[int]:
        return kernel.legal(self.packed)

    def apply(self, move: int) -> None:
        kernel.apply(self.packed, move)

    def draw(self, seed: int) -> int:
        return random_kernel.draw(self.packed, seed)

    def play_out(self, seed: int) -> None:
        random_kernel.random_play(self.packed, seed)

    def winners(self) -> tuple[int, ...]:
        return self.packed.winners()

    def move(self, number: int) -> ShearPanicMove:
        return packing.code_move(number)


def simulate(state: ShearPanicState) -> Simulation:
    return Simulation(packing.pack(state))
