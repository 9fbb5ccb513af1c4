"""The state on packed memory: the fast twin of ``flock`` and ``state``.

Each colour has two places for its sheep, and the black sheep has the ninth. A place holds a cell of
the grid, or 0 for a sheep that is gone. A flock's key is two words. The first has a byte of
row * 16 + column for each of the eight places, the second the black sheep's byte and the facing.
Only equal flocks have equal keys. ``packing`` translates between the law and this.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import GOLDEN, MASK64
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.game_kernel import PackedGame
    from tablee.games.shear_panic.grid_kernel import (
        cell_at,
        column_of,
        in_byte,
        row_of,
        sorted_pairs,
        with_facing,
    )

COMPILED = cython.compiled


@cython.final
@cython.cclass
class PackedState:
    """One moment of a game. Unlike the law's state it changes when a move is played."""

    game: PackedGame
    # The flock
    cells: cython.short[9]
    facing: cython.int
    grid: cython.schar[1024]
    """The sheep on a cell, as its place + 1, or 0. Sets of sheep have a bit for this number."""
    left: cython.int
    """How many sheep the flock has."""
    width: cython.int
    height: cython.int
    columns: cython.schar[16]
    rows: cython.schar[16]
    """How many sheep a column or a row of the box has."""
    flock: cython.ulonglong[2]
    """The key of the flock, without the facing."""
    present: cython.ulonglong
    """A word with a 1 in the byte of every sheep that is not gone."""
    # The moment
    points: cython.short[4]
    used: cython.short[4]
    order: cython.schar[4]
    extras: cython.short[4]
    """The extra steps left to a player: how many 1s, 2s and 3s, four bits each (S-9.2)."""
    player: cython.int
    task: cython.int
    stage: cython.int
    counter: cython.int
    has_before: cython.bint
    before: cython.ulonglong[2]
    rolled: cython.bint
    last_kind: cython.int
    """The kind of the last command, or -1 (S-4.8)."""
    last_turn: cython.int
    """The way in which it turned the flock, or -1."""
    number: cython.int
    face: cython.int
    group: cython.int
    die: cython.int
    jumps: cython.int
    ended: cython.int
    winner: cython.int
    # Workspace
    trial: cython.short[9]
    """A flock that is tried out, by place."""
    key: cython.ulonglong[2]
    """Its key."""
    seen: cython.ulonglong
    herd: cython.schar[9]
    herd_size: cython.int
    """The sheep of the group that comes back."""
    goal: cython.int
    """The set of sheep that it may join."""

    def __init__(self, game: PackedGame) -> None:
        self.game = game
        if not cython.compiled:
            self._clear()

    def _clear(self) -> None:
        """Does what C does when it makes an object."""
        self.cells, self.trial, self.herd = [0] * 9, [0] * 9, [0] * 9
        self.grid = [0] * 1024
        self.columns, self.rows = [0] * 16, [0] * 16
        self.flock, self.before, self.key = [0] * 2, [0] * 2, [0] * 2
        self.points, self.used, self.order = [0] * 4, [0] * 4, [0] * 4
        self.extras = [0] * 4
        self.facing = self.left = self.width = self.height = self.present = 0
        self.player = self.task = self.stage = self.counter = self.number = 0
        self.has_before = self.rolled = False
        self.last_kind = self.last_turn = self.jumps = 0
        self.face = self.group = self.die = self.ended = self.winner = 0
        self.seen = self.herd_size = self.goal = 0

    # In and out

    def load(
        self,
        flock: tuple[int, int],
        before: tuple[int, int] | None,
        group: tuple[int, int],
        points: list[int],
        used: list[int],
        order: list[int],
        extras: list[int],
        numbers: tuple[int, ...],
    ) -> None:
        """Adopts a whole state; ``packing`` says what the numbers mean.

        Flocks are keys. ``group`` is column and row of its first sheep, or (-1, -1).
        """
        for i in range(1024):
            self.grid[i] = 0
        for i in range(codes.SHEEP):
            self.cells[i] = 0
            byte = (flock[0] >> 8 * i if i < codes.BLACK else flock[1]) & 255
            self.trial[i] = 0
            if byte != codes.GONE:
                column = byte % codes.KEY_ROW
                row = byte // codes.KEY_ROW
                if column >= codes.WIDEST or row >= codes.WIDEST:
                    raise ValueError("the flock is too wide for the grid")
                self.trial[i] = cell_at(column, row)
        self.facing = flock[1] >> 8
        settle(self)
        self.has_before = before is not None
        self.before[0], self.before[1] = before or (0, 0)
        self.group = cell_at(group[0], group[1]) if group[0] >= 0 else 0
        for i in range(self.game.players):
            self.points[i] = points[i]
            self.used[i] = used[i]
            self.order[i] = order[i]
            self.extras[i] = extras[i]
        (
            self.player,
            self.task,
            self.stage,
            self.counter,
            self.rolled,
            self.last_kind,
            self.last_turn,
            self.number,
            self.face,
            self.die,
            self.jumps,
            self.ended,
            self.winner,
        ) = numbers

    def fields(self) -> dict[str, Any]:
        """Returns the whole state as plain values, as ``load`` takes them."""
        n = self.game.players
        group = (-1, -1)
        if self.group:
            group = (column_of(self.group), row_of(self.group))
        return {
            "flock": (self.flock[0], faced(self, self.facing)),
            "before": (self.before[0], self.before[1]) if self.has_before else None,
            "group": group,
            "points": [self.points[i] for i in range(n)],
            "used": [self.used[i] for i in range(n)],
            "order": [self.order[i] for i in range(n)],
            "extras": [self.extras[i] for i in range(n)],
            "numbers": (
                self.player,
                self.task,
                self.stage,
                self.counter,
                int(self.rolled),
                self.last_kind,
                self.last_turn,
                self.number,
                self.face,
                self.die,
                self.jumps,
                self.ended,
                self.winner,
            ),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.game, self.fields())

    def _copy_from(self, other: PackedState) -> cython.void:
        """Adopts a moment of the same game."""
        self.cells[:] = other.cells
        self.facing = other.facing
        self.grid[:] = other.grid
        self.left = other.left
        self.width = other.width
        self.height = other.height
        self.columns[:] = other.columns
        self.rows[:] = other.rows
        self.flock[:] = other.flock
        self.present = other.present
        self.points[:] = other.points
        self.used[:] = other.used
        self.order[:] = other.order
        self.extras[:] = other.extras
        self.player = other.player
        self.task = other.task
        self.stage = other.stage
        self.counter = other.counter
        self.has_before = other.has_before
        self.before[:] = other.before
        self.rolled = other.rolled
        self.last_kind = other.last_kind
        self.last_turn = other.last_turn
        self.number = other.number
        self.face = other.face
        self.group = other.group
        self.die = other.die
        self.jumps = other.jumps
        self.ended = other.ended
        self.winner = other.winner

    @cython.ccall
    def copy(self) -> PackedState:
        twin: PackedState = PackedState(self.game)
        twin._copy_from(self)
        return twin

    def actor(self) -> int | None:
        """Returns a player, ``CHANCE``, or None, as in the contract."""
        if self.ended != codes.GOING_ON:
            return None
        return codes.CHANCE if self.task <= codes.ASK_REGROUP else self.player

    def scores(self) -> tuple[int, ...]:
        return tuple([self.points[player] for player in range(self.game.players)])

    def winners(self) -> tuple[int, ...]:
        """S-8.1: returns who won a game that is over."""
        return (self.winner,)


def _loaded(game: PackedGame, fields: dict[str, Any]) -> PackedState:
    state = PackedState(game)
    state.load(**fields)
    return state


def settle(state: PackedState) -> cython.void:
    """Adopts the trial: finds its box, sorts pairs, and puts the sheep on the grid."""
    left = top = codes.ROW
    right = bottom = -codes.ROW
    state.left = 0
    for place in range(codes.SHEEP):
        state.grid[state.cells[place]] = 0
        cell = state.trial[place]
        if cell:
            state.left += 1
            left = min(left, column_of(cell))
            right = max(right, column_of(cell))
            top = min(top, row_of(cell))
            bottom = max(bottom, row_of(cell))
    shift = -top * codes.ROW - left
    state.width = right - left + 1
    state.height = bottom - top + 1
    if state.left == 0:
        state.width = 0
        state.height = 0
    for place in range(codes.SHEEP):
        cell = state.trial[place]
        state.cells[place] = cell + shift if cell else 0
    for place in range(0, codes.BLACK, 2):
        cell = state.cells[place + 1]
        if cell and (state.cells[place] == 0 or cell < state.cells[place]):
            state.cells[place + 1] = state.cells[place]
            state.cells[place] = cell
    _count_and_place(state)


def _count_and_place(state: PackedState) -> cython.void:
    """Puts the sheep on the grid and counts columns, rows and bytes for the keys of targets."""
    one: cython.ulonglong = 1
    for place in range(16):
        state.columns[place] = 0
        state.rows[place] = 0
    state.present = 0
    for place in range(codes.SHEEP):
        cell = state.cells[place]
        if cell:
            state.grid[cell] = place + 1
            state.columns[column_of(cell)] += 1
            state.rows[row_of(cell)] += 1
            if place < codes.BLACK:
                state.present |= in_byte(one, place)
    state.trial[:] = state.cells
    find_key(state, 0)
    state.flock[:] = state.key


def _byte(cell: cython.int, corner: cython.int) -> cython.int:
    """Returns the byte of a cell in a key, for the box with this corner."""
    return cell - (codes.ROW - codes.KEY_ROW) * row_of(cell) - corner if cell else codes.GONE


def find_key(state: PackedState, facing: cython.int) -> cython.void:
    """Finds the key of the trial."""
    left = top = codes.ROW
    for place in range(codes.SHEEP):
        cell = state.trial[place]
        if cell:
            left = min(left, column_of(cell))
            top = min(top, row_of(cell))
    corner = codes.ORIGIN + top * codes.KEY_ROW + left
    word: cython.ulonglong = 0
    for place in range(codes.BLACK):
        byte = _byte(state.trial[place], corner)
        word |= in_byte(byte, place)
    state.key[0] = sorted_pairs(word)
    state.key[1] = with_facing(_byte(state.trial[codes.BLACK], corner), facing)


def reading_order(state: PackedState, ranked: cython.p_schar) -> cython.int:
    """Writes the places of all sheep in reading order; returns how many."""
    count = 0
    for place in range(codes.SHEEP):
        if state.cells[place] == 0:
            continue
        at = count
        while at > 0 and state.cells[ranked[at - 1]] > state.cells[place]:
            ranked[at] = ranked[at - 1]
            at -= 1
        ranked[at] = place
        count += 1
    return count


if not cython.compiled:  # C inlines these in every kernel that uses them

    def faced(state: PackedState, facing: cython.int) -> cython.ulonglong:
        """Returns the second word of the flock's key if it faced this way."""
        return with_facing(state.flock[1], facing)

    def has_sheep(state: PackedState, player: cython.int) -> cython.bint:
        """Tells whether a player has sheep left: the last one is in the colour's first place."""
        return state.cells[codes.first_place(state.game.colours[player])] != 0

    def is_used(state: PackedState, player: cython.int, place: cython.int) -> cython.bint:
        """Tells whether a player has used the command in this place of the menu."""
        return (state.used[player] >> place & 1) != 0

    def beside(state: PackedState, cell: cython.int) -> cython.int:
        """Returns the set of sheep side to side with a cell; bit 0 means an empty cell."""
        return (
            1 << state.grid[cell - codes.ROW]
            | 1 << state.grid[cell + 1]
            | 1 << state.grid[cell + codes.ROW]
            | 1 << state.grid[cell - 1]
        )

    def is_new(state: PackedState, keys: cython.p_ulonglong, count: cython.int) -> cython.bint:
        """Tells whether the key is none of these, and then adds it.

        ``seen`` has a bit for each key of the list, so that most new keys need no search.
        """
        one: cython.ulonglong = 1
        spread: cython.ulonglong = ((state.key[0] ^ state.key[1]) * GOLDEN) & MASK64
        bit: cython.ulonglong = one << (spread >> 58)
        if count == 0:
            state.seen = 0
        if state.seen & bit:
            for i in range(count):
                if keys[2 * i] == state.key[0] and keys[2 * i + 1] == state.key[1]:
                    return False
        state.seen |= bit
        keys[2 * count] = state.key[0]
        keys[2 * count + 1] = state.key[1]
        return True
