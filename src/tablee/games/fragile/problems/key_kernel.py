"""Positions as keys: a few words that hold everything that matters, and nothing else.

A key has the cells with crates and with stacks, the cell and height of each goal crate, and the
cells of the own dockers. Plain crates are alike. So are own dockers, except for the one that had
the last turn and is barred (F-7.2). The other dockers never move (F-7.1) and are not in the key.
Only this file knows where the parts are. The words:

0, 1    cells with crates, 50 bits each. Above them the cells of the dockers, 7 bits each: in word 0
        the two that may move, the lower cell first; in word 1 the barred one, and then a bit that
        says that it is not barred (at the start)
2, 3    cells with stacks. Above them the first two goal crates, 7 bits cell and 1 bit "on top"
4, 5    the other goal crates, 8 bits each, if there are so many
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import FIFTY, bit, contains, first_cell, half
    from tablee.games.fragile.quay_kernel import PackedState, set_docker_bit

COMPILED = cython.compiled

NOWHERE = cython.declare(cython.int, 127)


@cython.final
@cython.cclass
class Key:
    """One key, to pack and to unpack."""

    width: cython.int
    goals: cython.int
    own: cython.int
    others_low: cython.ulonglong
    others_high: cython.ulonglong
    word: cython.ulonglong[6]
    docker: cython.int[3]
    nobody_barred: cython.bint
    goal_state: cython.int[12]

    def __init__(self, goals: cython.int, own: cython.int, others: list[int]) -> None:
        """``own`` is how many dockers may move, ``others`` the cells of those that never do."""
        if not cython.compiled:
            self.docker, self.word, self.goal_state = [0] * 3, [0] * 6, [0] * 12
            self.others_low = self.others_high = 0
        self.goals = goals
        self.own = own
        self.width = 4 if goals <= 2 else 5 if goals <= 10 else 6
        self.nobody_barred = False
        for cell in others:
            if half(cell):
                self.others_high |= bit(cell)
            else:
                self.others_low |= bit(cell)

    def pack_crates(
        self,
        cells: cython.uchar[:],
        layout: cython.int,
        low: cython.ulonglong,
        high: cython.ulonglong,
    ) -> cython.void:
        """Packs the crates of a layout, which stand on the cells of a set.

        ``cells`` has the crates of each cell, for many layouts.
        """
        self.word[0] = low
        self.word[1] = high
        for i in range(2, self.width):
            self.word[i] = 0
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            crates = cells[codes.crates_at(layout, cell)]
            if codes.is_stack(crates):
                self.word[2 + half(cell)] |= bit(cell)
                if codes.upper(crates) >= codes.GOAL:
                    self._pack_goal(codes.upper(crates) - codes.GOAL, cell, codes.on_top(cell))
                if codes.lower(crates) >= codes.GOAL:
                    self._pack_goal(codes.lower(crates) - codes.GOAL, cell, codes.at_bottom(cell))
            elif crates >= codes.GOAL:
                self._pack_goal(crates - codes.GOAL, cell, cell)

    def _pack_goal(self, goal: cython.int, cell: cython.int, state: cython.int) -> cython.void:
        value: cython.ulonglong = cell | 128 if state == codes.on_top(cell) else cell
        self.goal_state[goal] = state
        if goal < 2:
            self.word[2 + goal] |= value << 50
        elif goal < 10:
            self.word[4] |= value << (8 * (goal - 2))
        else:
            self.word[5] |= value << (8 * (goal - 10))

    def pack_dockers(
        self, first: cython.int, second: cython.int, barred: cython.int
    ) -> cython.void:
        """Packs the cells of the own dockers: two that may move, and the barred one."""
        value: cython.ulonglong = first | second << 7 if first < second else second | first << 7
        self.word[0] = (self.word[0] & FIFTY) | value << 50
        value = barred
        self.word[1] = (self.word[1] & FIFTY) | value << 50

    def bar_nobody(self) -> cython.void:
        one: cython.ulonglong = 1
        self.word[1] |= one << 57

    def unpack(self, state: PackedState) -> cython.void:
        """Unpacks ``word`` into a state, ``docker`` and ``nobody_barred``."""
        low = self.word[0] & FIFTY
        high = self.word[1] & FIFTY
        for i in range(100):
            state.cells[i] = 0
        state.crates_low = low
        state.crates_high = high
        while low | high:
            cell = first_cell(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            state.cells[cell] = codes.PLAIN
            if contains(self.word[2], self.word[3], cell):
                state.cells[cell] = codes.stack(codes.PLAIN, codes.PLAIN)
        for i in range(self.goals):
            value = self._goal_value(i)
            crates = state.cells[value & 127]
            if value & 128:
                crates = codes.stack(codes.lower(crates), codes.GOAL + i)
            else:
                crates = codes.stack(codes.GOAL + i, codes.upper(crates))
            state.cells[value & 127] = crates
        self._unpack_dockers(state)

    def _unpack_dockers(self, state: PackedState) -> cython.void:
        one: cython.ulonglong = 1
        self.nobody_barred = (self.word[1] >> 57 & one) != 0
        self.docker[0] = cython.cast(cython.int, self.word[0] >> 50 & 127)
        self.docker[1] = cython.cast(cython.int, self.word[0] >> 57 & 127)
        self.docker[self.own - 1] = cython.cast(cython.int, self.word[1] >> 50 & 127)
        state.dockers_low = self.others_low
        state.dockers_high = self.others_high
        for i in range(self.own):
            cell = self.docker[i]
            state.docker_cell[i] = cell
            set_docker_bit(state, cell)

    def state_of_goal(self, goal: cython.int) -> cython.int:
        """Returns the state of a goal crate in ``word``, as in ``codes``."""
        value = self._goal_value(goal)
        if value & 128:
            return codes.on_top(value & 127)
        return codes.at_bottom(value) if contains(self.word[2], self.word[3], value) else value

    def _goal_value(self, goal: cython.int) -> cython.int:
        """Returns a goal crate's cell, plus 128 if it is on top of a stack."""
        if goal < 2:
            return cython.cast(cython.int, self.word[2 + goal] >> 50 & 255)
        if goal < 10:
            return cython.cast(cython.int, self.word[4] >> (8 * (goal - 2)) & 255)
        return cython.cast(cython.int, self.word[5] >> (8 * (goal - 10)) & 255)
