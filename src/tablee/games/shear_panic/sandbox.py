"""The sandbox of Shear Panic, for a search: a state on the kernel, with numbers as moves."""

from __future__ import annotations

from tablee.core.game import Actor
from tablee.games.shear_panic import kernel, packing, random_kernel
from tablee.games.shear_panic.edition import VERSIONS
from tablee.games.shear_panic.flock_kernel import PackedState
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState


class Sandbox:
    """Implements ``tablee.bots.sandbox.Sandbox`` on the kernel.

    The kernel knows only the latest rules. In a game of an older version the law lists and plays
    the moves. Random play to the end follows the latest rules even there.
    """

    __slots__ = ("law", "packed")

    def __init__(self, packed: PackedState, law: ShearPanicState | None = None) -> None:
        self.packed = packed
        self.law = law

    def copy(self) -> Sandbox:
        return Sandbox(self.packed.copy(), self.law)

    def actor(self) -> Actor:
        return self.packed.actor()

    def legal(self) -> list[int]:
        if self.law is not None:
            return packing.legal_by_law(self.law)
        return kernel.legal(self.packed)

    def apply(self, move: int) -> None:
        if self.law is not None:
            self.law = self.law.play(packing.unpack_move(move))
            self.packed = packing.pack(self.law)
        else:
            kernel.apply(self.packed, move)

    def draw(self, seed: int) -> int:
        return random_kernel.draw(self.packed, seed)

    def play_out(self, seed: int) -> None:
        random_kernel.random_play(self.packed, seed)

    def winners(self) -> tuple[int, ...]:
        return self.packed.winners()

    def move(self, number: int, state: ShearPanicState) -> ShearPanicMove:  # noqa: ARG002
        return packing.unpack_move(number)


def sandbox_of(state: ShearPanicState) -> Sandbox:
    latest = state.game.rules_version == VERSIONS[-1]
    return Sandbox(packing.pack(state), None if latest else state)
