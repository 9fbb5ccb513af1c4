"""Games of Fragile against oneself, from which the judge learns."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
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
    """Plays games and writes down positions between turns, one row each.

    A row has for each player the inputs of the judge (-1 where there are fewer) and the points,
    then for each player the points still to come, then the number of loose crates and the winner.
    """

    planner: Planner
    judge: Judge
    taught: cython.bint
    now: PackedState
    rng: cython.ulonglong
    rows: cython.short[:]
    count: cython.int

    def __init__(self, state: PackedState, planner: Planner, judge: Judge, taught: bool) -> None:
        """A judge that is taught chooses among the turns planned."""
        self.planner = planner
        self.judge = judge
        self.taught = taught
        self.now = state.copy()
        self.rng = 0
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

        The setup is random. Of 1000 turns ``whims`` are any of the best, and of 1000 positions it
        keeps ``share``. In one game of four, some turns at the beginning are such whims. A game
        that nobody wins teaches nothing.
        """
        self.rows = rows
        with cython.nogil:
            self._play(start, seed, whims, share)
        return self.count

    def _word(self) -> cython.ulonglong:
        """Returns the next random word."""
        self.rng = next_seed(self.rng)
        return mixed(self.rng)

    def _play(
        self, start: PackedState, seed: cython.ulonglong, whims: cython.int, share: cython.int
    ) -> cython.void:
        size = row_size(start.game.players)
        self.rng = seed
        self.now._copy_from(start)
        self._set_up()
        self.count = 0
        opening = below(self._word(), 32)
        opening = opening if opening < 8 else 0
        width = 1 << below(self._word(), WIDTHS)
        room = self.rows.shape[0] // size
        while self.now.ended == codes.GOING_ON:
            if below(self._word(), 1000) < share and self.count < room:
                self._write(size)
            whim: cython.bint = below(self._word(), 1000) < whims
            if opening:
                opening -= 1
                whim = True
            if not self._play_turn(width, whim):
                break
        if self.now.marker < 0:
            self.count = 0
        self._write_end(size)

    def _set_up(self) -> cython.void:
        """F-2: places depots and dockers anyhow."""
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

    def _write(self, size: cython.int) -> cython.void:
        players = self.now.game.players
        at = self.count * size
        self.judge.survey._take(self.now)
        for player in range(players):
            self.judge._look(self.now, player)
            for i in range(codes.JUDGE_SLOTS):
                self.rows[at + i] = self.judge.active[i] if i < self.judge.count else -1
            at += codes.JUDGE_SLOTS
            self.rows[at] = self.now.score[player]
            at += 1
        self.rows[at + players] = loose_crates(self.now)
        self.count += 1

    def _write_end(self, size: cython.int) -> cython.void:
        """Writes the outcome into all rows of the game."""
        players = self.now.game.players
        for row in range(self.count):
            at = row * size
            end = at + size - players - 2
            for player in range(players):
                before = self.rows[at + (codes.JUDGE_SLOTS + 1) * (player + 1) - 1]
                self.rows[end + player] = self.now.score[player] - before
            self.rows[at + size - 1] = self.now.marker


def row_size(players: cython.int) -> cython.int:
    return players * (codes.JUDGE_SLOTS + 2) + 2
