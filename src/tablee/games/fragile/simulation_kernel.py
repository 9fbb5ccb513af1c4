"""Fragile as a simulation: its actions and observations on packed memory. See ``layout``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.simulation_kernel import CHANCE, OVER, Simulation, clipped
    from tablee.core.splitmix_kernel import below
    from tablee.games.fragile import codes
    from tablee.games.fragile.kernel import apply, legal_into
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


@cython.cclass
class FragileSimulation(Simulation):
    """A match or a problem. Each player's dockers have numbers, in the order of the setup."""

    start: PackedState
    state: PackedState
    dockers_each: cython.int
    number: cython.schar[16]
    """The number of each docker among those of its player."""

    def __init__(
        self, game: Any, layout: Any, origin: Any, rolls: bool, start: PackedState
    ) -> None:
        Simulation.__init__(self, game, layout, origin, rolls, start)
        if not cython.compiled:
            self.number = [0] * 16
        self.start = start
        self.state = start.copy()
        self.dockers_each = layout.dockers
        for i in range(codes.MOST_DOCKERS):
            self.number[i] = 0
            for j in range(i):
                if start.game.docker_player[j] == start.game.docker_player[i]:
                    self.number[i] += 1

    def _fields(self) -> dict[str, Any]:
        return self.state.fields()

    def _load(self, fields: dict[str, Any]) -> None:
        self.state.load(**fields)

    def text(self, action: cython.int) -> str:
        move: cython.int = self._number(action)
        docker = codes.docker_of(move)
        cell = self.state.docker_cell[docker]
        layout: Any = self.plan
        return layout.text(move, cell, self.state.active == docker)

    def _fresh(self) -> cython.void:
        self.state._copy_from(self.start)

    def _take(self, other: Simulation) -> cython.void:
        Simulation._take(self, other)
        self.state._copy_from(cython.cast(FragileSimulation, other).state)

    def _list(self) -> cython.int:
        return legal_into(self.state, self.moves)

    def _id(self, move: cython.int) -> cython.int:
        kind = codes.kind_of(move)
        target = codes.target_of(move)
        if kind > codes.HAND_OVER:
            if kind == codes.END_TURN:
                return codes.ENDING
            if kind == codes.PLACE_DEPOT:
                return codes.DEPOTS + target
            if kind == codes.PLACE_DOCKER:
                return codes.DOCKERS + target
            return codes.DRAWS + target
        docker = codes.docker_of(move)
        first = codes.OWN_DOCKERS + codes.OF_A_DOCKER * self.number[docker]
        if kind == codes.GO:
            return first + codes.GOING + target
        way = _way(codes.source_of(move) - self.state.docker_cell[docker])
        if kind == codes.PUSH:
            return first + codes.PUSHING + codes.LONGEST_PUSH * way + codes.cost_of(move) - 1
        if kind == codes.STACK:
            return first + codes.STACKING + way
        if kind == codes.UNSTACK:
            return first + codes.UNSTACKING + way
        if kind == codes.FLIP:
            return first + codes.FLIPPING + way
        return first + codes.HANDING + 100 * way + target

    def _apply(self, move: cython.int) -> cython.void:
        apply(self.state, move)

    def _actor(self) -> cython.int:
        if self.state.ended != codes.GOING_ON:
            return OVER
        return self.state.to_play[0] if self.state.playing else CHANCE

    def _drawn(self, word: cython.ulonglong) -> cython.int:
        return codes.encode(codes.DRAW, 0, 0, below(word, 24 if self.seats == 4 else 6), 0)

    def _score(self, player: cython.int) -> cython.int:
        return self.state.score[player]

    def _won(self, player: cython.int) -> cython.bint:
        if self.state.ended == codes.GOING_ON:
            return False
        if self.state.game.goals:
            return self.state.ended == codes.END_SOLVED
        return self.state.marker == player

    def _look_from(
        self, player: cython.int, out: cython.schar[::1], base: cython.longlong
    ) -> cython.longlong:
        return _seen(self.state, self.number, self.seats, self.dockers_each, player, out, base)

    def _freeze(self, words: cython.p_ulonglong) -> cython.int:
        return _words(self.state, words)


def _seen(
    state: PackedState,
    number: cython.p_schar,
    seats: cython.int,
    dockers: cython.int,
    player: cython.int,
    out: cython.schar[::1],
    base: cython.longlong,
) -> cython.longlong:
    """Writes what a player sees: the planes first, in the order of ``layout``."""
    origin = base + 100 * (11 + seats * dockers)
    depots = origin + 900
    for cell in range(100):
        if state.cells[cell]:
            _crates(out, base + cell, state.cells[cell])
    base += 800
    for i in range(state.dockers):
        owner = state.game.docker_player[i]
        cell = state.docker_cell[i]
        if state.game.goals and owner:
            out[base + 100 * seats * dockers + cell] = 1
            continue
        seat = (owner - player + seats) % seats
        out[base + 100 * (seat * dockers + number[i]) + cell] = 1
    base = origin - 200
    if state.active >= 0:
        out[base + state.docker_cell[state.active]] = 1
        out[origin + 800 + state.origin_docker] = 1
    if state.barred >= 0:
        out[base + 100 + state.docker_cell[state.barred]] = 1
    for i in range(state.origin_count):
        _crates(out, origin + state.origin_cell[i], state.origin_crates[i])
    for i in range(12):
        place = seats
        if state.owner[i] == codes.UNPLACED:
            place = seats + 1
        elif state.owner[i] != codes.NEUTRAL:
            place = (state.owner[i] - player + seats) % seats
        out[depots + 100 * place + state.game.cell_of_slot[i]] = 1
    base = depots + 100 * (seats + 2)
    for i in range(state.game.goals):
        out[base + state.game.cell_of_slot[state.game.goal_slot[i]]] = 1 + i
    return _numbers(state, seats, player, out, base + 100)


def _numbers(
    state: PackedState,
    seats: cython.int,
    player: cython.int,
    out: cython.schar[::1],
    base: cython.longlong,
) -> cython.longlong:
    """Writes the parts that are not planes."""
    for i in range(state.playing):
        out[base + seats * i + (state.to_play[i] - player + seats) % seats] = 1
    base += seats * seats
    for i in range(seats):
        out[base + (i - player + seats) % seats] = state.score[i]
    base += seats
    if state.marker >= 0:
        out[base + (state.marker - player + seats) % seats] = 1
    base += seats
    if state.full_player >= 0:
        out[base + (state.full_player - player + seats) % seats] = 1
    base += seats
    out[base] = state.points
    out[base + 1] = state.activations
    out[base + 2] = state.flips_left
    out[base + 3] = clipped(state.turn)
    out[base + 4] = clipped(state.idle_turns)
    if state.game.goals:
        out[base + 5] = clipped(state.game.turn_limit - state.turn)
    out[base + 6] = state.last_turns
    out[base + 7] = state.stored_this_turn
    return base + 8


def _words(state: PackedState, words: cython.p_ulonglong) -> cython.int:
    """Writes all that makes a state what it is; returns how many words."""
    for i in range(13):
        words[i] = 0
        for j in range(8):
            if 8 * i + j < 100:
                words[i] = words[i] << 8 | state.cells[8 * i + j]
    words[13] = words[14] = words[15] = words[16] = words[17] = words[18] = 0
    for i in range(state.dockers):
        words[13 + i // 8] = words[13 + i // 8] << 8 | state.docker_cell[i]
    for i in range(12):
        words[15] = words[15] << 4 | (state.owner[i] + 2)
    for i in range(state.playing):
        words[15] = words[15] << 3 | (state.to_play[i] + 1)
    for i in range(state.origin_count):
        words[16 + i // 4] = (
            words[16 + i // 4] << 16 | state.origin_cell[i] << 8 | state.origin_crates[i]
        )
    words[19] = state.dockers << 8 | state.origin_docker
    words[20] = state.turn
    words[21] = state.idle_turns
    words[22] = state.activations
    words[22] = words[22] << 8 | (state.active + 1)
    words[22] = words[22] << 8 | state.points
    words[22] = words[22] << 8 | (state.barred + 1)
    words[22] = words[22] << 8 | state.flips_left
    words[22] = words[22] << 8 | (state.marker + 1)
    words[22] = words[22] << 4 | (state.full_player + 1)
    words[22] = words[22] << 4 | state.ended
    words[22] = words[22] << 4 | state.last_turns
    words[22] = words[22] << 4 | state.stored_this_turn
    return 23


def _way(apart: cython.int) -> cython.int:
    """Returns the direction of a neighbour, north to west as 0 to 3, by how far on its cell is."""
    if apart == -10:
        return 0
    if apart == 1:
        return 1
    return 2 if apart == 10 else 3


def _crates(out: cython.schar[::1], at: cython.longlong, crates: cython.int) -> cython.void:
    """Writes the crates of a cell: four planes for the lower one, four for the upper one."""
    _crate(out, at, codes.lower(crates))
    if codes.is_stack(crates):
        _crate(out, at + 400, codes.upper(crates))


def _crate(out: cython.schar[::1], at: cython.longlong, crate: cython.int) -> cython.void:
    if crate >= codes.GOAL:
        out[at + 300] = 1 + crate - codes.GOAL
    else:
        out[at + 100 * (crate - 1)] = 1
