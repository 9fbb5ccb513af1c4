"""Games of Fragile against oneself, from which the judge learns."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.rows_kernel import Rows
    from tablee.core.splitmix_kernel import below, mixed, next_seed
    from tablee.games.fragile import codes
    from tablee.games.fragile.judge_kernel import Judge, loose_crates
    from tablee.games.fragile.kernel import apply, legal_into
    from tablee.games.fragile.plan_kernel import Planner
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled

WIDTHS = cython.declare(cython.int, 3)
"""Games plan with one of so many widths: 1, 2, 4."""


@cython.final
@cython.cclass
class SelfPlay:
    """Plays games and writes down positions between turns, with the number of loose crates."""

    planner: Planner
    judge: Judge
    taught: cython.bint
    now: PackedState
    rng: cython.ulonglong
    rows: Rows

    def __init__(
        self, state: PackedState, planner: Planner, judge: Judge, taught: bool, rows: Rows
    ) -> None:
        """A judge that is taught chooses among the turns planned."""
        self.planner = planner
        self.judge = judge
        self.taught = taught
        self.now = state.copy()
        self.rng = 0
        self.rows = rows

    def play(
        self,
        start: PackedState,
        seed: cython.ulonglong,
        whims: cython.int,
        share: cython.int,
    ) -> bytes:
        """Plays a game from this state, and returns the rows of its positions.

        The setup is random. Of 1000 turns ``whims`` are any of the best, and of 1000 positions it
        keeps ``share``. In one game of four, some turns at the beginning are such whims. A game
        that nobody wins teaches nothing.
        """
        with cython.nogil:
            self._play(start, seed, whims, share)
        return self.rows.written()

    def _word(self) -> cython.ulonglong:
        """Returns the next random word."""
        self.rng = next_seed(self.rng)
        return mixed(self.rng)

    def _play(
        self, start: PackedState, seed: cython.ulonglong, whims: cython.int, share: cython.int
    ) -> cython.void:
        self.rng = seed
        self.now._copy_from(start)
        self._set_up()
        self.rows.count = 0
        opening = below(self._word(), 32)
        opening = opening if opening < 8 else 0
        width = 1 << below(self._word(), WIDTHS)
        while self.now.ended == codes.GOING_ON:
            if below(self._word(), 1000) < share and self.rows.count < self.rows.room:
                self._write()
            whim: cython.bint = below(self._word(), 1000) < whims
            if opening:
                opening -= 1
                whim = True
            if not self._play_turn(width, whim):
                break
        if self.now.marker < 0:
            self.rows.count = 0
        for player in range(self.now.game.players):
            self.rows._write_end(player, self.now.score[player])
        self.rows._write_winner(self.now.marker)

    def _set_up(self) -> cython.void:
        """F-2: places depots and dockers at random."""
        moves = cython.declare(cython.int[2048])
        dockers = self.now.game.players * self.now.game.dockers_each
        while self.now.dockers < dockers:
            count = legal_into(self.now, moves)
            apply(self.now, moves[below(self._word(), count)])

    def _play_turn(self, width: cython.int, whim: cython.bint) -> cython.bint:
        """Plays the turn that seems best, or one of the best; False if there is none."""
        turns = self.planner._plan(self.now, width, self.planner.turns.capacity)
        if not turns:
            return False
        rank = 0
        if whim:
            rank = below(self._word(), turns)
        elif self.taught:
            rank = self.planner._judged_best(self.judge)
        self.planner._after(rank)
        self.now._copy_from(self.planner.trial)
        return True

    def _write(self) -> cython.void:
        self.judge.survey._take(self.now)
        for player in range(self.now.game.players):
            self.judge._look(self.now, player)
            self.rows._write_seat(self.judge, player, self.now.score[player])
        self.rows._end_row(loose_crates(self.now))
