"""The fast twin of ``rules``: the same game on packed memory.

This file is plain Python and compiles with Cython; ``rules`` stays the law, and property tests
hold the two equal. Cells are numbers 0 … 99 in the order of ``board.CELLS``; a cell's crates are
one byte, lower crate in the low half, upper crate in the high half; sets of cells are two words
of fifty bits. A move is one number, see ``codes.encode``. ``packing`` translates both ways.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

from tablee.games.fragile import codes

COMPILED = cython.compiled

PLAIN = cython.declare(cython.int, codes.PLAIN)
FRAGILE = cython.declare(cython.int, codes.FRAGILE)
JUST_FLIPPED = cython.declare(cython.int, codes.JUST_FLIPPED)
GOAL = cython.declare(cython.int, codes.GOAL)
GO = cython.declare(cython.int, codes.GO)
PUSH = cython.declare(cython.int, codes.PUSH)
STACK = cython.declare(cython.int, codes.STACK)
UNSTACK = cython.declare(cython.int, codes.UNSTACK)
FLIP = cython.declare(cython.int, codes.FLIP)
HAND_OVER = cython.declare(cython.int, codes.HAND_OVER)
END_TURN = cython.declare(cython.int, codes.END_TURN)
PLACE_DEPOT = cython.declare(cython.int, codes.PLACE_DEPOT)
PLACE_DOCKER = cython.declare(cython.int, codes.PLACE_DOCKER)
DRAW = cython.declare(cython.int, codes.DRAW)
GOING_ON = cython.declare(cython.int, codes.GOING_ON)
END_FULL = cython.declare(cython.int, codes.END_FULL)
END_NO_CRATE = cython.declare(cython.int, codes.END_NO_CRATE)
END_IDLE = cython.declare(cython.int, codes.END_IDLE)
END_STUCK = cython.declare(cython.int, codes.END_STUCK)
END_SOLVED = cython.declare(cython.int, codes.END_SOLVED)
END_OUT_OF_TURNS = cython.declare(cython.int, codes.END_OUT_OF_TURNS)
NEUTRAL = cython.declare(cython.int, codes.NEUTRAL)
UNPLACED = cython.declare(cython.int, codes.UNPLACED)
NOBODY = cython.declare(cython.int, codes.NOBODY)
CHANCE = cython.declare(cython.int, codes.CHANCE)

_FIFTY = cython.declare(cython.ulonglong, (1 << 50) - 1)
_WEST_FREE = cython.declare(cython.ulonglong, 0)
_EAST_FREE = cython.declare(cython.ulonglong, 0)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_DEBRUIJN = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
_GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
_BIT_INDEX = cython.declare(cython.schar[64])
_STRAWS = cython.declare(cython.schar[96])
_STRAWS_3 = cython.declare(cython.schar[18])

if not cython.compiled:
    _BIT_INDEX = [0] * 64
    _STRAWS = [0] * 96
    _STRAWS_3 = [0] * 18


def _fill_tables() -> None:
    global _WEST_FREE, _EAST_FREE
    from itertools import permutations

    one: cython.ulonglong = 1
    i: cython.int
    for i in range(64):
        _BIT_INDEX[((_DEBRUIJN << i) & _MASK64) >> 58] = i
    for i in range(50):
        if i % 10 != 0:
            _WEST_FREE |= one << i
        if i % 10 != 9:
            _EAST_FREE |= one << i
    for i, player in enumerate(p for order in permutations(range(4)) for p in order):
        _STRAWS[i] = player
    for i, player in enumerate(p for order in permutations(range(3)) for p in order):
        _STRAWS_3[i] = player


_fill_tables()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lowest(bits: cython.ulonglong) -> cython.int:
    """The index of the lowest bit of a set that is not empty."""
    return _BIT_INDEX[(((bits & (~bits + 1)) * _DEBRUIJN) & _MASK64) >> 58]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_bits(bits: cython.ulonglong) -> cython.int:
    count: cython.int = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _grown_north(low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
    """The cells of the northern half next to a set, the set itself included."""
    across: cython.ulonglong = low | (low & _WEST_FREE) >> 1 | (low & _EAST_FREE) << 1
    return (across | low >> 10 | low << 10 | high << 40) & _FIFTY


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _grown_south(low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
    """The cells of the southern half next to a set, the set itself included."""
    across: cython.ulonglong = high | (high & _WEST_FREE) >> 1 | (high & _EAST_FREE) << 1
    return (across | high << 10 | high >> 10 | low >> 40) & _FIFTY


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(x: cython.ulonglong) -> cython.ulonglong:
    """splitmix64: the next state of the generator is ``x + _GOLDEN``, its output this."""
    x = ((x ^ (x >> 30)) * _MIX_A) & _MASK64
    x = ((x ^ (x >> 27)) * _MIX_B) & _MASK64
    return x ^ (x >> 31)


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
        i: cython.int
        cell: cython.int
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
        one: cython.ulonglong = 1
        for i in range(12):
            cell = slots[i]
            self.slot[cell] = i
            self.cell_of_slot[i] = cell
            self.quarter[i] = (cell % 10 >= 5) + 2 * (cell >= 50)
            if cell < 50:
                self.slots_low |= one << cell
            else:
                self.slots_high |= one << (cell - 50)


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
        i: cython.int
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
        i: cython.int
        slot: cython.int
        one: cython.ulonglong = 1
        self.crates_low = self.crates_high = self.dockers_low = self.dockers_high = 0
        self.singles = 0
        self.flipped_this_turn = 0
        for i in range(4):
            self.score[i] = 0
            self.open_depots[i] = 0
        for i in range(100):
            if self.cells[i]:
                if i < 50:
                    self.crates_low |= one << i
                else:
                    self.crates_high |= one << (i - 50)
                slot = self.game.slot[i]
                if slot >= 0:
                    self._score_depot(slot, self.cells[i])
                elif self.cells[i] < 16:
                    self.singles += 1
                if self.cells[i] & 15 == JUST_FLIPPED or self.cells[i] >> 4 == JUST_FLIPPED:
                    self.flipped_this_turn += 1
        for i in range(self.dockers):
            self._set_docker_bit(self.docker_cell[i])
        for i in range(12):
            if self.owner[i] >= 0 and not self.cells[self.game.cell_of_slot[i]]:
                self.open_depots[self.owner[i]] += 1

    def fields(self) -> dict[str, object]:
        """The whole state as plain values, as ``load`` takes them."""
        i: cython.int
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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
        if self.ended != GOING_ON:
            return None
        return self.to_play[0] if self.playing else CHANCE

    def scores(self) -> tuple[int, ...]:
        return tuple([self.score[player] for player in range(self.game.players)])

    # Sets of cells

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_docker_bit(self, cell: cython.int) -> cython.void:
        one: cython.ulonglong = 1
        if cell < 50:
            self.dockers_low |= one << cell
        else:
            self.dockers_high |= one << (cell - 50)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_docker(self, docker: cython.int, target: cython.int) -> cython.void:
        one: cython.ulonglong = 1
        cell: cython.int = self.docker_cell[docker]
        if cell < 50:
            self.dockers_low ^= one << cell
        else:
            self.dockers_high ^= one << (cell - 50)
        self.docker_cell[docker] = target
        self._set_docker_bit(target)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_docker(self, cell: cython.int) -> cython.bint:
        one: cython.ulonglong = 1
        if cell < 50:
            return (self.dockers_low >> cell) & one != 0
        return (self.dockers_high >> (cell - 50)) & one != 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, cell: cython.int, crates: cython.int) -> cython.void:
        one: cython.ulonglong = 1
        self.cells[cell] = crates
        if cell < 50:
            self.crates_low &= ~(one << cell)
            if crates:
                self.crates_low |= one << cell
        else:
            self.crates_high &= ~(one << (cell - 50))
            if crates:
                self.crates_high |= one << (cell - 50)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_land(self, cell: cython.int, crate: cython.int) -> cython.bint:
        """Is this a free cell, or an empty depot that may take this crate? (F-4.2, F-4.5)"""
        if cell < 0 or self.cells[cell] or self._has_docker(cell):
            return False
        return self.game.slot[cell] < 0 or crate != JUST_FLIPPED

    # What may be played

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walks(
        self, docker: cython.int, points: cython.int, moves: cython.p_int, count: cython.int
    ) -> cython.int:
        """F-4.1: adds every walk of a docker."""
        one: cython.ulonglong = 1
        cell: cython.int = self.docker_cell[docker]
        free_low: cython.ulonglong = ~(self.crates_low | self.game.slots_low) & _FIFTY
        free_high: cython.ulonglong = ~(self.crates_high | self.game.slots_high) & _FIFTY
        seen_low: cython.ulonglong = 0
        seen_high: cython.ulonglong = 0
        new_low: cython.ulonglong = 0
        new_high: cython.ulonglong = 0
        ends: cython.ulonglong
        grown: cython.ulonglong
        cost: cython.int
        head: cython.int = GO | docker << 4 | cell << 8
        if cell < 50:
            new_low = one << cell
        else:
            new_high = one << (cell - 50)
        seen_low = new_low
        seen_high = new_high
        for cost in range(1, points + 1):
            if cost == 1 and self.game.slot[cell] >= 0:
                # From a depot only the open side leads out.
                grown = self._door(cell, False)
                new_high = self._door(cell, True) & free_high
                new_low = grown & free_low
            else:
                grown = _grown_north(new_low, new_high) & free_low & ~seen_low
                new_high = _grown_south(new_low, new_high) & free_high & ~seen_high
                new_low = grown
            if not (new_low | new_high):
                break
            seen_low |= new_low
            seen_high |= new_high
            ends = new_low & ~self.dockers_low
            while ends:
                moves[count] = head | _lowest(ends) << 15 | cost << 22
                count += 1
                ends &= ends - 1
            ends = new_high & ~self.dockers_high
            while ends:
                moves[count] = head | (50 + _lowest(ends)) << 15 | cost << 22
                count += 1
                ends &= ends - 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _door(self, cell: cython.int, south: cython.bint) -> cython.ulonglong:
        """The one neighbour of a depot, as a set in the half asked for."""
        one: cython.ulonglong = 1
        d: cython.int
        other: cython.int
        for d in range(4):
            other = self.game.next[4 * cell + d]
            if other >= 0 and (other >= 50) == south:
                return one << (other - 50 if south else other)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _crate_actions(
        self,
        docker: cython.int,
        points: cython.int,
        longest_push: cython.int,
        moves: cython.p_int,
        count: cython.int,
    ) -> cython.int:
        """F-4.2 to F-4.6: adds every action with a crate next to a docker."""
        cell: cython.int = self.docker_cell[docker]
        d: cython.int
        cost: cython.int
        crate: cython.int
        beyond: cython.int
        crates: cython.int
        head: cython.int
        for d in range(4):
            crate = self.game.next[4 * cell + d]
            if crate < 0 or not self.cells[crate] or self.game.slot[crate] >= 0:
                continue
            crates = self.cells[crate]
            head = docker << 4 | crate << 8
            beyond = self.game.next[4 * crate + d]
            if crates < 16:
                cost = 1
                while cost <= longest_push and self._can_land(beyond, crates):
                    moves[count] = PUSH | head | beyond << 15 | cost << 22
                    count += 1
                    cost += 1
                    beyond = self.game.next[4 * beyond + d]
                beyond = self.game.next[4 * crate + d]
                if (
                    points >= 2
                    and beyond >= 0
                    and 0 < self.cells[beyond] < 16
                    and self.game.slot[beyond] < 0
                ):
                    moves[count] = STACK | head | beyond << 15 | 2 << 22
                    count += 1
            elif points >= 2 and self._can_land(beyond, crates >> 4):
                moves[count] = UNSTACK | head | beyond << 15 | 2 << 22
                count += 1
            if points >= 4 and self.flips_left > 0:
                if (crates >> 4 if crates >= 16 else crates) == PLAIN:
                    moves[count] = FLIP | head | crate << 15 | 4 << 22
                    count += 1
            if points >= 1 and crates < 16:
                count = self._hand_overs(docker, crate, moves, count)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hand_overs(
        self, docker: cython.int, crate: cython.int, moves: cython.p_int, count: cython.int
    ) -> cython.int:
        """F-4.6: adds every cell a chain can bring this crate to, in the order of the cells."""
        queue: cython.schar[100]
        if not cython.compiled:
            queue = [0] * 100
        one: cython.ulonglong = 1
        seen_low: cython.ulonglong = 0
        seen_high: cython.ulonglong = 0
        head: cython.int = 0
        tail: cython.int = 1
        d: cython.int
        e: cython.int
        helper: cython.int
        target: cython.int
        giver: cython.int = self.docker_cell[docker]
        just_flipped: cython.bint = self.cells[crate] == JUST_FLIPPED
        queue[0] = crate
        while head < tail:
            for d in range(4):
                helper = self.game.next[4 * queue[head] + d]
                if helper < 0 or helper == giver or not self._has_docker(helper):
                    continue
                for e in range(4):
                    target = self.game.next[4 * helper + e]
                    if target < 0 or self.cells[target] or self._has_docker(target):
                        continue
                    if self.game.slot[target] >= 0 and just_flipped:
                        continue
                    if target < 50:
                        if (seen_low >> target) & one:
                            continue
                        seen_low |= one << target
                    else:
                        if (seen_high >> (target - 50)) & one:
                            continue
                        seen_high |= one << (target - 50)
                    if self.game.slot[target] < 0:
                        queue[tail] = target
                        tail += 1
            head += 1
        while seen_low:
            moves[count] = HAND_OVER | docker << 4 | crate << 8 | _lowest(seen_low) << 15 | 1 << 22
            count += 1
            seen_low &= seen_low - 1
        while seen_high:
            moves[count] = (
                HAND_OVER | docker << 4 | crate << 8 | (50 + _lowest(seen_high)) << 15 | 1 << 22
            )
            count += 1
            seen_high &= seen_high - 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _legal(self, moves: cython.p_int) -> cython.int:
        """Writes every legal move, in the order of the law, and tells how many there are."""
        i: cython.int
        count: cython.int = 0
        if self.ended != GOING_ON:
            return 0
        if not self.playing:
            for i in range(24 if self.game.players == 4 else 6):
                moves[i] = DRAW | i << 15
            return 24 if self.game.players == 4 else 6
        if not self.game.goals and self.dockers < self.game.players * self.game.dockers_each:
            return self._setup_moves(moves)
        changed: cython.bint = not self._is_origin()
        more: cython.bint = self.activations < (1 if self.game.goals else 2)
        others: cython.int = 0
        before: cython.int
        points: cython.int
        for i in range(self.dockers):
            if i == self.active:
                count = self._walks(i, self.points, moves, count)
                count = self._crate_actions(i, self.points, self.points, moves, count)
                if self.points:
                    count = self._without_dead_ends(moves, count)
            elif (
                more
                and i != self.barred
                and self.game.docker_player[i] == self.to_play[0]
                and (self.active < 0 or changed)
            ):
                before = count
                points = self._turn_points()
                count = self._walks(i, points, moves, count)
                count = self._crate_actions(i, points, points, moves, count)
                others += count - before
        if self.active >= 0 and changed and not others:
            moves[count] = END_TURN
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _setup_moves(self, moves: cython.p_int) -> cython.int:
        """F-2.2, F-2.4"""
        i: cython.int
        count: cython.int = 0
        placed: cython.int = 0
        covered: cython.int = 0
        player: cython.int = self.to_play[0]
        cell: cython.int
        mask: cython.int
        open_slots: cython.int = 0
        for i in range(12):
            if self.owner[i] == UNPLACED:
                open_slots += 1
            elif self.owner[i] == player:
                placed += 1
                covered |= 1 << self.game.quarter[i]
        if not open_slots:
            for i in range(12):
                cell = self.game.cell_of_slot[i]
                if self.owner[i] == player and not self._has_docker(cell):
                    moves[count] = PLACE_DOCKER | cell << 15
                    count += 1
            return count
        for i in range(12):
            if self.owner[i] == UNPLACED:
                mask = covered | 1 << self.game.quarter[i]
                mask = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
                if mask + self.game.depots_each - placed - 1 >= 3:
                    moves[count] = PLACE_DEPOT | self.game.cell_of_slot[i] << 15
                    count += 1
        if not count:
            for i in range(12):
                if self.owner[i] == UNPLACED:
                    moves[count] = PLACE_DEPOT | self.game.cell_of_slot[i] << 15
                    count += 1
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn_points(self) -> cython.int:
        """F-3.2"""
        return 5 if self.game.goals or self.turn > 1 else 3 + self.turn

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_origin(self) -> cython.bint:
        """F-3.3: is all as it was when the active docker began?"""
        i: cython.int
        if self.active < 0 or self.docker_cell[self.active] != self.origin_docker:
            return False
        # No crate appears or disappears, so as many cells alike is all alike.
        for i in range(self.origin_count):
            if self.cells[self.origin_cell[i]] != self.origin_crates[i]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without_dead_ends(self, moves: cython.p_int, count: cython.int) -> cython.int:
        """F-3.3: drops the moves of the active docker that bring its origin back for good."""
        i: cython.int
        kept: cython.int = 0
        for i in range(count):
            if moves[i] >> 4 & 15 != self.active or not self._leads_nowhere(moves[i]):
                moves[kept] = moves[i]
                kept += 1
        return kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leads_nowhere(self, move: cython.int) -> cython.bint:
        """Only a walk or a push can end where the docker began; hand-overs, if it stands there."""
        kind: cython.int = move & 15
        source: cython.int = move >> 8 & 127
        target: cython.int = move >> 15 & 127
        left: cython.int = self.points - (move >> 22 & 7)
        docker: cython.int = self.active
        cell: cython.int = self.docker_cell[docker]
        home: cython.bint
        if kind == GO:
            if target != self.origin_docker:
                return False
        elif kind == PUSH:
            if self._before(target, source) != self.origin_docker:
                return False
        elif kind == STACK:
            if source != self.origin_docker:
                return False
        elif cell != self.origin_docker:
            return False
        if kind == FLIP:
            return False
        was_source: cython.int = self.cells[source]
        was_target: cython.int = self.cells[target]
        self._move_pieces(kind, docker, source, target)
        home = self._is_origin() and not self._can_act(docker, left)
        if kind != GO:
            self._put(source, was_source)
            self._put(target, was_target)
        self._move_docker(docker, cell)
        return home

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _before(self, target: cython.int, source: cython.int) -> cython.int:
        """The cell before the last one of a straight push."""
        if target - source >= 10:
            return target - 10
        if source - target >= 10:
            return target + 10
        return target - 1 if target > source else target + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_act(self, docker: cython.int, points: cython.int) -> cython.bint:
        moves: cython.int[2048]
        if not cython.compiled:
            moves = [0] * 2048
        d: cython.int
        cell: cython.int
        if points < 1:
            return False
        for d in range(4):
            cell = self.game.next[4 * self.docker_cell[docker] + d]
            if (
                cell >= 0
                and not self.cells[cell]
                and not self._has_docker(cell)
                and self.game.slot[cell] < 0
            ):
                return True
        return (
            self._walks(docker, points, moves, 0) > 0
            or self._crate_actions(docker, points, 1, moves, 0) > 0
        )

    def legal(self) -> list[int]:
        """Every legal move, in the order of the law."""
        moves: cython.int[2048]
        if not cython.compiled:
            moves = [0] * 2048
        count: cython.int
        with cython.nogil:
            count = self._legal(moves)
        return _in_order_of_law([moves[i] for i in range(count)])

    # What follows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_pieces(
        self, kind: cython.int, docker: cython.int, source: cython.int, target: cython.int
    ) -> cython.void:
        crates: cython.int
        if kind == GO:
            self._move_docker(docker, target)
            return
        crates = self.cells[source]
        if kind == FLIP:
            if crates >= 16:
                self._put(source, (crates & 15) | JUST_FLIPPED << 4)
            else:
                self._put(source, JUST_FLIPPED)
        elif kind == UNSTACK:
            self._put(source, crates & 15)
            self._put(target, crates >> 4)
        elif kind == STACK:
            self._put(source, 0)
            self._put(target, self.cells[target] | crates << 4)
            self._move_docker(docker, source)
        else:
            self._put(source, 0)
            self._put(target, crates)
            if kind == PUSH:
                self._move_docker(docker, self._before(target, source))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, move: cython.int) -> cython.void:
        kind: cython.int = move & 15
        docker: cython.int = move >> 4 & 15
        source: cython.int = move >> 8 & 127
        target: cython.int = move >> 15 & 127
        i: cython.int
        if kind <= HAND_OVER:
            if docker != self.active:
                self._activate(docker)
            self.points -= move >> 22 & 7
            self._move_pieces(kind, docker, source, target)
            self._after_action(kind, target)
        elif kind == END_TURN:
            self._end_turn()
        elif kind == DRAW:
            self.playing = self.game.players
            for i in range(self.game.players):
                if self.game.players == 4:
                    self.to_play[i] = _STRAWS[4 * target + i]
                else:
                    self.to_play[i] = _STRAWS_3[3 * target + i]
            self._begin_turn()
        elif kind == PLACE_DEPOT:
            self._place_depot(self.game.slot[target])
        else:
            self._place_docker(target)

    @cython.ccall
    def apply(self, move: cython.int) -> cython.void:
        """Play a legal move. The caller vouches for it."""
        self._apply(move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_depot(self, slot: cython.int) -> cython.void:
        i: cython.int
        placed: cython.int = 0
        self.owner[slot] = self.to_play[0]
        self.open_depots[self.to_play[0]] += 1
        for i in range(12):
            placed += self.owner[i] != UNPLACED
        if placed == self.game.players * self.game.depots_each:
            for i in range(12):
                if self.owner[i] == UNPLACED:
                    self.owner[i] = NEUTRAL
        self.to_play[0] = placed % self.game.players

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_docker(self, cell: cython.int) -> cython.void:
        self.docker_cell[self.dockers] = cell
        self._set_docker_bit(cell)
        self.dockers += 1
        self.to_play[0] = self.dockers % self.game.players
        if self.dockers == self.game.players * self.game.dockers_each:
            if self.game.straws:
                self.playing = 0
            else:
                self.to_play[0] = 0
                self._begin_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _activate(self, docker: cython.int) -> cython.void:
        """F-3.1"""
        low: cython.ulonglong = self.crates_low
        high: cython.ulonglong = self.crates_high
        cell: cython.int
        count: cython.int = 0
        if self.active >= 0:
            self.barred = self.active
        self.active = docker
        self.activations += 1
        self.points = self._turn_points()
        self.origin_docker = self.docker_cell[docker]
        while low:
            cell = _lowest(low)
            low &= low - 1
            self.origin_cell[count] = cell
            self.origin_crates[count] = self.cells[cell]
            count += 1
        while high:
            cell = 50 + _lowest(high)
            high &= high - 1
            self.origin_cell[count] = cell
            self.origin_crates[count] = self.cells[cell]
            count += 1
        self.origin_count = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_action(self, kind: cython.int, target: cython.int) -> cython.void:
        """Counts, scores and the ends that come at once (F-5.1 to F-5.4, F-7.3)."""
        slot: cython.int = self.game.slot[target]
        stored: cython.bint = slot >= 0 and kind != GO
        if kind == FLIP:
            self.flips_left -= 1
            self.flipped_this_turn += 1
            return
        if kind == STACK:
            self.singles -= 2
        elif kind == UNSTACK:
            self.singles += 1 if stored else 2
        elif stored:
            self.singles -= 1
        if stored:
            self._store(slot)
            if self.ended != GOING_ON:
                return
        if not self.game.goals and not self.singles and (stored or kind == STACK):
            if self._no_stack_available():
                self.ended = END_NO_CRATE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _score_depot(self, slot: cython.int, crate: cython.int) -> cython.void:
        if self.game.goals:
            if crate >= GOAL and self.game.goal_slot[crate - GOAL] == slot:
                self.score[0] += 1
        elif self.owner[slot] >= 0:
            self.score[self.owner[slot]] += 1 if crate == PLAIN else 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _store(self, slot: cython.int) -> cython.void:
        owner: cython.int = self.owner[slot]
        self.stored_this_turn = 1
        self._score_depot(slot, self.cells[self.game.cell_of_slot[slot]])
        if self.game.goals:
            if self.score[0] == self.game.goals:
                self.ended = END_SOLVED
            return
        if owner < 0:
            return
        if self.marker < 0 or self.score[owner] > self.score[self.marker]:
            self.marker = owner
        self.open_depots[owner] -= 1
        if self.full_player < 0 and not self.open_depots[owner]:
            self.full_player = owner

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _no_stack_available(self) -> cython.bint:
        """F-5.4: no single crate is left; can no stack ever be taken apart?

        A stack that can be taken apart makes the game go on, so the first one decides.
        """
        cell: cython.int
        d: cython.int
        docker: cython.int
        landing: cython.int
        for cell in range(100):
            if self.cells[cell] < 16:
                continue
            for d in range(4):
                docker = self.game.next[4 * cell + (d + 2) % 4]
                landing = self.game.next[4 * cell + d]
                if docker < 0 or landing < 0 or self.cells[docker] or self.cells[landing]:
                    continue
                if self.game.slot[docker] < 0 or self._has_docker(docker):
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end_turn(self) -> cython.void:
        cell: cython.int
        if self.flipped_this_turn:
            for cell in range(100):
                if self.cells[cell] & 15 == JUST_FLIPPED:
                    self.cells[cell] = (self.cells[cell] & 240) | FRAGILE
                if self.cells[cell] >> 4 == JUST_FLIPPED:
                    self.cells[cell] = (self.cells[cell] & 15) | FRAGILE << 4
            self.flipped_this_turn = 0
        self.idle_turns = 0 if self.stored_this_turn else self.idle_turns + 1
        self.stored_this_turn = 0
        self.turn += 1
        self.barred = self.active if self.game.goals else NOBODY
        self.activations = 0
        self.active = NOBODY
        self.points = 0
        self.origin_count = 0
        self.origin_docker = 0
        if self.game.goals and self.turn == self.game.turn_limit:
            self.ended = END_OUT_OF_TURNS
        elif self.game.idle_limit and self.idle_turns >= self.game.idle_limit:
            self.ended = END_IDLE
        elif self.game.straws:
            self._next_in_round()
        else:
            self._next_clockwise()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_clockwise(self) -> cython.void:
        """F-3.1, F-5.3"""
        i: cython.int
        player: cython.int = self.to_play[0]
        other: cython.int
        if self.last_turns:
            if self.playing == 1:
                self.ended = END_FULL
                return
            self._shift()
        elif self.full_player >= 0:
            self.last_turns = 1
            self.playing = 0
            for i in range(1, self.game.players + 1):
                other = (player + i) % self.game.players
                if other != self.full_player:
                    self.to_play[self.playing] = other
                    self.playing += 1
        else:
            self.to_play[0] = (player + 1) % self.game.players
        self._begin_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shift(self) -> cython.void:
        i: cython.int
        self.playing -= 1
        for i in range(self.playing):
            self.to_play[i] = self.to_play[i + 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_in_round(self) -> cython.void:
        """F-6"""
        if self.playing > 1:
            self._shift()
            self._begin_turn()
        elif self.full_player >= 0:
            self.ended = END_FULL
        else:
            self.playing = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_turn(self) -> cython.void:
        """F-3.3: a player none of whose dockers can act is passed over."""
        i: cython.int
        for i in range(self.dockers):
            if self.game.docker_player[i] == self.to_play[0] and i != self.barred:
                if self._can_act(i, self._turn_points()):
                    return
        if self.game.goals:
            self.ended = END_STUCK
            return
        for i in range(self.dockers):
            if self._can_act(i, 5):
                self._end_turn()
                return
        self.ended = END_STUCK

    # Random play

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random_moves(self, seed: cython.ulonglong, lively: cython.bint) -> cython.int:
        """Plays random moves to the end of the game; tells how many.

        Lively play walks only every other time that something else can be done, and looks at
        the state after each move: it stops at an unsound one, telling the move below zero.
        """
        moves: cython.int[2048]
        if not cython.compiled:
            moves = [0] * 2048
        count: cython.int
        played: cython.int = 0
        word: cython.ulonglong
        while True:
            count = self._legal(moves)
            if not count:
                return played
            seed = (seed + _GOLDEN) & _MASK64
            word = _mixed(seed)
            if lively and word & 1:
                count = self._without_walks(moves, count)
            word = (word >> 32) * count >> 32
            self._apply(moves[cython.cast(cython.int, word)])
            played += 1
            if lively and not self._is_sound():
                return -played

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without_walks(self, moves: cython.p_int, count: cython.int) -> cython.int:
        """Puts the other moves first and tells how many they are; all, if there is no other."""
        i: cython.int
        kept: cython.int = 0
        for i in range(count):
            if moves[i] & 15 != GO:
                moves[kept] = moves[i]
                kept += 1
        return kept if kept else count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_sound(self) -> cython.bint:
        """No crate or docker made or lost, two high at most, nothing in a wall, points left >= 0."""
        one: cython.ulonglong = 1
        cell: cython.int
        i: cython.int
        crates: cython.int = 0
        bits: cython.ulonglong
        for cell in range(100):
            bits = self.crates_low >> cell if cell < 50 else self.crates_high >> (cell - 50)
            if (bits & one != 0) != (self.cells[cell] != 0):
                return False
            if self.cells[cell]:
                crates += 1 if self.cells[cell] < 16 else 2
                if self.cells[cell] & 15 == 0 or self._has_docker(cell):
                    return False
                if self.cells[cell] >= 16 and self.game.slot[cell] >= 0:
                    return False
        for i in range(self.dockers):
            if not self._has_docker(self.docker_cell[i]):
                return False
        i = _count_bits(self.dockers_low) + _count_bits(self.dockers_high)
        return crates == 12 and i == self.dockers and self.points >= 0 and self.flips_left >= 0

    def random_play(self, seed: cython.ulonglong) -> int:
        """Plays this state on at random to its end; tells how many moves it took."""
        played: cython.int
        with cython.nogil:
            played = self._random_moves(seed, False)
        return played

    def random_games(
        self, seed: cython.ulonglong, games: cython.int, lively: cython.bint = False
    ) -> int:
        """Plays so many random games from this state, which stays; tells how many moves in all.

        Lively games are checked for soundness in every state (``ValueError``).
        """
        total: cython.longlong = 0
        played: cython.int = 0
        _: cython.int
        twin: PackedState = self.copy()
        with cython.nogil:
            for _ in range(games):
                twin._copy_from(self)
                seed = (seed + _GOLDEN) & _MASK64
                played = twin._random_moves(_mixed(seed), lively)
                if played < 0:
                    break
                total += played
        if played < 0:
            raise ValueError(f"unsound after {-played} moves: {twin.fields()}")
        return total


@cython.final
@cython.cclass
class Activation:
    """All that one activation of a docker can lead to.

    Crates change only at a few places while the docker walks about, so positions are kept as
    *layouts* of crates, each with the sets of cells the docker can be on after 0, 1, … points.
    A workspace: ``explore`` may be called again and again.
    """

    state: PackedState
    docker: cython.int
    points: cython.int
    count: cython.int
    room: cython.int
    others_low: cython.ulonglong
    others_high: cython.ulonglong
    start: cython.int
    cells: cython.uchar[:]
    words: cython.ulonglong[:]
    table: cython.int[:]

    def __init__(self, room: cython.int = 1024) -> None:
        self.count = 0
        self._make_room(room)

    def _make_room(self, room: cython.int) -> None:
        """Place for so many layouts, a power of two: crates, 15 words each, and a hash table.

        The words: hash, the two of the crates' cells, then two for each number of points spent.
        """
        self.room = room
        self.cells = memoryview(bytearray(100 * room))
        self.words = memoryview(array("Q", bytes(8 * 15 * room)))
        self.table = memoryview(array("i", bytes(4 * 2 * room)))

    def explore(self, state: PackedState, docker: cython.int, points: cython.int) -> int:
        """Finds everything this docker can reach with so many points; tells the layouts found."""
        self.state = state.copy()
        self.docker = docker
        self.points = points
        self.start = state.docker_cell[docker]
        done: cython.bint
        while True:
            with cython.nogil:
                done = self._explore()
            if done:
                return self.count
            self._make_room(2 * self.room)
            self.state = state.copy()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _explore(self) -> cython.bint:
        """False if there was no room for all of it."""
        i: cython.int
        layout: cython.int
        spent: cython.int
        one: cython.ulonglong = 1
        self.others_low = self.state.dockers_low
        self.others_high = self.state.dockers_high
        if self.start < 50:
            self.others_low ^= one << self.start
        else:
            self.others_high ^= one << (self.start - 50)
        for i in range(2 * self.room):
            self.table[i] = 0
        self.count = 0
        layout = self._layout()
        if self.start < 50:
            self.words[15 * layout + 3] = one << self.start
        else:
            self.words[15 * layout + 4] = one << (self.start - 50)
        for spent in range(self.points):
            layout = 0
            while layout < self.count:
                if not self._expand(layout, spent):
                    return False
                layout += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _layout(self) -> cython.int:
        """The number of the layout that ``state`` holds now, new if need be; -1 without room."""
        low: cython.ulonglong = self.state.crates_low
        high: cython.ulonglong = self.state.crates_high
        key: cython.ulonglong = 0
        cell: cython.int
        place: cython.int
        number: cython.int
        while low:
            cell = _lowest(low)
            low &= low - 1
            key ^= _mixed(cython.cast(cython.ulonglong, 256 * cell + self.state.cells[cell] + 1))
        while high:
            cell = 50 + _lowest(high)
            high &= high - 1
            key ^= _mixed(cython.cast(cython.ulonglong, 256 * cell + self.state.cells[cell] + 1))
        place = cython.cast(cython.int, key & (2 * self.room - 1))
        while self.table[place]:
            number = self.table[place] - 1
            if self.words[15 * number] == key and self._is_layout(number):
                return number
            place = (place + 1) & (2 * self.room - 1)
        number = self.count
        if number == self.room:
            return -1
        self.table[place] = number + 1
        self.count += 1
        self.words[15 * number] = key
        self.words[15 * number + 1] = self.state.crates_low
        self.words[15 * number + 2] = self.state.crates_high
        for cell in range(3, 15):
            self.words[15 * number + cell] = 0
        for cell in range(100):
            self.cells[100 * number + cell] = self.state.cells[cell]
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_layout(self, number: cython.int) -> cython.bint:
        cell: cython.int
        for cell in range(100):
            if self.cells[100 * number + cell] != self.state.cells[cell]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, layout: cython.int, spent: cython.int) -> cython.bint:
        """Walks and acts on from the cells of a layout first reached with so many points."""
        base: cython.int = 15 * layout + 3
        low: cython.ulonglong = self.words[base + 2 * spent]
        high: cython.ulonglong = self.words[base + 2 * spent + 1]
        crates_low: cython.ulonglong = self.words[15 * layout + 1]
        crates_high: cython.ulonglong = self.words[15 * layout + 2]
        loose_low: cython.ulonglong = crates_low & ~self.state.game.slots_low
        loose_high: cython.ulonglong = crates_high & ~self.state.game.slots_high
        free_low: cython.ulonglong = ~(crates_low | self.state.game.slots_low)
        free_high: cython.ulonglong = ~(crates_high | self.state.game.slots_high)
        i: cython.int
        for i in range(spent):
            low &= ~self.words[base + 2 * i]
            high &= ~self.words[base + 2 * i + 1]
        if not (low | high):
            return True
        if spent == 0 and self.state.game.slot[self.start] >= 0:
            self.words[base + 2] |= self.state._door(self.start, False) & free_low
            self.words[base + 3] |= self.state._door(self.start, True) & free_high
        else:
            self.words[base + 2 * spent + 2] |= _grown_north(low, high) & free_low
            self.words[base + 2 * spent + 3] |= _grown_south(low, high) & free_high
        # Nobody acts from a cell that is only crossed, nor with no crate next to it.
        low &= ~self.others_low & _grown_north(loose_low, loose_high)
        high &= ~self.others_high & _grown_south(loose_low, loose_high)
        if not (low | high):
            return True
        for i in range(100):
            self.state.cells[i] = self.cells[100 * layout + i]
        self.state.crates_low = crates_low
        self.state.crates_high = crates_high
        while low:
            if not self._act_from(_lowest(low), spent):
                return False
            low &= low - 1
        while high:
            if not self._act_from(50 + _lowest(high), spent):
                return False
            high &= high - 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _act_from(self, cell: cython.int, spent: cython.int) -> cython.bint:
        """Every action with a crate that the docker can do from this cell of ``state``."""
        moves: cython.int[2048]
        if not cython.compiled:
            moves = [0] * 2048
        one: cython.ulonglong = 1
        count: cython.int
        i: cython.int
        kind: cython.int
        source: cython.int
        target: cython.int
        layout: cython.int
        place: cython.int
        was_source: cython.int
        was_target: cython.int
        end: cython.int
        self.state._move_docker(self.docker, cell)
        count = self.state._crate_actions(self.docker, self.points - spent, 1, moves, 0)
        for i in range(count):
            kind = moves[i] & 15
            source = moves[i] >> 8 & 127
            target = moves[i] >> 15 & 127
            was_source = self.state.cells[source]
            was_target = self.state.cells[target]
            self.state._move_pieces(kind, self.docker, source, target)
            end = self.state.docker_cell[self.docker]
            layout = self._layout()
            self.state._put(source, was_source)
            if target != source:
                self.state._put(target, was_target)
            self.state._move_docker(self.docker, cell)
            if layout < 0:
                return False
            place = 15 * layout + 3 + 2 * (spent + (moves[i] >> 22 & 7))
            if end < 50:
                self.words[place] |= one << end
            else:
                self.words[place + 1] |= one << (end - 50)
        return True

    def counts(self) -> list[int]:
        """How many positions can be ended in with 1, 2, … points, the first one excluded."""
        found = [0] * self.points
        layout: cython.int
        spent: cython.int
        low: cython.ulonglong
        high: cython.ulonglong
        for layout in range(self.count):
            low = self.words[15 * layout + 3]
            high = self.words[15 * layout + 4]
            for spent in range(1, self.points + 1):
                low |= self.words[15 * layout + 3 + 2 * spent] & ~self.others_low
                high |= self.words[15 * layout + 4 + 2 * spent] & ~self.others_high
                found[spent - 1] += _count_bits(low) + _count_bits(high)
        return [number - 1 for number in found]

    def ends(self) -> list[tuple[bytes, int, int]]:
        """Every position to end in: crates of each cell, the docker's cell, points needed."""
        found = []
        layout: cython.int
        spent: cython.int
        cell: cython.int
        for layout in range(self.count):
            crates = bytes(self.cells[100 * layout : 100 * layout + 100])
            seen: set[int] = {self.start} if layout == 0 else set()
            for spent in range(1, self.points + 1):
                for cell in range(100):
                    if self._is_reached(layout, spent, cell) and cell not in seen:
                        seen.add(cell)
                        found.append((crates, cell, spent))
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_reached(self, layout: cython.int, spent: cython.int, cell: cython.int) -> cython.bint:
        place: cython.int = 15 * layout + 3 + 2 * spent
        one: cython.ulonglong = 1
        if cell < 50:
            return ((self.words[place] & ~self.others_low) >> cell) & one != 0
        return ((self.words[place + 1] & ~self.others_high) >> (cell - 50)) & one != 0


def _in_order_of_law(moves: list[int]) -> list[int]:
    """The law lists a docker's walks by cell and its other actions by direction."""
    ordered: list[int] = []
    walks: list[int] = []
    for move in moves:
        if move & 15 == GO and (not walks or walks[0] >> 4 & 15 == move >> 4 & 15):
            walks.append(move)
            continue
        ordered += sorted(walks, key=_target)
        walks = []
        if move & 15 == GO:
            walks.append(move)
        else:
            ordered.append(move)
    return ordered + sorted(walks, key=_target)


def _target(move: int) -> int:
    return move >> 15 & 127
