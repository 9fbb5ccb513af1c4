"""The quay on packed memory: what ``position`` and ``state`` are to the law.

Cells are numbers 0 … 99 in the order of ``board.CELLS``; a cell's crates are one byte, lower crate
in the low half, upper crate in the high half. ``packing`` translates both ways.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from typing import Any

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import bit, contains, first_cell, half, mixed

COMPILED = cython.compiled

FAR = cython.declare(cython.int, 60)
"""Points that stand for "never"."""


@cython.final
@cython.cclass
class PackedGame:
    """What does not change in a game: the board with its walls, and who plays by which rules."""

    next: cython.schar[400]
    slot: cython.schar[100]
    cell_of_slot: cython.schar[12]
    quarter: cython.schar[12]
    slots_low: cython.ulonglong
    slots_high: cython.ulonglong
    docker_player: cython.schar[16]
    goal_slot: cython.schar[12]
    goals: cython.int
    players: cython.int
    dockers_each: cython.int
    depots_each: cython.int
    straws: cython.int
    idle_limit: cython.int
    turn_limit: cython.int

    def __init__(
        self,
        neighbours: list[int],
        slots: list[int],
        goal_slots: list[int],
        docker_players: list[int],
        numbers: tuple[int, int, int, int, int, int],
    ) -> None:
        """``neighbours``: north, east, south, west of each cell, -1 where there is none.

        ``numbers``: players, dockers and depots of each, whether straws are drawn, the idle
        limit and the problem's turns; 0 stands for none.
        """
        if not cython.compiled:
            self.docker_player, self.goal_slot = [0] * 16, [0] * 12
            self.next = [0] * 400
            self.slot = [0] * 100
            self.cell_of_slot = [0] * 12
            self.quarter = [0] * 12
            self.slots_low = 0
            self.slots_high = 0
        (
            self.players,
            self.dockers_each,
            self.depots_each,
            self.straws,
            self.idle_limit,
            self.turn_limit,
        ) = numbers
        self.goals = len(goal_slots)
        for i in range(self.goals):
            self.goal_slot[i] = goal_slots[i]
        for i in range(len(docker_players)):
            self.docker_player[i] = docker_players[i]
        for i in range(400):
            self.next[i] = neighbours[i]
        for i in range(100):
            self.slot[i] = -1
        for i in range(12):
            cell = slots[i]
            self.slot[cell] = i
            self.cell_of_slot[i] = cell
            self.quarter[i] = (cell % 10 >= 5) + 2 * (cell >= 50)
            if half(cell):
                self.slots_high |= bit(cell)
            else:
                self.slots_low |= bit(cell)

    def __reduce__(self) -> tuple[Any, Any]:
        return PackedGame, (
            [self.next[i] for i in range(400)],
            [self.cell_of_slot[i] for i in range(12)],
            [self.goal_slot[i] for i in range(self.goals)],
            [self.docker_player[i] for i in range(codes.MOST_DOCKERS)],
            (
                self.players,
                self.dockers_each,
                self.depots_each,
                self.straws,
                self.idle_limit,
                self.turn_limit,
            ),
        )


@cython.final
@cython.cclass
class PackedState:
    """One moment of a game. Unlike the law's state it changes when a move is applied."""

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
        """What creation does in the compiled build."""
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
        """Take over a whole state; ``packing`` says what the numbers mean."""
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
        """Fill in what follows from cells, dockers and owners."""
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
        """The whole state as plain values, as ``load`` takes them."""
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
        """As in the contract: a player, ``CHANCE``, or None."""
        if self.ended != codes.GOING_ON:
            return None
        return self.to_play[0] if self.playing else codes.CHANCE

    def scores(self) -> tuple[int, ...]:
        return tuple([self.score[player] for player in range(self.game.players)])

    def winners(self) -> tuple[int, ...]:
        """F-5.5, F-7.3: who won a game that is over."""
        if self.game.goals:
            return (0,) if self.ended == codes.END_SOLVED else ()
        return () if self.marker < 0 else (self.marker,)


def _loaded(game: PackedGame, fields: dict[str, Any]) -> PackedState:
    state = PackedState(game)
    state.load(**fields)
    return state


def score_depot(state: PackedState, slot: cython.int, crate: cython.int) -> cython.void:
    """Counts a crate that is stored: for the owner, or as a goal met (F-5.1, F-7.3)."""
    if state.game.goals:
        if crate >= codes.GOAL and state.game.goal_slot[crate - codes.GOAL] == slot:
            state.score[0] += 1
    elif state.owner[slot] >= 0:
        state.score[state.owner[slot]] += 1 if crate == codes.PLAIN else 2


def flood(
    game: PackedGame,
    start: cython.int,
    free_low: cython.ulonglong,
    free_high: cython.ulonglong,
    steps: cython.p_uchar,
    base: cython.int,
    before: cython.p_schar,
) -> cython.void:
    """F-4.1: all shortest ways on foot from a cell over free ones, in the law's order.

    ``steps``, from ``base`` on, tells how far each cell is, or ``FAR``; ``before`` the cell before
    it on the way, or -1.
    """
    queue = cython.declare(cython.schar[100])
    head = 0
    tail = 1
    for cell in range(100):
        steps[base + cell] = FAR
        before[cell] = -1
    queue[0] = start
    steps[base + start] = 0
    while head < tail:
        here = queue[head]
        head += 1
        for d in range(4):
            other = neighbour(game, here, d)
            if other < 0 or steps[base + other] != FAR:
                continue
            if contains(free_low, free_high, other):
                steps[base + other] = steps[base + here] + 1
                before[other] = here
                queue[tail] = other
                tail += 1


if not cython.compiled:  # compiled: in every kernel that uses them

    def neighbour(game: PackedGame, cell: cython.int, d: cython.int) -> cython.int:
        """The cell to the north, east, south or west (0 … 3), -1 where there is none."""
        return game.next[4 * cell + d]

    def behind(game: PackedGame, cell: cython.int, d: cython.int) -> cython.int:
        """The neighbour in the opposite direction: where one stands to push."""
        return game.next[4 * cell + (d + 2) % 4]

    def crates_key(state: PackedState) -> cython.ulonglong:
        """Tells the crates of a position apart from others; where they stand is all of it."""
        key: cython.ulonglong = 0
        low = state.crates_low
        high = state.crates_high
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
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
