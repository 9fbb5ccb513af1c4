"""Shear Panic as a simulation: its actions and observations on packed memory. See ``layout``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.simulation_kernel import CHANCE, OVER, Simulation, clipped
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn, sides
    from tablee.games.shear_panic.flock_kernel import PackedState, faced, is_used
    from tablee.games.shear_panic.grid_kernel import column_of, row_of
    from tablee.games.shear_panic.kernel import apply, legal_into

COMPILED = cython.compiled

_FIRST_WAY = cython.declare(cython.int[7])
"""Where the ways of a command begin among the 28 of all that name a sheep."""


def _fill_tables() -> None:
    for kind, first in enumerate((0, 8, 12, 0, 16, 24, 0)):
        _FIRST_WAY[kind] = first


_fill_tables()


@cython.cclass
class ShearPanicSimulation(Simulation):
    """A match. Colours count from the player who looks: own, next …, neutral, black."""

    start: PackedState
    state: PackedState
    plane: cython.schar[20]
    """The plane of each colour, five for each player who looks."""

    def __init__(
        self, game: Any, layout: Any, origin: Any, rolls: bool, start: PackedState
    ) -> None:
        Simulation.__init__(self, game, layout, origin, rolls, start)
        if not cython.compiled:
            self.plane = [0] * 20
        self.start = start
        self.state = start.copy()
        for player in range(self.seats):
            neutral = self.seats
            for colour in range(5):
                seat = -1
                for other in range(self.seats):
                    if start.game.colours[other] == colour:
                        seat = (other - player + self.seats) % self.seats
                if seat < 0:
                    seat = neutral
                    neutral += 1
                self.plane[5 * player + colour] = seat

    def _fields(self) -> dict[str, Any]:
        return self.state.fields()

    def _load(self, fields: dict[str, Any]) -> None:
        self.state.load(**fields)

    def text(self, action: cython.int) -> str:
        layout: Any = self.plan
        return layout.text(self._number(action))

    def symmetries(self) -> tuple[Any, ...]:
        layout: Any = self.plan
        return layout.symmetries_at(self.match, self.state)

    def _fresh(self) -> cython.void:
        self.state._copy_from(self.start)

    def _take(self, other: Simulation) -> cython.void:
        Simulation._take(self, other)
        self.state._copy_from(cython.cast(ShearPanicSimulation, other).state)

    def _list(self) -> cython.int:
        return legal_into(self.state, self.moves)

    def _id(self, move: cython.int) -> cython.int:
        return action_of(move)

    def _apply(self, move: cython.int) -> cython.void:
        apply(self.state, move)

    def _actor(self) -> cython.int:
        if self.state.ended != codes.GOING_ON:
            return OVER
        return CHANCE if self.state.task <= codes.ASK_REGROUP else self.state.player

    def _drawn(self, word: cython.ulonglong) -> cython.int:
        return drawn(self.state, word)

    def _weight(self, move: cython.int) -> cython.int:
        return sides(self.state, codes.way_of(move))

    def _score(self, player: cython.int) -> cython.int:
        return self.state.points[player]

    def _won(self, player: cython.int) -> cython.bint:
        return self.state.ended != codes.GOING_ON and self.state.winner == player

    def _look_from(
        self, player: cython.int, out: cython.schar[::1], base: cython.longlong
    ) -> cython.longlong:
        return _seen(self.state, self.plane, self.seats, player, out, base)

    def _freeze(self, words: cython.p_ulonglong) -> cython.int:
        return _words(self.state, self.seats, words)


def _seen(
    state: PackedState,
    planes: cython.p_schar,
    seats: cython.int,
    player: cython.int,
    out: cython.schar[::1],
    base: cython.longlong,
) -> cython.longlong:
    """Writes what a player sees: the planes first, in the order of ``layout``."""
    for place in range(codes.SHEEP):
        cell = state.cells[place]
        if cell:
            plane = planes[5 * player + place // 2]
            out[base + 100 * plane + 10 * row_of(cell) + column_of(cell)] = 1
    base += 500
    if state.has_before:
        for place in range(codes.SHEEP):
            byte = cython.cast(
                cython.int,
                (state.before[0] >> 8 * place if place < codes.BLACK else state.before[1]) & 255,
            )
            if byte != codes.GONE:
                plane = planes[5 * player + place // 2]
                out[base + 100 * plane + 10 * (byte // 16) + byte % 16] = 1
        out[base + 600 + (state.before[1] >> 8)] = 1
    base += 500
    if state.group:
        out[base + 10 * row_of(state.group) + column_of(state.group)] = 1
    base += 104
    out[base + state.facing] = 1
    out[base + 4] = state.width
    out[base + 5] = state.height
    return _numbers(state, planes, seats, player, out, base + 6)


def _numbers(
    state: PackedState,
    planes: cython.p_schar,
    seats: cython.int,
    player: cython.int,
    out: cython.schar[::1],
    base: cython.longlong,
) -> cython.longlong:
    """Writes the parts that are not planes."""
    out[base + state.task] = 1
    out[base + 10 + state.stage] = 1
    base += 14
    if state.ended == codes.GOING_ON and state.task > codes.ASK_REGROUP:
        out[base + (state.player - player + seats) % seats] = 1
    base += seats
    for i in range(seats):
        seat = (i - player + seats) % seats
        out[base + seat] = clipped(state.points[i])
        for place in range(codes.MENU):
            out[base + seats + codes.MENU * seat + place] = is_used(state, i, place)
        for number in range(3):
            out[base + 13 * seats + 3 * seat + number] = state.extras[i] >> 4 * number & 15
        seat = (state.order[i] - player + seats) % seats
        out[base + 16 * seats + seats * i + seat] = 1
    base += (16 + seats) * seats
    if state.last_kind >= 0:
        out[base + state.last_kind] = 1
    if state.last_turn >= 0:
        out[base + 7 + state.last_turn] = 1
    if state.face >= 0:
        face = state.face
        out[base + 9 + (planes[5 * player + face] if face < codes.WHITE else face)] = 1
    if state.die >= 0:
        out[base + 15 + state.die] = 1
    out[base + 17] = clipped(state.counter)
    out[base + 18] = state.rolled
    out[base + 19] = state.number
    out[base + 20] = state.jumps
    return base + 21


def _words(state: PackedState, seats: cython.int, words: cython.p_ulonglong) -> cython.int:
    """Writes all that makes a state what it is; returns how many words."""
    words[0] = state.flock[0]
    words[1] = faced(state, state.facing)
    words[2] = words[3] = words[4] = words[5] = words[6] = 0
    if state.has_before:
        words[2] = state.before[0]
        words[3] = state.before[1] + 1
    for i in range(seats):
        words[4] = words[4] << 16 | (state.points[i] + 4096)
        words[5] = words[5] << 16 | state.used[i]
        words[6] = words[6] << 12 | state.extras[i]
    words[7] = state.group
    for i in range(seats):
        words[7] = words[7] << 2 | state.order[i]
    words[7] = words[7] << 3 | state.player
    words[7] = words[7] << 8 | state.jumps
    words[8] = state.task
    words[8] = words[8] << 4 | state.stage
    words[8] = words[8] << 8 | state.counter
    words[8] = words[8] << 1 | state.rolled
    words[8] = words[8] << 4 | (state.last_kind + 1)
    words[8] = words[8] << 2 | (state.last_turn + 1)
    words[8] = words[8] << 4 | state.number
    words[8] = words[8] << 3 | (state.face + 1)
    words[8] = words[8] << 2 | (state.die + 1)
    words[8] = words[8] << 2 | state.ended
    words[8] = words[8] << 3 | (state.winner + 1)
    return 9


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def action_of(move: cython.int) -> cython.int:
    """Returns the action of a move of the kernel."""
    played = codes.played(move)
    way = codes.way_of(move)
    kind = codes.kind_of(move)
    if played == codes.COMMAND:
        number = codes.number_of(move) - 1
        if kind == codes.LINE_UP:
            return codes.LINING_UP + 3 * way + number
        if kind == codes.EWE_TURN:
            return codes.TURNING + 3 * way + number
        if kind != codes.LAMB_PUSH and kind != codes.LAMB_ROLL:
            way = way // 2
        return (
            codes.COMMANDS
            + codes.TOGETHER * (3 * (_FIRST_WAY[kind] + way) + number)
            + _together(codes.cell_of(move))
        )
    if played == codes.PUSH:
        return codes.PUSHING + codes.TOGETHER * way + _together(codes.cell_of(move))
    if played == codes.TURN:
        return codes.PANIC_TURNS + way
    if played == codes.GROUP:
        cell = codes.cell_of(move)
        return codes.GROUPS + codes.WIDEST * row_of(cell) + column_of(cell)
    if played == codes.LINE:
        shift = codes.shift_of(move) + codes.NO_SHIFT
        down = shift // codes.ROW - codes.MIDDLE + codes.FARTHEST
        across = shift % codes.ROW - codes.MIDDLE + codes.FARTHEST
        return codes.LINES + (2 * codes.FARTHEST + 1) * down + across
    if played == codes.EXTRA:
        return codes.EXTRAS + way
    if played == codes.DRAW:
        return codes.DRAWS + way
    if played == codes.PANIC_ROLL:
        return codes.PANIC_FACES + way
    return codes.REGROUP_FACES + way


def _together(cell: cython.int) -> cython.int:
    """Returns the number of a cell of a flock that is together. Each row has one cell less."""
    row = row_of(cell)
    return row * 9 - row * (row - 1) // 2 + column_of(cell)
