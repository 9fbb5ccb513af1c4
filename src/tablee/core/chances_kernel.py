"""Chances to win from strengths, on whole numbers, so that both builds give the same."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from math import exp

COMPILED = cython.compiled

SURE = cython.declare(cython.int, 65536)
"""The chance of a player who has won."""


@cython.final
@cython.cclass
class Chances:
    """A table for the softmax of strengths in 8192ths. All threads can share it."""

    share: cython.int[1024]
    """What a strength less than the greatest counts, by 64ths."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.share = [0] * 1024
        for i in range(1024):
            self.share[i] = round(2**20 * exp(-i / 64.0))

    def _of(self, strength: cython.p_int, players: cython.int, player: cython.int) -> cython.int:
        """Returns the chance of one player, in 65536ths."""
        best = strength[0]
        for other in range(1, players):
            best = max(best, strength[other])
        mine: cython.longlong = 0
        total: cython.longlong = 0
        for other in range(players):
            share = self.share[min((best - strength[other]) >> 7, 1023)]
            total += share
            if other == player:
                mine = share
        return cython.cast(cython.int, (mine << 16) // total)
