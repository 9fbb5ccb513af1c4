"""Shear Panic being played: the compiled kernel lists the moves, the law plays them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from tablee.core.game import CHANCE
from tablee.core.sitting import Sitting
from tablee.games.shear_panic import kernel, notation, packing
from tablee.games.shear_panic.edition import VERSIONS
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState


def sitting(state: ShearPanicState) -> Sitting[ShearPanicMove]:
    """Returns a sitting, with the kernel if it is compiled and knows the rules of the game."""
    if kernel.COMPILED and state.game.rules_version == VERSIONS[-1]:
        return ShearPanicSitting(state)
    return Sitting(state)


class ShearPanicSitting(Sitting[ShearPanicMove]):
    state: ShearPanicState

    @cached_property
    def moves(self) -> Mapping[str, ShearPanicMove]:
        if self.state.actor == CHANCE:
            return super().moves
        try:
            packed = packing.pack(self.state)
        except (OverflowError, ValueError):  # numbers that only a state from outside can hold
            return super().moves
        return dict([_noted(code) for code in kernel.legal(packed)])


@lru_cache(maxsize=20_000)
def _noted(code: int) -> tuple[str, ShearPanicMove]:
    """Returns text and move. Results are cached, because the same moves come again."""
    move = packing.unpack_move(code)
    return notation.write(move), move
