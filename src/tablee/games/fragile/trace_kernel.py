"""How an activation got where it ended: the actions that lead to one of its ends."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.actions_kernel import crate_actions, move_pieces
    from tablee.games.fragile.activation_kernel import Activation
    from tablee.games.fragile.kernel import turn_points
    from tablee.games.fragile.quay_kernel import PackedState, move_docker, put

COMPILED = cython.compiled

FAR = cython.declare(cython.int, 60)


@cython.final
@cython.cclass
class Trace:
    """Follows an activation backwards, each step to where it was cheapest to be."""

    activation: Activation
    steps: cython.uchar[100]
    before_layout: cython.int
    before_cell: cython.int
    action: cython.int
    landed: cython.int

    def __init__(self, state: PackedState, docker: cython.int) -> None:
        """Explores what a docker can do now, with the points it has or would begin with."""
        if not cython.compiled:
            self.steps = [0] * 100
        points = turn_points(state)
        if docker == state.active:
            points = state.points
        self.activation = Activation()
        self.activation.explore(state, docker, points)

    def moves(self, crates: bytes, cell: cython.int) -> list[int]:
        """The moves, as numbers, that leave these crates and the docker on this cell."""
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
                found.append(_walk(docker, self.landed, cell, self.steps[self.landed]))
            found.append(self.action)
            layout, cell = self.before_layout, self.before_cell
        if cell != self.activation.start:
            found.append(_walk(docker, self.activation.start, cell, spent))
        found.reverse()
        return found

    def _find(self, crates: bytes) -> int:
        for layout in range(self.activation.count):
            if bytes(self.activation.cells[100 * layout : 100 * layout + 100]) == crates:
                return layout
        raise ValueError("no end of this activation has such crates")

    def _first(self, layout: cython.int, cell: cython.int) -> cython.int:
        """The fewest points with which this cell is reached in this layout."""
        one: cython.ulonglong = 1
        for spent in range(self.activation.points + 1):
            if cell < 50:
                word = self.activation.words[15 * layout + 3 + 2 * spent] >> cell
            else:
                word = self.activation.words[15 * layout + 4 + 2 * spent] >> (cell - 50)
            if word & one:
                return spent
        return FAR

    def _flood(self, layout: cython.int, start: cython.int) -> cython.void:
        """Points on foot from each cell to this one, among the crates of the layout."""
        queue = cython.declare(cython.schar[100])
        head = 0
        tail = 1
        for cell in range(100):
            self.steps[cell] = FAR
        queue[0] = start
        self.steps[start] = 0
        while head < tail:
            cell = queue[head]
            head += 1
            for d in range(4):
                other = self.activation.state.game.next[4 * cell + d]
                if other < 0 or self.steps[other] < FAR:
                    continue
                if self.activation.cells[100 * layout + other]:
                    continue
                if self.activation.state.game.slot[other] >= 0:
                    if other != self.activation.start:
                        continue
                self.steps[other] = self.steps[cell] + 1
                queue[tail] = other
                tail += 1

    def _find_action(self, layout: cython.int, spent: cython.int) -> cython.bint:
        """The last action with a crate before the docker stood there; False if there was none."""
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
            self.activation.state.cells[cell] = self.activation.cells[100 * layout + cell]
        self.activation.state.crates_low = self.activation.words[15 * layout + 1]
        self.activation.state.crates_high = self.activation.words[15 * layout + 2]

    def _acts_from(self, layout: cython.int, cell: cython.int) -> cython.bint:
        """Can the docker stand there and has it a crate next to it?"""
        one: cython.ulonglong = 1
        if cell < 50:
            taken = self.activation.others_low >> cell
        else:
            taken = self.activation.others_high >> (cell - 50)
        if taken & one or self._first(layout, cell) == FAR:
            return False
        for d in range(4):
            other = self.activation.state.game.next[4 * cell + d]
            if other >= 0 and self.activation.state.cells[other]:
                return True
        return False

    def _leads_to(
        self, layout: cython.int, cell: cython.int, cost: cython.int, spent: cython.int
    ) -> cython.bint:
        """Does an action from this cell of the layout loaded lead to the one looked for?"""
        moves = cython.declare(cython.int[2048])
        docker = self.activation.docker
        found: cython.bint = False
        move_docker(self.activation.state, docker, cell)
        count = crate_actions(self.activation.state, docker, spent - cost, 1, moves, 0)
        for i in range(count):
            kind = moves[i] & 15
            source = moves[i] >> 8 & 127
            target = moves[i] >> 15 & 127
            was_source = self.activation.state.cells[source]
            was_target = self.activation.state.cells[target]
            move_pieces(self.activation.state, kind, docker, source, target)
            self.landed = self.activation.state.docker_cell[docker]
            found = cost + (moves[i] >> 22 & 7) + self.steps[
                self.landed
            ] == spent and self.activation._is_layout(layout)
            put(self.activation.state, source, was_source)
            if target != source:
                put(self.activation.state, target, was_target)
            move_docker(self.activation.state, docker, cell)
            if found:
                self.action = moves[i]
                return True
        return False


def _walk(
    docker: cython.int, source: cython.int, target: cython.int, cost: cython.int
) -> cython.int:
    return codes.GO | docker << 4 | source << 8 | target << 15 | cost << 22
