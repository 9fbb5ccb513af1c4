"""Games of Shear Panic against oneself, from which the judge learns."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.rows_kernel import Rows
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
    """Plays games and writes down positions, with the space of the counter."""

    scout: Scout
    judge: Judge
    rows: Rows

    def __init__(self, scout: Scout, judge: Judge, rows: Rows) -> None:
        self.scout = scout
        self.judge = judge
        self.rows = rows

    def play(
        self,
        start: PackedState,
        seed: cython.ulonglong,
        whims: cython.int,
        share: cython.int,
    ) -> bytes:
        """Plays a game from this state, and returns the rows of its positions.

        Of 1000 commands ``whims`` are random ones, and of 1000 positions it keeps ``share``. In one
        game of four, some commands at the beginning are random.
        """
        with cython.nogil:
            self._play(start, seed, whims, share)
        return self.rows.written()

    def _play(
        self, start: PackedState, seed: cython.ulonglong, whims: cython.int, share: cython.int
    ) -> cython.void:
        moves = cython.declare(cython.int[512])
        self.scout.rng = seed
        self.scout.now._copy_from(start)
        self.rows.count = 0
        opening = below(self.scout._word(), 24)
        opening = opening if opening < 6 else 0
        while self.scout.now.ended == codes.GOING_ON:
            task = self.scout.now.task
            if task == codes.ASK_COMMAND or (
                task == codes.ASK_PANIC and self.scout.now.stage != codes.ON_TRUCK
            ):
                if below(self.scout._word(), 1000) < share and self.rows.count < self.rows.room:
                    self._write()
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
        for player in range(start.game.players):
            self.rows._write_end(player, self.scout.now.points[player])
        self.rows._write_winner(self.scout.now.winner)

    def _write(self) -> cython.void:
        for player in range(self.scout.now.game.players):
            self.judge._look(self.scout.now, player)
            self.rows._write_seat(self.judge, player, self.scout.now.points[player])
        self.rows._end_row(self.scout.now.counter)
