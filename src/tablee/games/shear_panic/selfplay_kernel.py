"""Games of Shear Panic against oneself, from which the judge learns."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import below
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.judge_kernel import Judge
    from tablee.games.shear_panic.kernel import apply, legal_into
    from tablee.games.shear_panic.scout_kernel import Scout

COMPILED = cython.compiled


@cython.final
@cython.cclass
class SelfPlay:
    """Plays games and writes down positions, one row each.

    A row has for each player the inputs of the judge (-1 where there are fewer) and the points,
    then for each player the points still to come, then the space of the counter and the winner.
    """

    scout: Scout
    judge: Judge
    rows: cython.short[:]
    count: cython.int

    def __init__(self, scout: Scout, judge: Judge) -> None:
        self.scout = scout
        self.judge = judge
        self.rows = memoryview(bytearray(2)).cast("h")
        self.count = 0

    def play(
        self,
        start: PackedState,
        seed: cython.ulonglong,
        whims: cython.int,
        share: cython.int,
        rows: cython.short[:],
    ) -> int:
        """Plays a game from this state; returns how many positions it wrote into ``rows``.

        Of 1000 commands ``whims`` are random ones, and of 1000 positions it keeps ``share``. In one
        game of four, some commands at the beginning are random.
        """
        self.rows = rows
        with cython.nogil:
            self._play(start, seed, whims, share)
        return self.count

    def _play(
        self, start: PackedState, seed: cython.ulonglong, whims: cython.int, share: cython.int
    ) -> cython.void:
        moves = cython.declare(cython.int[512])
        size = row_size(start.game.players)
        self.scout.rng = seed
        self.scout.now._copy_from(start)
        self.count = 0
        opening = below(self.scout._word(), 24)
        opening = opening if opening < 6 else 0
        room = self.rows.shape[0] // size
        while self.scout.now.ended == codes.GOING_ON:
            task = self.scout.now.task
            if task == codes.ASK_COMMAND or (
                task == codes.ASK_PANIC and self.scout.now.stage != codes.ON_TRUCK
            ):
                if below(self.scout._word(), 1000) < share and self.count < room:
                    self._write(size)
            if task <= codes.ASK_REGROUP:
                apply(self.scout.now, drawn(self.scout.now, self.scout._word()))
                continue
            whim: cython.bint = below(self.scout._word(), 1000) < whims
            if task == codes.ASK_COMMAND and opening:
                opening -= 1
                whim = True
            if whim:
                count = legal_into(self.scout.now, moves)
                apply(self.scout.now, moves[below(self.scout._word(), count)])
            else:
                apply(self.scout.now, self.scout._seems_best())
        self._write_end(size)

    def _write(self, size: cython.int) -> cython.void:
        players = self.scout.now.game.players
        at = self.count * size
        for player in range(players):
            self.judge._look(self.scout.now, player)
            for i in range(codes.JUDGE_SLOTS):
                self.rows[at + i] = self.judge.active[i] if i < self.judge.count else -1
            at += codes.JUDGE_SLOTS
            self.rows[at] = self.scout.now.points[player]
            at += 1
        self.rows[at + players] = self.scout.now.counter
        self.count += 1

    def _write_end(self, size: cython.int) -> cython.void:
        """Writes the outcome into all rows of the game."""
        players = self.scout.now.game.players
        for row in range(self.count):
            at = row * size
            end = at + size - players - 2
            for player in range(players):
                before = self.rows[at + (codes.JUDGE_SLOTS + 1) * (player + 1) - 1]
                self.rows[end + player] = self.scout.now.points[player] - before
            self.rows[at + size - 1] = self.scout.now.winner


def row_size(players: cython.int) -> cython.int:
    return players * (codes.JUDGE_SLOTS + 2) + 2
