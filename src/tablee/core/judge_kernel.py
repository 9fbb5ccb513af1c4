"""What the learned judges of all games share.

A network (``core.network_kernel``) looks at a game from the seat of each player in turn, so that
seats need not be learnt. Its two outputs are the player's strength and the points still to come.
Points already scored add to the strength, by a weight for each space.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # the build cimports these
    from tablee.core.chances_kernel import Chances
    from tablee.core.network_kernel import Network

COMPILED = cython.compiled


@cython.cclass
class NetworkJudge:
    """Judges for one thread. A game derives a class that fills in what a player sees."""

    network: Network
    shares: Chances
    worth: cython.int[80]
    """By space: what a point scored adds to the strength."""
    active: cython.short[84]
    """The inputs that are active from one player's seat."""
    count: cython.int
    sums: cython.int[32]
    outputs: cython.int[2]
    strength: cython.int[4]
    coming: cython.int[4]
    """The points still to come to each player, in 8192ths."""

    def __init__(self, network: Network, worth: array[int]) -> None:
        if not cython.compiled:
            self.worth, self.active = [0] * 80, [0] * 84
            self.sums, self.outputs = [0] * 32, [0] * 2
            self.strength, self.coming = [0] * 4, [0] * 4
        if len(worth) > 80:
            raise ValueError("a judge tells at most 80 spaces apart")
        self.network = network
        self.shares = Chances()
        self.count = 0
        for i in range(len(worth)):
            self.worth[i] = worth[i]

    def _judge_seat(self, player: cython.int, points: cython.int, space: cython.int) -> cython.void:
        """Fills in the player's ``strength`` and ``coming``, by the inputs that are active."""
        self.network._begin(self.sums)
        for i in range(self.count):
            self.network._add(self.sums, self.active[i])
        self.network._finish(self.sums, self.outputs)
        self.strength[player] = self.outputs[0] + points * self.worth[space]
        self.coming[player] = self.outputs[1]
