"""A learned judge of Shear Panic: each player's chance to win, and the points at the end.

It sees the flock from its front, and left and right as one, so that the eight symmetries of a flock
need not be learnt. Its spaces are those of the track.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.chances_kernel import SURE
    from tablee.core.judge_kernel import NetworkJudge
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.grid_kernel import STEP
    from tablee.games.shear_panic.scoring_kernel import row_from

COMPILED = cython.compiled

# Where each kind of input begins. Most have a part for each of the six stretches of the track.
IN_ROW = cython.declare(cython.int, 0)
"""A sheep's row from the front, by the number of rows."""
FROM_SIDE = cython.declare(cython.int, 294)
"""Its distance from the nearer side, by the width of the flock."""
FROM_BLACK = cython.declare(cython.int, 462)
"""Where it stands, seen from the black sheep; then: there is no black sheep."""
TOGETHER = cython.declare(cython.int, 738)
"""Where a player's two sheep stand, seen from each other; then: one sheep, none."""
BESIDE = cython.declare(cython.int, 900)
"""Whether a sheep has others before it, behind it and at its sides."""
USED = cython.declare(cython.int, 972)
"""A command used."""
HAVING = cython.declare(cython.int, 1044)
"""How many extra steps of each number the player has."""
TURN = cython.declare(cython.int, 1053)
"""How many commands until the player's, and whether a panic comes first."""
GATE = cython.declare(cython.int, 1061)
"""The same, by the spaces to the next gate or pen."""
SPACE = cython.declare(cython.int, 1105)
"""The space of the counter."""
LEFT = cython.declare(cython.int, 1185)
"""How many sheep the flock has."""


@cython.final
@cython.cclass
class Judge(NetworkJudge):
    """Judges positions of Shear Panic, for one thread."""

    def features(self, state: PackedState, player: cython.int) -> list[int]:
        """Returns the inputs that are active when a player looks at a state."""
        self._look(state, player)
        return [self.active[i] for i in range(self.count)]

    def chances(self, state: PackedState) -> list[int]:
        """Returns each player's chance to win, in 65536ths."""
        players = state.game.players
        return [self._chance(state, player) for player in range(players)]

    def points(self, state: PackedState) -> list[float]:
        """Returns the points that each player is expected to have at the end."""
        with cython.nogil:
            self._judge(state)
        return [state.points[i] + self.coming[i] / 8192.0 for i in range(state.game.players)]

    def _chance(self, state: PackedState, player: cython.int) -> cython.int:
        if state.ended != codes.GOING_ON:
            return SURE if state.winner == player else 0
        self._judge(state)
        return self.shares._of(self.strength, state.game.players, player)

    def _judge(self, state: PackedState) -> cython.void:
        """Fills ``strength`` and ``coming``."""
        space = min(state.counter, codes.JUDGE_SPACES - 1)
        for player in range(state.game.players):
            self._look(state, player)
            self._judge_seat(player, state.points[player], space)

    def _look(self, state: PackedState, player: cython.int) -> cython.void:
        """Fills ``active`` with the inputs that are active from a player's seat."""
        self.count = 0
        stretch = _stretch(state)
        first = codes.first_place(state.game.colours[player])
        one = state.cells[first]
        other = state.cells[first + 1]
        if one:
            self._look_at(state, stretch, one)
        if other:
            self._look_at(state, stretch, other)
        pair = 26
        if one and other:
            rows = row_from(state, one, state.facing) - row_from(state, other, state.facing)
            across = row_from(state, one, state.facing + 1)
            across -= row_from(state, other, state.facing + 1)
            pair = 5 * min(abs(rows), 4) + min(abs(across), 4)
        elif one or other:
            pair = 25
        self._see(TOGETHER + 27 * stretch + pair)
        for place in range(codes.MENU):
            if state.used[player] >> place & 1:
                self._see(USED + codes.MENU * stretch + place)
        for number in range(3):
            self._see(HAVING + 3 * number + min(state.extras[player] >> 4 * number & 15, 2))
        self._look_at_time(state, player)
        self._see(LEFT + state.left)

    def _look_at(self, state: PackedState, stretch: cython.int, cell: cython.int) -> cython.void:
        """Adds what is seen of one sheep."""
        facing = state.facing
        row = row_from(state, cell, facing)
        rows = row + row_from(state, cell, facing + 2)
        right = row_from(state, cell, facing + 1)
        left = row_from(state, cell, facing + 3)
        self._see(IN_ROW + 49 * stretch + 7 * min(rows, 6) + min(row, 6))
        self._see(FROM_SIDE + 28 * stretch + 4 * min(right + left, 6) + min(right, left, 3))
        black = state.cells[codes.BLACK]
        if black:
            behind = row - row_from(state, black, facing)
            across = right - row_from(state, black, facing + 1)
            behind = min(max(behind, -4), 4) + 4
            self._see(FROM_BLACK + 45 * stretch + 5 * behind + min(abs(across), 4))
        else:
            self._see(FROM_BLACK + 270 + stretch)
        ahead = STEP[2 * facing]
        aside = STEP[2 * facing ^ 2]
        beside = 6 if state.grid[cell + ahead] else 0
        if state.grid[cell - ahead]:
            beside += 3
        if state.grid[cell + aside]:
            beside += 1
        if state.grid[cell - aside]:
            beside += 1
        self._see(BESIDE + 12 * stretch + beside)

    def _look_at_time(self, state: PackedState, player: cython.int) -> cython.void:
        """Adds whose turn it is, and where the counter stands."""
        players = state.game.players
        turn = state.player if state.task == codes.ASK_COMMAND else state.player + 1
        wait = (player - turn + 2 * players) % players
        space = state.counter
        gate = state.game.shearers_last
        if space < state.game.rogers_gate:
            gate = state.game.rogers_gate
        elif space < state.game.rogers_last:
            gate = state.game.rogers_last
        elif space < state.game.shearers_gate:
            gate = state.game.shearers_gate
        self._see(TURN + 2 * wait + (1 if state.task == codes.ASK_PANIC else 0))
        self._see(GATE + 11 * wait + min(gate - space, 10))
        self._see(SPACE + min(space, codes.JUDGE_SPACES - 1))

    def _see(self, feature: cython.int) -> cython.void:
        self.active[self.count] = feature
        self.count += 1


def _stretch(state: PackedState) -> cython.int:
    """Returns what the counter goes towards: the end of a meadow, a gate or a pen."""
    space = state.counter
    if space < state.game.team_last:
        return 0
    if space < state.game.rogers_gate:
        return 1
    if space < state.game.rogers_last:
        return 2
    if space < state.game.black_last:
        return 3
    return 4 if space < state.game.shearers_gate else 5
