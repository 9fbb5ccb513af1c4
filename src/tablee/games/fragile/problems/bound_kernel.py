"""What a goal crate could still do if it stood alone on the quay: the solver's lower bound.

All crates but one are taken away; the dockers stay. What that crate and the dockers can then do in
a number of turns is worked out exactly, once for every place the dockers may stand. A position in
which the lone crate cannot be stored in the turns left is lost with the other crates too: they
only get in the way. (They can also be stacked on, which gains nothing the tables leave out: a
crate may climb onto any cell here, and be covered on any cell.)

The tables are worked out from the last turn backwards. A table tells, for each state of the crate
(see ``lone_turn_kernel``), the cells on which the active docker may begin or end its turn.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile.bits_kernel import FIFTY, bit, half
    from tablee.games.fragile.problems.lone_turn_kernel import (
        POINTS,
        STATES,
        WORDS,
        LoneTurn,
    )

COMPILED = cython.compiled

NOWHERE = cython.declare(cython.int, 127)
_STEPS = cython.declare(cython.int, 1200)


@cython.final
@cython.cclass
class Shelf:
    """Tables of sets of cells by their numbers, all of one size; only those put on it."""

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
        """Where the words of a new table begin."""
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

    Own dockers are alike, so a table belongs to a goal and to the cells of the own dockers that
    stand still while one is active: two, one or none. ``_table`` gives its number.
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
        """The board, the goals' depots, own dockers at the start, and the dockers that help."""
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
        """The number of the table for own dockers standing still on these cells.

        With one of them only ``first`` counts, with none neither.
        """
        if self.own == 1:
            return goal
        if self.own == 2:
            return 100 * goal + first
        if first > second:
            return 4950 * goal + first * (first - 1) // 2 + second
        return 4950 * goal + second * (second - 1) // 2 + first

    # Which tables there are

    @cython.ccall
    def ends_for(self, turns: cython.int) -> Shelf:
        """Where the active docker may end its turn, this being the first of so many turns left."""
        while len(self.ends) <= turns:
            self.starts.append(Shelf(self.goals * self.tables, WORDS))
            self.steps.append(Shelf(self.goals * self.tables, _STEPS))
            self.ends.append(Shelf(self.goals * self.tables, WORDS))
        shelf: Shelf = self.ends[turns]
        return shelf

    @cython.ccall
    def steps_for(self, turns: cython.int) -> Shelf:
        """Where it may be with 0 to 5 points left, for a crate that stands by itself."""
        self.ends_for(turns)
        shelf: Shelf = self.steps[turns]
        return shelf

    @cython.ccall
    def require(
        self, turns: cython.int, goal: cython.int, first: cython.int, second: cython.int
    ) -> cython.void:
        """Makes the tables of ends and steps for these dockers standing still."""
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
        """Could this docker, active now, begin to store the lone crate within so many turns?"""
        self._require_starts(turns, goal, first, second)
        shelf: Shelf = self.starts[turns]
        place = shelf.place[self._table(goal, first, second)]
        return (shelf.words[place + 2 * state + half(docker)] & bit(docker)) != 0

    def memory(self) -> int:
        """Bytes taken by the tables."""
        shelf: Shelf
        total: cython.longlong = 0
        for shelf in self.starts + self.steps + self.ends:
            total += 8 * cython.cast(cython.longlong, shelf.room) * shelf.size
        return total

    # How they are made

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
        """A turn may end anywhere if the crate is stored, else where another docker goes on."""
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
                    found = later.words[a + 2 * state] & bit_first
                    if self.own == 3:
                        found |= later.words[b + 2 * state] & bit_second
                    if found:
                        shelf.words[place + 2 * state + side] |= bit(cell)
        for state in range(STATES):
            cell = state % 100
            shelf.words[place + 2 * state + half(cell)] &= ~bit(cell)
        shelf.words[place + 2 * self.depots[goal]] = FIFTY
        shelf.words[place + 2 * self.depots[goal] + 1] = FIFTY

    def _keep_starts(self, shelf: Shelf, place: cython.int) -> cython.void:
        for i in range(WORDS):
            shelf.words[place + i] = (
                self.turn.levels[POINTS * WORDS + i] & ~self.turn.helpers[i & 1]
            )

    def _keep_steps(self, shelf: Shelf, place: cython.int) -> cython.void:
        """Cells that are only crossed are among them."""
        for points in range(POINTS + 1):
            for i in range(200):
                shelf.words[place + 200 * points + i] = self.turn.levels[points * WORDS + i]
