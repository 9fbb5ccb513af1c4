"""Works out one turn backwards, with a goal crate alone on the quay: the heart of the bound.

The crate has a *state*, see ``codes.on_top``. Each state has a set of cells: those on which the
active docker can be, with 0, 1, … points left, so that the turn ends as wanted.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import FIFTY, bit, grown_north, grown_south, half

COMPILED = cython.compiled

POINTS = cython.declare(cython.int, 5)
STATES = cython.declare(cython.int, 300)
WORDS = cython.declare(cython.int, 600)


@cython.final
@cython.cclass
class LoneTurn:
    """The board, the dockers that stand still in this turn, and the sets of the last turn."""

    next: cython.schar[400]
    floor: cython.ulonglong[2]
    others: cython.ulonglong[2]
    helpers: cython.ulonglong[2]
    near: cython.ulonglong[200]
    slot_starts: cython.schar[3]
    slot_start_count: cython.int
    stand_cells: cython.schar[100]
    stand_count: cython.int
    own: cython.int
    depot: cython.int
    cluster: cython.schar[100]
    clusters: cython.int
    levels: cython.ulonglong[3600]

    def __init__(
        self, neighbours: list[int], slots: list[int], dockers: list[int], others: list[int]
    ) -> None:
        """``dockers`` are the first cells of those that move; ``others`` never move (F-7.1)."""
        if not cython.compiled:
            self.next, self.near = [0] * 400, [0] * 200
            self.floor, self.others, self.helpers = [0] * 2, [0] * 2, [0] * 2
            self.slot_starts, self.stand_cells = [0] * 3, [0] * 100
            self.cluster, self.levels = [0] * 100, [0] * 3600
        self.own = len(dockers)
        self.depot = self.clusters = 0
        self._take_board(neighbours, slots, dockers, others)

    def _take_board(
        self, neighbours: list[int], slots: list[int], dockers: list[int], others: list[int]
    ) -> None:
        self.floor[0] = self.floor[1] = FIFTY
        for cell in slots:
            self.floor[half(cell)] &= ~bit(cell)
        for cell in others:
            self.others[half(cell)] |= bit(cell)
        for i in range(400):
            self.next[i] = neighbours[i]
            if self.next[i] >= 0:
                cell = self.next[i]
                self.near[codes.set_word(i // 4, half(cell))] |= bit(cell)
        self.slot_start_count = self.stand_count = 0
        for cell in range(100):
            if cell in others:
                continue
            if cell in slots:
                if cell not in dockers:
                    continue
                self.slot_starts[self.slot_start_count] = cell
                self.slot_start_count += 1
            self.stand_cells[self.stand_count] = cell
            self.stand_count += 1

    def work_out(self, first: cython.int, second: cython.int, depot: cython.int) -> cython.void:
        """Works back, point by point, from the ends in ``levels`` to where the turn can begin.

        ``first`` and ``second`` are the cells of own dockers that stand still, if there are any.
        """
        self.depot = depot
        self._gather_helpers(first, second)
        for i in range(WORDS):
            self.levels[i] &= ~self.helpers[i & 1]
        for points in range(1, POINTS + 1):
            self._walk_back(points)
            self._hand_back(points)
            for i in range(100):
                if self._is_free(i):
                    self._act_back(points, i)

    def _gather_helpers(self, first: cython.int, second: cython.int) -> cython.void:
        """Finds the dockers that can help, and the clusters of cells in which they hand over."""
        queue = cython.declare(cython.schar[100])
        self.helpers[0] = self.others[0]
        self.helpers[1] = self.others[1]
        if self.own >= 2:
            self.helpers[half(first)] |= bit(first)
        if self.own == 3:
            self.helpers[half(second)] |= bit(second)
        for cell in range(100):
            self.cluster[cell] = -1
        self.clusters = 0
        for cell in range(100):
            if not self._is_free(cell) or self.cluster[cell] >= 0:
                continue
            queue[0] = cell
            head = 0
            tail = 1
            while head < tail:
                for d in range(4):
                    helper = self._neighbour(queue[head], d)
                    if helper < 0 or not self._is_helper(helper):
                        continue
                    self.cluster[cell] = self.clusters
                    for e in range(4):
                        target = self._neighbour(helper, e)
                        if target >= 0 and self._is_free(target) and self.cluster[target] < 0:
                            self.cluster[target] = self.clusters
                            queue[tail] = target
                            tail += 1
                head += 1
            if self.cluster[cell] >= 0:
                self.clusters += 1

    def _neighbour(self, cell: cython.int, d: cython.int) -> cython.int:
        return self.next[4 * cell + d]

    def _is_helper(self, cell: cython.int) -> cython.bint:
        return (self.helpers[half(cell)] & bit(cell)) != 0

    def _is_free(self, cell: cython.int) -> cython.bint:
        """Tells whether a cell is floor without a docker."""
        return (self.floor[half(cell)] & ~self.helpers[half(cell)] & bit(cell)) != 0

    def _walk_back(self, points: cython.int) -> cython.void:
        """F-4.1: the docker takes a step, not over the crate. It may cross other dockers."""
        for state in range(STATES):
            low = self.levels[level_word(points - 1, state, 0)]
            high = self.levels[level_word(points - 1, state, 1)]
            self.levels[level_word(points, state, 0)] = low
            self.levels[level_word(points, state, 1)] = high
            if not (low | high):
                continue
            low &= self.floor[0]
            high &= self.floor[1]
            self.levels[level_word(points, state, 0)] |= grown_north(low, high) & self.floor[0]
            self.levels[level_word(points, state, 1)] |= grown_south(low, high) & self.floor[1]
            for i in range(self.slot_start_count):
                cell = self.slot_starts[i]
                for d in range(4):
                    door = self._neighbour(cell, d)
                    if door >= 0 and self._can_be(points - 1, state, door):
                        self._allow(points, state, cell)
            cell = state % 100
            if cell != self.depot:
                self.levels[level_word(points, state, half(cell))] &= ~bit(cell)

    def _can_be(self, points: cython.int, state: cython.int, docker: cython.int) -> cython.bint:
        """Tells whether the docker succeeds from here with so many points left."""
        word = self.levels[level_word(points, state, half(docker))]
        return (word & bit(docker)) != 0

    def _allow(self, points: cython.int, state: cython.int, docker: cython.int) -> cython.void:
        self.levels[level_word(points, state, half(docker))] |= bit(docker)

    def _hand_back(self, points: cython.int) -> cython.void:
        """F-4.6: a hand-over brings the crate anywhere in the cluster of its helpers.

        The law searches forwards from one crate. This goes backwards, and for all cells of the
        active docker at once, so it cannot be the law's search.
        """
        union = cython.declare(cython.ulonglong[200])
        for i in range(codes.set_word(self.clusters, 0)):
            union[i] = 0
        for cell in range(100):
            if self.cluster[cell] >= 0:
                for side in range(2):
                    word = self.levels[level_word(points - 1, cell, side)]
                    union[codes.set_word(self.cluster[cell], side)] |= word
        if not self._is_helper(self.depot):
            for d in range(4):
                door = self._neighbour(self.depot, d)
                if door < 0 or not self._is_helper(door):
                    continue
                for e in range(4):
                    cell = self._neighbour(door, e)
                    if cell >= 0 and self.cluster[cell] >= 0:
                        union[codes.set_word(self.cluster[cell], 0)] |= FIFTY
                        union[codes.set_word(self.cluster[cell], 1)] |= FIFTY
        for cell in range(100):
            if self.cluster[cell] < 0:
                continue
            for side in range(2):
                self.levels[level_word(points, cell, side)] |= (
                    union[codes.set_word(self.cluster[cell], side)]
                    & self.near[codes.set_word(cell, side)]
                    & ~self.helpers[side]
                )

    def _act_back(self, points: cython.int, cell: cython.int) -> cython.void:
        """F-4.2 to F-4.4: a docker next to the crate acts with it, or puts another one on it."""
        for d in range(4):
            docker = self._neighbour(cell, (d + 2) % 4)
            beyond = self._neighbour(cell, d)
            if docker < 0 or self._is_helper(docker):
                continue
            if points >= 2 and self._is_free(docker):
                # The docker stacks another crate, from the cell before it, on this one.
                behind = self._neighbour(docker, (d + 2) % 4)
                if behind >= 0 and not self._is_helper(behind):
                    if self._can_be(points - 2, codes.at_bottom(cell), docker):
                        self._allow(points, cell, behind)
            if beyond < 0 or self._is_helper(beyond):
                continue
            if self._can_be(points - 1, beyond, cell):
                self._allow(points, cell, docker)
            if points < 2:
                continue
            if self._can_be(points - 2, codes.on_top(beyond), cell):
                self._allow(points, cell, docker)
            if self._can_be(points - 2, beyond, docker):
                self._allow(points, codes.on_top(cell), docker)
            if self._can_be(points - 2, cell, docker):
                self._allow(points, codes.at_bottom(cell), docker)


if not cython.compiled:  # C inlines this in every kernel that uses it

    def level_word(points: cython.int, state: cython.int, half: cython.int) -> cython.int:
        """Returns where the half of a set is in ``levels``."""
        return 600 * points + 2 * state + half
