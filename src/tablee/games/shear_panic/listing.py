"""What may be played, in writing: found by the kernel where it is compiled, else by the law.

The kernel knows the latest rules only; games that began by older ones go by the law.
"""

from __future__ import annotations

from functools import cache

from tablee.core.game import CHANCE
from tablee.games.shear_panic import kernel, notation, packing, rules
from tablee.games.shear_panic.edition import VERSIONS
from tablee.games.shear_panic.moves import ShearPanicMove
from tablee.games.shear_panic.state import ShearPanicState


def by_notation(state: ShearPanicState) -> dict[str, ShearPanicMove]:
    """Every legal move under its notation, in the order of the law."""
    fast = kernel.COMPILED and state.game.rules_version == VERSIONS[-1]
    codes = _by_kernel(state) if fast and state.actor != CHANCE else None
    if codes is None:
        return {notation.write(move): move for move in rules.legal_moves(state)}
    return dict([_noted(code) for code in codes])


def _by_kernel(state: ShearPanicState) -> list[int] | None:
    """None if packed memory has no room, as for the numbers a state from outside may hold."""
    try:
        return kernel.legal(packing.pack(state))
    except (OverflowError, ValueError):
        return None


@cache
def _noted(code: int) -> tuple[str, ShearPanicMove]:
    """Kept, because what tables play comes again."""
    move = packing.code_move(code)
    return notation.write(move), move
