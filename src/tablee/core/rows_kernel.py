"""Positions of a game played against oneself, written down for a judge to learn from."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from tablee.core.judge_file import JudgeShape

if not cython.compiled:  # the build cimports these
    from tablee.core.judge_kernel import NetworkJudge

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Rows:
    """The positions of one game with their outcome, a row each. ``JudgeShape`` describes a row."""

    numbers: cython.short[:]
    players: cython.int
    slots: cython.int
    size: cython.int
    room: cython.int
    """How many rows there can be."""
    count: cython.int

    def __init__(self, shape: JudgeShape, players: int, room: int) -> None:
        self.players = players
        self.slots = shape.slots
        self.size = shape.row_size(players)
        self.room = room
        self.count = 0
        self.numbers = memoryview(bytearray(2 * self.size * self.room)).cast("h")

    def written(self) -> bytes:
        return bytes(self.numbers[: self.count * self.size])

    def _write_seat(
        self, judge: NetworkJudge, player: cython.int, points: cython.int
    ) -> cython.void:
        """Writes what a player sees, and the player's points, into the next row."""
        at = self.count * self.size + player * (self.slots + 1)
        for i in range(self.slots):
            self.numbers[at + i] = judge.active[i] if i < judge.count else -1
        self.numbers[at + self.slots] = points

    def _end_row(self, space: cython.int) -> cython.void:
        self.count += 1
        self.numbers[self.count * self.size - 2] = space

    def _write_end(self, player: cython.int, points: cython.int) -> cython.void:
        """Writes into all rows how many points the player got after them."""
        for row in range(self.count):
            at = row * self.size
            before = self.numbers[at + (self.slots + 1) * (player + 1) - 1]
            self.numbers[at + self.size - self.players - 2 + player] = points - before

    def _write_winner(self, winner: cython.int) -> cython.void:
        for row in range(1, self.count + 1):
            self.numbers[row * self.size - 1] = winner
