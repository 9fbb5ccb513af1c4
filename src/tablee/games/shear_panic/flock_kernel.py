# cython: infer_types=True
"""The state on packed memory: what ``flock`` and ``state`` are to the law.

Each colour has two places for its sheep, black the ninth; a place holds a cell of the grid, or 0
for a sheep that is gone. A flock's key is two words, equal for equal flocks only: a byte of
row * 16 + column by place, then the black sheep's byte and the facing. ``packing`` translates
between this and the law.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.grid_kernel import (
        GOLDEN,
        MASK64,
        cell_at,
        column_of,
        row_of,
        sorted_pairs,
    )
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.grid_kernel import (
        GOLDEN,
        MASK64,
        cell_at,
        column_of,
        row_of,
        sorted_pairs,
    )

COMPILED = cython.compiled


@cython.final
@cython.cclass
class PackedGame:
    """What does not change in a game: who plays which colour, the menu, the track, the dice."""

    players: cython.int
    colours: cython.schar[4]
    menu_kinds: cython.schar[12]
    menu_numbers: cython.schar[12]
    team_last: cython.int
    rogers_last: cython.int
    black_last: cython.int
    shearers_last: cython.int
    rogers_gate: cython.int
    shearers_gate: cython.int
    panic_spaces: cython.schar[256]
    panic_die: cython.schar[6]
    regroup_die: cython.schar[2]
    jumps: cython.int
    """S-2.3, S-9.3: how many times somebody jumps off the truck."""
    extra_cost: cython.int
    """S-9.6"""
    facts: object
    """All of these, as ``__init__`` takes them."""

    def __init__(
        self,
        colours: list[int],
        menu: list[tuple[int, int]],
        fields: tuple[int, int, int, int, int, int],
        panic: list[int],
        panic_die: list[int],
        regroup_die: list[int],
        extra_cost: int,
    ) -> None:
        """By player the colour; the menu as kinds and numbers; of each die the sides by face.

        ``fields``: the last spaces of team meadow, Roger's field, black-sheep meadow and
        Shearer's field, then the gates of Roger's and the Shearer's.
        """
        if fields[3] >= codes.MOST_SPACES or max(sum(panic_die), sum(regroup_die)) >= 128:
            raise ValueError("the track is too long, or a die has too many sides")
        if not cython.compiled:
            self.colours = [0] * 4
            self.menu_kinds, self.menu_numbers = [0] * 12, [0] * 12
            self.panic_spaces = [0] * 256
            self.panic_die, self.regroup_die = [0] * 6, [0] * 2
        self.facts = (colours, menu, fields, panic, panic_die, regroup_die, extra_cost)
        self.players = len(colours)
        self.jumps = 4 if self.players == 2 else self.players
        self.extra_cost = extra_cost
        for i in range(self.players):
            self.colours[i] = colours[i]
        for i in range(codes.MENU):
            self.menu_kinds[i], self.menu_numbers[i] = menu[i]
        (
            self.team_last,
            self.rogers_last,
            self.black_last,
            self.shearers_last,
            self.rogers_gate,
            self.shearers_gate,
        ) = fields
        for space in panic:
            self.panic_spaces[space] = 1
        for i in range(6):
            self.panic_die[i] = panic_die[i]
        self.regroup_die[0], self.regroup_die[1] = regroup_die

    def __reduce__(self) -> tuple[Any, Any]:
        return PackedGame, self.facts


@cython.final
@cython.cclass
class PackedState:
    """One moment of a game. Unlike the law's state it changes when a move is applied."""

    game: PackedGame
    # The flock
    cells: cython.short[9]
    facing: cython.int
    grid: cython.schar[1024]
    """Place + 1 of the sheep on a cell, or 0."""
    left: cython.int
    """Sheep in the flock."""
    width: cython.int
    height: cython.int
    columns: cython.schar[16]
    rows: cython.schar[16]
    """Sheep by column and by row of the box."""
    flock: cython.ulonglong[2]
    """The key of the flock, without the facing."""
    present: cython.ulonglong
    """A 1 in the byte of every sheep there is."""
    # The moment
    points: cython.short[4]
    used: cython.short[4]
    order: cython.schar[4]
    extras: cython.short[4]
    """By player the extra steps left: how many 1s, 2s and 3s, four bits each (S-9.2)."""
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
    """Which way it turned the flock, or -1."""
    number: cython.int
    face: cython.int
    group: cython.int
    die: cython.int
    jumps: cython.int
    ended: cython.int
    winner: cython.int
    # Working room
    trial: cython.short[9]
    """A flock that might be, by place."""
    key: cython.ulonglong[2]
    """Its key."""
    seen: cython.ulonglong
    herd: cython.schar[9]
    herd_size: cython.int
    """The sheep of the group that comes back."""
    goal: cython.int
    """Whom it may join, a bit for each, as the grid numbers them."""

    def __init__(self, game: PackedGame) -> None:
        self.game = game
        if not cython.compiled:
            self._clear()

    def _clear(self) -> None:
        """What creation does in the compiled build."""
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
        """Take over a whole state; ``packing`` says what the numbers mean.

        Flocks are keys; ``group`` is column and row of a first sheep, (-1, -1) for none.
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
        """The whole state as plain values, as ``load`` takes them."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_from(self, other: PackedState) -> cython.void:
        """Take over a moment of the same game."""
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
        """As in the contract: a player, ``CHANCE``, or None."""
        if self.ended != codes.GOING_ON:
            return None
        return codes.CHANCE if self.task <= codes.ASK_REGROUP else self.player

    def scores(self) -> tuple[int, ...]:
        return tuple([self.points[player] for player in range(self.game.players)])

    def winners(self) -> tuple[int, ...]:
        """S-8.1: who won a game that is over."""
        return (self.winner,)


def _loaded(game: PackedGame, fields: dict[str, Any]) -> PackedState:
    state = PackedState(game)
    state.load(**fields)
    return state


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(state: PackedState) -> cython.void:
    """Makes the trial the flock: in its box, on the grid, pairs in reading order."""
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_and_place(state: PackedState) -> cython.void:
    """Puts the sheep on the grid, and counts what the keys of targets need to know."""
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
                state.present |= one << (8 * place)
    state.trial[:] = state.cells
    find_key(state, 0)
    state.flock[:] = state.key


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _byte(cell: cython.int, corner: cython.int) -> cython.int:
    """The byte of a cell in a key, for the box with this corner."""
    return cell - (codes.ROW - codes.KEY_ROW) * row_of(cell) - corner if cell else codes.GONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_key(state: PackedState, facing: cython.int) -> cython.void:
    """Finds the key of the trial."""
    left = top = codes.ROW
    cell: cython.int
    for place in range(codes.SHEEP):
        cell = state.trial[place]
        if cell:
            left = min(left, column_of(cell))
            top = min(top, row_of(cell))
    corner = codes.ORIGIN + top * codes.KEY_ROW + left
    word: cython.ulonglong = 0
    byte: cython.ulonglong
    for place in range(codes.BLACK):
        byte = _byte(state.trial[place], corner)
        word |= byte << (8 * place)
    state.key[0] = sorted_pairs(word)
    state.key[1] = _byte(state.trial[codes.BLACK], corner) | facing << 8


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reading_order(state: PackedState, ranked: cython.p_schar) -> cython.int:
    """The places of all sheep in reading order; how many there are."""
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


if not cython.compiled:  # compiled: from the .pxd, into every kernel that uses them

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def faced(state: PackedState, facing: cython.int) -> cython.ulonglong:
        """The second word of the flock's key, were it to face this way."""
        return state.flock[1] | facing << 8

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def has_sheep(state: PackedState, player: cython.int) -> cython.bint:
        """Has a player sheep left? The last one is in the first place of its colour."""
        return state.cells[2 * state.game.colours[player]] != 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def beside(state: PackedState, cell: cython.int) -> cython.int:
        """The sheep side to side with a cell: a bit for each, as the grid numbers them.

        Bit 0 stands for an empty cell.
        """
        return (
            1 << state.grid[cell - codes.ROW]
            | 1 << state.grid[cell + 1]
            | 1 << state.grid[cell + codes.ROW]
            | 1 << state.grid[cell - 1]
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_new(state: PackedState, keys: cython.p_ulonglong, count: cython.int) -> cython.bint:
        """Is the key none of these? Then it is put behind them.

        One bit for each key there was spares most of the looking; a new list sets them anew.
        """
        i: cython.int
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
