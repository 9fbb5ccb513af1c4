"""Finds the actions that lead to one of the ends of an activation."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.actions_kernel import (
        crate_actions,
        crates_before,
        move_pieces,
        put_back,
    )
    from tablee.games.fragile.activation_kernel import Activation, crate_word, reach_word
    from tablee.games.fragile.bits_kernel import bit, contains, half
    from tablee.games.fragile.game_kernel import FAR, flood, neighbour
    from tablee.games.fragile.kernel import turn_points
    from tablee.games.fragile.quay_kernel import PackedState, move_docker

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Trace:
    """Follows an activation backwards, each time to the position that was cheapest to reach."""

    activation: Activation
    steps: cython.uchar[100]
    before_layout: cython.int
    before_cell: cython.int
    action: cython.int
    landed: cython.int

    def __init__(self, state: PackedState, docker: cython.int) -> None:
        """Explores what a docker can do now, with the points it has or begins with."""
        if not cython.compiled:
            self.steps = [0] * 100
        points = turn_points(state)
        if docker == state.active:
            points = state.points
        self.activation = Activation()
        self.activation.explore(state, docker, points)

    def moves(self, crates: bytes, cell: cython.int) -> list[int]:
        """Returns the moves, as numbers, that lead to these crates with the docker on this cell."""
        found: list[int] = []
        layout: cython.int = self._find(crates)
        docker = self.activation.docker
        while True:
            spent = self._first(layout, cell)
            with cython.nogil:
                self._flood(layout, cell)
                stood = self._find_action(layout, spent)
            if not stood:
                break
            if self.landed != cell:
                found.append(
                    codes.encode(codes.GO, docker, self.landed, cell, self.steps[self.landed])
                )
            found.append(self.action)
            layout, cell = self.before_layout, self.before_cell
        if cell != self.activation.start:
            found.append(codes.encode(codes.GO, docker, self.activation.start, cell, spent))
        found.reverse()
        return found

    def _find(self, crates: bytes) -> int:
        """Returns the layout with these crates."""
        cells = self.activation.cells
        for layout in range(self.activation.count):
            if bytes(cells[codes.crates_at(layout, 0) : codes.crates_at(layout + 1, 0)]) == crates:
                return layout
        raise ValueError("no end of this activation has such crates")

    def _first(self, layout: cython.int, cell: cython.int) -> cython.int:
        """Returns the fewest points to reach this cell in this layout, or ``FAR``."""
        for spent in range(self.activation.points + 1):
            if self.activation.words[reach_word(layout, spent, half(cell))] & bit(cell):
                return spent
        return FAR

    def _flood(self, layout: cython.int, start: cython.int) -> cython.void:
        """Finds the points on foot from each cell to this one, among the crates of the layout."""
        before = cython.declare(cython.schar[100])
        free_low = ~(
            self.activation.words[crate_word(layout, 0)] | self.activation.state.game.slots_low
        )
        free_high = ~(
            self.activation.words[crate_word(layout, 1)] | self.activation.state.game.slots_high
        )
        # A docker can begin in a depot, but not walk through a crate that is now where it began.
        if not self.activation.cells[codes.crates_at(layout, self.activation.start)]:
            if half(self.activation.start):
                free_high |= bit(self.activation.start)
            else:
                free_low |= bit(self.activation.start)
        flood(self.activation.state.game, start, free_low, free_high, self.steps, 0, before)

    def _find_action(self, layout: cython.int, spent: cython.int) -> cython.bint:
        """Finds the last action with a crate; False if the docker only walked."""
        if layout == 0 and self.steps[self.activation.start] == spent:
            return False
        for before in range(self.activation.count):
            self._load(before)
            for cell in range(100):
                if not self._acts_from(before, cell):
                    continue
                cost = self._first(before, cell)
                if cost < spent and self._leads_to(layout, cell, cost, spent):
                    self.before_layout = before
                    self.before_cell = cell
                    return True
        return False

    def _load(self, layout: cython.int) -> cython.void:
        for cell in range(100):
            self.activation.state.cells[cell] = self.activation.cells[codes.crates_at(layout, cell)]
        self.activation.state.crates_low = self.activation.words[crate_word(layout, 0)]
        self.activation.state.crates_high = self.activation.words[crate_word(layout, 1)]

    def _acts_from(self, layout: cython.int, cell: cython.int) -> cython.bint:
        """Tells whether the docker can stand on this cell, next to a crate."""
        taken = contains(self.activation.others_low, self.activation.others_high, cell)
        if taken or self._first(layout, cell) == FAR:
            return False
        for d in range(4):
            other = neighbour(self.activation.state.game, cell, d)
            if other >= 0 and self.activation.state.cells[other]:
                return True
        return False

    def _leads_to(
        self, layout: cython.int, cell: cython.int, cost: cython.int, spent: cython.int
    ) -> cython.bint:
        """Tells whether an action from this cell of the loaded layout leads to the one wanted."""
        moves = cython.declare(cython.int[2048])
        docker = self.activation.docker
        found: cython.bint = False
        move_docker(self.activation.state, docker, cell)
        count = crate_actions(self.activation.state, docker, spent - cost, 1, moves, 0)
        for i in range(count):
            crates = crates_before(self.activation.state, moves[i])
            move_pieces(self.activation.state, moves[i])
            self.landed = self.activation.state.docker_cell[docker]
            cost_there = cost + codes.cost_of(moves[i]) + self.steps[self.landed]
            found = cost_there == spent and self.activation._is_layout(layout)
            put_back(self.activation.state, moves[i], cell, crates)
            if found:
                self.action = moves[i]
                return True
        return False
