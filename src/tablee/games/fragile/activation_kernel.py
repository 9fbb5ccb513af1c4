"""The positions one activation can lead to, on packed memory: the fast twin of ``reach``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.actions_kernel import (
        crate_actions,
        crates_before,
        door,
        move_pieces,
        put_back,
    )
    from tablee.games.fragile.bits_kernel import (
        FIFTY,
        bit,
        count_bits,
        first_cell,
        grown_north,
        grown_south,
        half,
        lowest,
    )
    from tablee.games.fragile.quay_kernel import PackedState, crates_key, move_docker

COMPILED = cython.compiled

if not cython.compiled:  # C inlines these in every kernel that uses them

    def key_word(layout: cython.int) -> cython.int:
        """Returns where the words of a layout begin: the first is its key."""
        return 15 * layout

    def crate_word(layout: cython.int, half: cython.int) -> cython.int:
        """Returns where a half of the cells with crates is."""
        return 15 * layout + 1 + half

    def reach_word(layout: cython.int, spent: cython.int, half: cython.int) -> cython.int:
        """Returns where a half of the cells is that the docker can reach with so many points."""
        return 15 * layout + 3 + 2 * spent + half

    def limit_word(points: cython.int, cell: cython.int, half: cython.int) -> cython.int:
        """Returns where a half of the limits is, for a crate on this cell and points left."""
        return 200 * points + 2 * cell + half


@cython.final
@cython.cclass
class Activation:
    """The positions that one activation of a docker can lead to.

    The docker walks much and moves few crates. So an activation keeps *layouts* of crates, each
    with the sets of cells that the docker can reach with 0, 1, … points. It is a workspace:
    ``explore`` may be called many times.

    The solver explores with ``limits``. These are sets of cells, made by its bound for each goal
    crate, and a docker outside them is of no use. It also stops at a layout that meets all goals
    (F-7.3).
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
    goals: cython.int
    limits: cython.ulonglong[:]
    limit: cython.int[12]

    def __init__(self, room: cython.int = 1024) -> None:
        if not cython.compiled:
            self.limit = [0] * 12
        self.count = 0
        self.goals = 0
        self._make_room(room)

    def _make_room(self, room: cython.int) -> None:
        """Makes room for so many layouts, a power of two: crates, 15 words each, a hash table.

        The words are a hash, two for the cells with crates, and two for each number of points.
        """
        self.room = room
        self.cells = memoryview(bytearray(100 * room))
        self.words = memoryview(array("Q", bytes(8 * 15 * room)))
        self.table = memoryview(array("i", bytes(4 * 2 * room)))

    def explore(self, state: PackedState, docker: cython.int, points: cython.int) -> int:
        """Finds all that this docker can reach with so many points; returns how many layouts."""
        self.state = state.copy()
        self.docker = docker
        self.points = points
        self.start = state.docker_cell[docker]
        while True:
            with cython.nogil:
                done = self._explore()
            if done:
                return self.count
            self._make_room(2 * self.room)
            self.state = state.copy()

    def _explore(self) -> cython.bint:
        """Explores from ``state``. Returns False if there was too little room."""
        self.others_low = self.state.dockers_low
        self.others_high = self.state.dockers_high
        if half(self.start):
            self.others_high ^= bit(self.start)
        else:
            self.others_low ^= bit(self.start)
        for i in range(2 * self.room):
            self.table[i] = 0
        self.count = 0
        layout = self._layout()
        self.words[reach_word(layout, 0, half(self.start))] = bit(self.start)
        for spent in range(self.points):
            layout = 0
            while layout < self.count:
                if not self._expand(layout, spent):
                    return False
                layout += 1
        return True

    def _layout(self) -> cython.int:
        """Returns the number of the layout in ``state``, or -1 if there is no room for it."""
        key = crates_key(self.state)
        place = cython.cast(cython.int, key & (2 * self.room - 1))
        while self.table[place]:
            number = self.table[place] - 1
            if self.words[key_word(number)] == key and self._is_layout(number):
                return number
            place = (place + 1) & (2 * self.room - 1)
        number = self.count
        if number == self.room:
            return -1
        self.table[place] = number + 1
        self.count += 1
        self.words[key_word(number)] = key
        self.words[crate_word(number, 0)] = self.state.crates_low
        self.words[crate_word(number, 1)] = self.state.crates_high
        for i in range(reach_word(number, 0, 0), key_word(number + 1)):
            self.words[i] = 0
        for cell in range(100):
            self.cells[codes.crates_at(number, cell)] = self.state.cells[cell]
        return number

    def _is_layout(self, number: cython.int) -> cython.bint:
        for cell in range(100):
            if self.cells[codes.crates_at(number, cell)] != self.state.cells[cell]:
                return False
        return True

    def _expand(self, layout: cython.int, spent: cython.int) -> cython.bint:
        """Walks and acts from the cells of a layout that take this many points to reach."""
        low = self.words[reach_word(layout, spent, 0)]
        high = self.words[reach_word(layout, spent, 1)]
        crates_low = self.words[crate_word(layout, 0)]
        crates_high = self.words[crate_word(layout, 1)]
        loose_low = crates_low & ~self.state.game.slots_low
        loose_high = crates_high & ~self.state.game.slots_high
        free_low = ~(crates_low | self.state.game.slots_low)
        free_high = ~(crates_high | self.state.game.slots_high)
        for i in range(spent):
            low &= ~self.words[reach_word(layout, i, 0)]
            high &= ~self.words[reach_word(layout, i, 1)]
        if self.goals and low | high:
            if self._is_solved(layout):
                return True
            low &= self._useful(layout, self.points - spent, 0)
            high &= self._useful(layout, self.points - spent, 1)
        if not (low | high):
            return True
        walk_low = low
        walk_high = high
        next_low = reach_word(layout, spent + 1, 0)
        next_high = reach_word(layout, spent + 1, 1)
        if self.state.game.slot[self.start] >= 0 and self._is_reached(layout, spent, self.start):
            # F-4.1, F-4.8: a docker may act from its depot, and leaves it by the open side.
            self.words[next_low] |= door(self.state, self.start, False) & free_low
            self.words[next_high] |= door(self.state, self.start, True) & free_high
            walk_low &= ~self.state.game.slots_low
            walk_high &= ~self.state.game.slots_high
        self.words[next_low] |= grown_north(walk_low, walk_high) & free_low
        self.words[next_high] |= grown_south(walk_low, walk_high) & free_high
        # A docker can cross a cell with another docker, but not act from there.
        low &= ~self.others_low & grown_north(loose_low, loose_high)
        high &= ~self.others_high & grown_south(loose_low, loose_high)
        if not (low | high):
            return True
        for i in range(100):
            self.state.cells[i] = self.cells[codes.crates_at(layout, i)]
        self.state.crates_low = crates_low
        self.state.crates_high = crates_high
        while low:
            if not self._act_from(lowest(low), spent):
                return False
            low &= low - 1
        while high:
            if not self._act_from(50 + lowest(high), spent):
                return False
            high &= high - 1
        return True

    def _is_solved(self, layout: cython.int) -> cython.bint:
        """F-7.3: tells whether all goal crates are in their depots."""
        for goal in range(self.state.game.goals):
            depot = self.state.game.cell_of_slot[self.state.game.goal_slot[goal]]
            if self.cells[codes.crates_at(layout, depot)] != codes.GOAL + goal:
                return False
        return True

    def _useful(self, layout: cython.int, points: cython.int, half: cython.int) -> cython.ulonglong:
        """Returns one half of the cells from which the docker can still help every goal crate.

        The limits of a goal crate begin at its ``limit``. There is a set for 0, 1, … points and
        each cell where the crate stands by itself. A crate in a stack sets no limit.
        """
        found = FIFTY
        low = self.words[crate_word(layout, 0)]
        high = self.words[crate_word(layout, 1)]
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            crates = self.cells[codes.crates_at(layout, cell)]
            if codes.GOAL <= crates < codes.GOAL + self.goals:
                place = self.limit[crates - codes.GOAL] + limit_word(points, cell, half)
                found &= self.limits[place]
        return found

    def _act_from(self, cell: cython.int, spent: cython.int) -> cython.bint:
        """Tries every action with a crate that the docker can do from this cell of ``state``."""
        moves = cython.declare(cython.int[2048])
        move_docker(self.state, self.docker, cell)
        count = crate_actions(self.state, self.docker, self.points - spent, 1, moves, 0)
        for i in range(count):
            crates = crates_before(self.state, moves[i])
            move_pieces(self.state, moves[i])
            end = self.state.docker_cell[self.docker]
            layout = self._layout()
            put_back(self.state, moves[i], cell, crates)
            if layout < 0:
                return False
            place = reach_word(layout, spent + codes.cost_of(moves[i]), half(end))
            self.words[place] |= bit(end)
        return True

    def counts(self) -> list[int]:
        """Counts the positions in which it can end with 1, 2, … points, without the first one."""
        found = [0] * self.points
        for layout in range(self.count):
            low = self.words[reach_word(layout, 0, 0)]
            high = self.words[reach_word(layout, 0, 1)]
            for spent in range(1, self.points + 1):
                low |= self.words[reach_word(layout, spent, 0)] & ~self.others_low
                high |= self.words[reach_word(layout, spent, 1)] & ~self.others_high
                found[spent - 1] += count_bits(low) + count_bits(high)
        return [number - 1 for number in found]

    def ends(self) -> list[tuple[bytes, int, int]]:
        """Returns every possible end: crates of each cell, the docker's cell, points needed."""
        found = []
        for layout in range(self.count):
            crates = bytes(self.cells[codes.crates_at(layout, 0) : codes.crates_at(layout + 1, 0)])
            seen: set[int] = {self.start} if layout == 0 else set()
            for spent in range(1, self.points + 1):
                for cell in range(100):
                    if self._is_reached(layout, spent, cell) and cell not in seen:
                        seen.add(cell)
                        found.append((crates, cell, spent))
        return found

    def _is_reached(self, layout: cython.int, spent: cython.int, cell: cython.int) -> cython.bint:
        others = self.others_high if half(cell) else self.others_low
        return (self.words[reach_word(layout, spent, half(cell))] & ~others & bit(cell)) != 0
