"""The solver's lower bound: what a goal crate could do if it stood alone on the quay.

The bound takes away all crates but one; the dockers stay. It works out exactly what this crate and
the dockers can do in a number of turns, once for every place of the dockers. If the lone crate
cannot be stored in the turns left, the position is lost, because the other crates only get in the
way. (A crate can also be stacked on another one. The bound allows for this: here a crate may climb
onto any cell, and be covered on any cell.)

The bound works from the last turn backwards. A table has, for each state of the crate (see
``lone_turn_kernel``), the set of cells on which the active docker may begin or end its turn.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.activation_kernel import limit_word
    from tablee.games.fragile.bits_kernel import FIFTY, bit, half
    from tablee.games.fragile.problems.lone_turn_kernel import (
        POINTS,
        STATES,
        WORDS,
        LoneTurn,
        level_word,
    )

COMPILED = cython.compiled

NOWHERE = cython.declare(cython.int, 127)
_STEPS = cython.declare(cython.int, 1200)


@cython.final
@cython.cclass
class Shelf:
    """Tables of sets of cells, all of one size. It has room only for those that were added."""

    place: cython.int[:]
    words: cython.ulonglong[:]
    store: array[int]
    size: cython.int
    count: cython.int
    room: cython.int

    def __init__(self, tables: cython.int, size: cython.int) -> None:
        """``size`` is the number of words of a table."""
        self.place = memoryview(array("i", [-1]) * tables)
        self.size = size
        self.room = 16
        self.store = array("Q", bytes(8 * size * self.room))
        self.words = memoryview(self.store)
        self.count = 0

    @cython.cfunc
    def _add(self, table: cython.int) -> cython.int:
        """Adds a table; returns where its words begin."""
        if self.count == self.room:
            self.store = self.store * 2
            self.words = memoryview(self.store)
            self.room *= 2
        self.place[table] = self.size * self.count
        self.count += 1
        return self.place[table]


@cython.final
@cython.cclass
class Bound:
    """The tables of the goal crates of one problem, each crate by itself.

    Own dockers are alike. So a table is for a goal and for the cells of the own dockers that stand
    still while one is active: two, one or none. ``_table`` returns its number.
    """

    turn: LoneTurn
    depots: cython.schar[12]
    goals: cython.int
    own: cython.int
    tables: cython.int
    starts: list[Shelf]
    steps: list[Shelf]
    ends: list[Shelf]

    def __init__(
        self,
        neighbours: list[int],
        slots: list[int],
        depots: list[int],
        dockers: list[int],
        others: list[int],
    ) -> None:
        """``dockers`` are the own ones at the start, ``others`` those that only help."""
        if not cython.compiled:
            self.depots = [0] * 12
        self.goals = len(depots)
        for i in range(self.goals):
            self.depots[i] = depots[i]
        self.own = len(dockers)
        self.tables = (1, 100, 4950)[self.own - 1]
        self.starts, self.steps, self.ends = [], [], []
        self.turn = LoneTurn(neighbours, slots, dockers, others)

    def _table(self, goal: cython.int, first: cython.int, second: cython.int) -> cython.int:
        """Returns the number of the table for own dockers that stand still on these cells.

        With two own dockers only ``first`` counts, with one neither.
        """
        if self.own == 1:
            return goal
        if self.own == 2:
            return 100 * goal + first
        if first > second:
            return 4950 * goal + first * (first - 1) // 2 + second
        return 4950 * goal + second * (second - 1) // 2 + first

    # The tables

    @cython.ccall
    def ends_for(self, turns: cython.int) -> Shelf:
        """Returns the tables of the ends of a turn, the first of so many turns left."""
        while len(self.ends) <= turns:
            self.starts.append(Shelf(self.goals * self.tables, WORDS))
            self.steps.append(Shelf(self.goals * self.tables, _STEPS))
            self.ends.append(Shelf(self.goals * self.tables, WORDS))
        shelf: Shelf = self.ends[turns]
        return shelf

    @cython.ccall
    def steps_for(self, turns: cython.int) -> Shelf:
        """Returns the limits of a turn, with 0 to 5 points left, for crates by themselves."""
        self.ends_for(turns)
        shelf: Shelf = self.steps[turns]
        return shelf

    @cython.ccall
    def require(
        self, turns: cython.int, goal: cython.int, first: cython.int, second: cython.int
    ) -> cython.void:
        """Makes the tables of ends and limits for these dockers."""
        number = self._table(goal, first, second)
        shelf: Shelf = self.steps_for(turns)
        if shelf.place[number] >= 0:
            return
        self._require_ends(turns, goal, first, second)
        place = shelf._add(number)
        ends: Shelf = self.ends[turns]
        with cython.nogil:
            self._work_out(ends, ends.place[number], goal, first, second)
            self._keep_steps(shelf, place)

    @cython.cfunc
    def _require_ends(
        self, turns: cython.int, goal: cython.int, first: cython.int, second: cython.int
    ) -> cython.void:
        shelf: Shelf = self.ends_for(turns)
        number = self._table(goal, first, second)
        if shelf.place[number] >= 0:
            return
        if turns > 1 and self.own > 1:
            for i in range(self.turn.stand_count):
                if self.own == 2:
                    self._require_starts(turns - 1, goal, self.turn.stand_cells[i], NOWHERE)
                    continue
                if self.turn.stand_cells[i] != first:
                    self._require_starts(turns - 1, goal, self.turn.stand_cells[i], first)
                if self.turn.stand_cells[i] != second:
                    self._require_starts(turns - 1, goal, self.turn.stand_cells[i], second)
        place = shelf._add(number)
        later: Shelf = self.starts[turns - 1]
        with cython.nogil:
            self._fill_ends(shelf, place, later, turns, goal, first, second)

    @cython.cfunc
    def _require_starts(
        self, turns: cython.int, goal: cython.int, first: cython.int, second: cython.int
    ) -> cython.void:
        """Makes the table of the cells from which the active docker succeeds."""
        self.ends_for(turns)
        shelf: Shelf = self.starts[turns]
        number = self._table(goal, first, second)
        if shelf.place[number] >= 0:
            return
        self._require_ends(turns, goal, first, second)
        ends: Shelf = self.ends[turns]
        steps: Shelf = self.steps[turns]
        place = shelf._add(number)
        with cython.nogil:
            self._work_out(ends, ends.place[number], goal, first, second)
            self._keep_starts(shelf, place)
        if turns == 1 and steps.place[number] < 0:
            place = steps._add(number)
            with cython.nogil:
                self._keep_steps(steps, place)

    def can_succeed(
        self,
        turns: cython.int,
        goal: cython.int,
        state: cython.int,
        docker: cython.int,
        first: cython.int,
        second: cython.int,
    ) -> bool:
        """Tells whether this docker, active now, can begin to store the crate in these turns."""
        self._require_starts(turns, goal, first, second)
        shelf: Shelf = self.starts[turns]
        place = shelf.place[self._table(goal, first, second)]
        return (shelf.words[place + codes.set_word(state, half(docker))] & bit(docker)) != 0

    def memory(self) -> int:
        """Returns how many bytes the tables take."""
        shelf: Shelf
        total: cython.longlong = 0
        for shelf in self.starts + self.steps + self.ends:
            total += 8 * cython.cast(cython.longlong, shelf.room) * shelf.size
        return total

    # How it makes them

    def _work_out(
        self,
        ends: Shelf,
        place: cython.int,
        goal: cython.int,
        first: cython.int,
        second: cython.int,
    ) -> cython.void:
        for i in range(WORDS):
            self.turn.levels[i] = ends.words[place + i]
        self.turn.work_out(first, second, self.depots[goal])

    def _fill_ends(
        self,
        shelf: Shelf,
        place: cython.int,
        later: Shelf,
        turns: cython.int,
        goal: cython.int,
        first: cython.int,
        second: cython.int,
    ) -> cython.void:
        """A turn may end anywhere if the crate is stored, or where another docker can go on."""
        bit_first = bit(first)
        bit_second = bit(second)
        for i in range(WORDS):
            shelf.words[place + i] = 0
        if turns > 1 and self.own > 1:
            for i in range(self.turn.stand_count):
                cell = self.turn.stand_cells[i]
                side = half(cell)
                if cell == first or (self.own == 3 and cell == second):
                    continue
                a = later.place[self._table(goal, cell, second)] + half(first)
                b = a
                if self.own == 3:
                    b = later.place[self._table(goal, cell, first)] + half(second)
                for state in range(STATES):
                    found = later.words[a + codes.set_word(state, 0)] & bit_first
                    if self.own == 3:
                        found |= later.words[b + codes.set_word(state, 0)] & bit_second
                    if found:
                        shelf.words[place + codes.set_word(state, side)] |= bit(cell)
        for state in range(STATES):
            cell = state % 100
            shelf.words[place + codes.set_word(state, half(cell))] &= ~bit(cell)
        shelf.words[place + codes.set_word(self.depots[goal], 0)] = FIFTY
        shelf.words[place + codes.set_word(self.depots[goal], 1)] = FIFTY

    def _keep_starts(self, shelf: Shelf, place: cython.int) -> cython.void:
        for i in range(WORDS):
            shelf.words[place + i] = (
                self.turn.levels[level_word(POINTS, 0, 0) + i] & ~self.turn.helpers[i & 1]
            )

    def _keep_steps(self, shelf: Shelf, place: cython.int) -> cython.void:
        """The limits include cells that the docker only crosses."""
        for points in range(POINTS + 1):
            for i in range(200):
                word = self.turn.levels[level_word(points, 0, 0) + i]
                shelf.words[place + limit_word(points, 0, 0) + i] = word
