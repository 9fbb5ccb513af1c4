"""The state on packed memory: the fast twin of ``position`` and ``state``.

Cells are numbers 0 … 99 in the order of ``board.CELLS``. The crates of a cell are one byte, see
``codes``. ``packing`` translates both ways.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import mixed
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import bit, contains, half, lowest
    from tablee.games.fragile.game_kernel import PackedGame

COMPILED = cython.compiled


@cython.final
@cython.cclass
class PackedState:
    """One moment of a game. Unlike the law's state it changes when a move is played."""

    game: PackedGame
    crates_low: cython.ulonglong
    crates_high: cython.ulonglong
    dockers_low: cython.ulonglong
    dockers_high: cython.ulonglong
    cells: cython.uchar[100]
    origin_cell: cython.schar[12]
    origin_crates: cython.uchar[12]
    docker_cell: cython.schar[16]
    owner: cython.schar[12]
    score: cython.schar[4]
    open_depots: cython.schar[4]
    to_play: cython.schar[4]
    turn: cython.int
    idle_turns: cython.int
    flips_left: cython.schar
    dockers: cython.schar
    playing: cython.schar
    activations: cython.schar
    active: cython.schar
    points: cython.schar
    barred: cython.schar
    marker: cython.schar
    full_player: cython.schar
    last_turns: cython.schar
    stored_this_turn: cython.schar
    flipped_this_turn: cython.schar
    singles: cython.schar
    origin_count: cython.schar
    origin_docker: cython.schar
    ended: cython.schar

    def __init__(self, game: PackedGame) -> None:
        self.game = game
        if not cython.compiled:
            self._clear()

    def _clear(self) -> None:
        """Does what C does when it makes an object."""
        self.crates_low = self.crates_high = self.dockers_low = self.dockers_high = 0
        self.cells = [0] * 100
        self.origin_cell, self.origin_crates = [0] * 12, [0] * 12
        self.docker_cell = [0] * 16
        self.owner = [0] * 12
        self.score, self.open_depots, self.to_play = [0] * 4, [0] * 4, [0] * 4
        self.turn = self.idle_turns = 0
        self.flips_left = self.dockers = self.playing = self.activations = self.active = 0
        self.points = self.barred = self.marker = self.full_player = self.last_turns = 0
        self.stored_this_turn = self.flipped_this_turn = self.singles = 0
        self.origin_count = self.origin_docker = self.ended = 0

    # In and out

    def load(
        self,
        cells: list[int],
        dockers: list[int],
        owners: list[int],
        to_play: list[int],
        numbers: tuple[int, ...],
        origin: list[tuple[int, int]],
        origin_docker: int,
    ) -> None:
        """Adopts a whole state; ``packing`` says what the numbers mean."""
        self.dockers = len(dockers)
        for i in range(self.dockers):
            self.docker_cell[i] = dockers[i]
        for i in range(12):
            self.owner[i] = owners[i]
        self.playing = len(to_play)
        for i in range(self.playing):
            self.to_play[i] = to_play[i]
        (
            self.turn,
            self.activations,
            self.active,
            self.points,
            self.barred,
            self.flips_left,
            self.marker,
            self.stored_this_turn,
            self.idle_turns,
            self.full_player,
            self.last_turns,
            self.ended,
        ) = numbers
        self.origin_count = len(origin)
        for i in range(self.origin_count):
            self.origin_cell[i], self.origin_crates[i] = origin[i]
        self.origin_docker = origin_docker
        for i in range(100):
            self.cells[i] = cells[i]
        self._derive()

    @cython.cfunc
    def _derive(self) -> cython.void:
        """Works out what follows from cells, dockers and owners."""
        self.crates_low = self.crates_high = self.dockers_low = self.dockers_high = 0
        self.singles = 0
        self.flipped_this_turn = 0
        for i in range(4):
            self.score[i] = 0
            self.open_depots[i] = 0
        for i in range(100):
            if self.cells[i]:
                if half(i):
                    self.crates_high |= bit(i)
                else:
                    self.crates_low |= bit(i)
                slot = self.game.slot[i]
                if slot >= 0:
                    score_depot(self, slot, self.cells[i])
                elif not codes.is_stack(self.cells[i]):
                    self.singles += 1
                if (
                    codes.lower(self.cells[i]) == codes.JUST_FLIPPED
                    or codes.upper(self.cells[i]) == codes.JUST_FLIPPED
                ):
                    self.flipped_this_turn += 1
        for i in range(self.dockers):
            set_docker_bit(self, self.docker_cell[i])
        for i in range(12):
            if self.owner[i] >= 0 and not self.cells[self.game.cell_of_slot[i]]:
                self.open_depots[self.owner[i]] += 1

    def fields(self) -> dict[str, object]:
        """Returns the whole state as plain values, as ``load`` takes them."""
        cells = [0] * 100
        for i in range(100):
            cells[i] = self.cells[i]
        return {
            "cells": cells,
            "dockers": [self.docker_cell[i] for i in range(self.dockers)],
            "owners": [self.owner[i] for i in range(12)],
            "to_play": [self.to_play[i] for i in range(self.playing)],
            "numbers": (
                self.turn,
                self.activations,
                self.active,
                self.points,
                self.barred,
                self.flips_left,
                self.marker,
                self.stored_this_turn,
                self.idle_turns,
                self.full_player,
                self.last_turns,
                self.ended,
            ),
            "origin": [
                (self.origin_cell[i], self.origin_crates[i]) for i in range(self.origin_count)
            ],
            "origin_docker": self.origin_docker,
        }

    def __reduce__(self) -> tuple[Any, Any]:
        return _loaded, (self.game, self.fields())

    def _copy_from(self, other: PackedState) -> cython.void:
        self.crates_low = other.crates_low
        self.crates_high = other.crates_high
        self.dockers_low = other.dockers_low
        self.dockers_high = other.dockers_high
        self.cells[:] = other.cells
        self.origin_cell[:] = other.origin_cell
        self.origin_crates[:] = other.origin_crates
        self.docker_cell[:] = other.docker_cell
        self.owner[:] = other.owner
        self.score[:] = other.score
        self.open_depots[:] = other.open_depots
        self.to_play[:] = other.to_play
        self.turn = other.turn
        self.idle_turns = other.idle_turns
        self.flips_left = other.flips_left
        self.dockers = other.dockers
        self.playing = other.playing
        self.activations = other.activations
        self.active = other.active
        self.points = other.points
        self.barred = other.barred
        self.marker = other.marker
        self.full_player = other.full_player
        self.last_turns = other.last_turns
        self.stored_this_turn = other.stored_this_turn
        self.flipped_this_turn = other.flipped_this_turn
        self.singles = other.singles
        self.origin_count = other.origin_count
        self.origin_docker = other.origin_docker
        self.ended = other.ended

    @cython.ccall
    def copy(self) -> PackedState:
        twin: PackedState = PackedState(self.game)
        twin._copy_from(self)
        return twin

    def actor(self) -> int | None:
        """Returns a player, ``CHANCE``, or None, as in the contract."""
        if self.ended != codes.GOING_ON:
            return None
        return self.to_play[0] if self.playing else codes.CHANCE

    def scores(self) -> tuple[int, ...]:
        return tuple([self.score[player] for player in range(self.game.players)])

    def winners(self) -> tuple[int, ...]:
        """F-5.5, F-7.3: returns who won a game that is over."""
        if self.game.goals:
            return (0,) if self.ended == codes.END_SOLVED else ()
        return () if self.marker < 0 else (self.marker,)


def _loaded(game: PackedGame, fields: dict[str, Any]) -> PackedState:
    state = PackedState(game)
    state.load(**fields)
    return state


def score_depot(state: PackedState, slot: cython.int, crate: cython.int) -> cython.void:
    """F-5.1, F-7.3: scores a stored crate for the owner, or counts a goal that is met."""
    if state.game.goals:
        if crate >= codes.GOAL and state.game.goal_slot[crate - codes.GOAL] == slot:
            state.score[0] += 1
    elif state.owner[slot] >= 0:
        state.score[state.owner[slot]] += 1 if crate == codes.PLAIN else 2


if not cython.compiled:  # C inlines these in every kernel that uses them

    def crates_key(state: PackedState) -> cython.ulonglong:
        """Returns a hash of the crates and their cells."""
        key: cython.ulonglong = 0
        low = state.crates_low
        high = state.crates_high
        # The solver spends much time here. A loop for each half is faster than one with a choice.
        while low:
            cell = lowest(low)
            low &= low - 1
            key ^= mixed(cython.cast(cython.ulonglong, 256 * cell + state.cells[cell] + 1))
        while high:
            cell = 50 + lowest(high)
            high &= high - 1
            key ^= mixed(cython.cast(cython.ulonglong, 256 * cell + state.cells[cell] + 1))
        return key

    def set_docker_bit(state: PackedState, cell: cython.int) -> cython.void:
        if half(cell):
            state.dockers_high |= bit(cell)
        else:
            state.dockers_low |= bit(cell)

    def move_docker(state: PackedState, docker: cython.int, target: cython.int) -> cython.void:
        cell = state.docker_cell[docker]
        if half(cell):
            state.dockers_high ^= bit(cell)
        else:
            state.dockers_low ^= bit(cell)
        state.docker_cell[docker] = target
        set_docker_bit(state, target)

    def has_docker(state: PackedState, cell: cython.int) -> cython.bint:
        return contains(state.dockers_low, state.dockers_high, cell)

    def put(state: PackedState, cell: cython.int, crates: cython.int) -> cython.void:
        state.cells[cell] = crates
        if half(cell):
            state.crates_high &= ~bit(cell)
            if crates:
                state.crates_high |= bit(cell)
        else:
            state.crates_low &= ~bit(cell)
            if crates:
                state.crates_low |= bit(cell)
