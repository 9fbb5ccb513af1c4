"""How far it is on the empty quay: for a docker on foot, and for a crate into each depot.

Only walls and depots are in the way here; what stands about is for the evaluation to add. The
distances are those of one docker that pushes, walking round the crate where it has to turn.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile.bits_kernel import bit, half
    from tablee.games.fragile.quay_kernel import FAR, PackedGame, behind, flood

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Terrain:
    """Tables of distances in points.

    ``walk[100 * a + b]``: a docker from cell a to b. ``push[400 * slot + 4 * cell + d]``: a crate
    from the cell into the slot, its docker standing ready to push it in direction d.
    ``nearest[12 * cell + slot]``: the least of the four. ``door[slot]``: the cell before the open
    side.
    """

    walk: cython.uchar[10000]
    push: cython.uchar[4800]
    nearest: cython.uchar[1200]
    round: cython.uchar[1600]
    door: cython.schar[12]

    def __init__(self, game: PackedGame) -> None:
        if not cython.compiled:
            self.walk = [0] * 10000
            self.push = [0] * 4800
            self.nearest = [0] * 1200
            self.round = [0] * 1600
            self.door = [0] * 12
        with cython.nogil:
            for cell in range(100):
                self._walk_from(game, cell)
            for cell in range(100):
                self._walk_round(game, cell)
            for slot in range(12):
                self._push_into(game, slot)

    def walking(self, source: int, target: int) -> int:
        """Points a docker needs from cell to cell."""
        return self.walk[100 * source + target]

    def pushing(self, cell: int, slot: int) -> int:
        """Points to push a crate from a cell into a slot, the docker standing ready."""
        return self.nearest[12 * cell + slot]

    def _walk_from(self, game: PackedGame, start: cython.int) -> cython.void:
        before = cython.declare(cython.schar[100])
        flood(game, start, ~game.slots_low, ~game.slots_high, self.walk, 100 * start, before)

    def _walk_round(self, game: PackedGame, cell: cython.int) -> cython.void:
        """From pushing in one direction to pushing in another, for a crate on this cell."""
        found = cython.declare(cython.uchar[100])
        before = cython.declare(cython.schar[100])
        free_low = ~game.slots_low
        free_high = ~game.slots_high
        if half(cell):
            free_high &= ~bit(cell)
        else:
            free_low &= ~bit(cell)
        for d in range(4):
            here = behind(game, cell, d)
            if here >= 0:
                flood(game, here, free_low, free_high, found, 0, before)
            for e in range(4):
                there = behind(game, cell, e)
                if here < 0 or there < 0:
                    self.round[16 * cell + 4 * d + e] = FAR
                else:
                    self.round[16 * cell + 4 * d + e] = found[there]

    def _push_into(self, game: PackedGame, slot: cython.int) -> cython.void:
        """Dijkstra backwards from the depot; the costs are small, so each is a sweep."""
        target = game.cell_of_slot[slot]
        base = 400 * slot
        for cell in range(400):
            self.push[base + cell] = FAR
        for d in range(4):
            cell = behind(game, target, d)
            if cell >= 0:
                self.door[slot] = cell
                self.push[base + 4 * cell + d] = 1
        for cost in range(1, FAR):
            for cell in range(100):
                for d in range(4):
                    if self.push[base + 4 * cell + d] != cost:
                        continue
                    standing = behind(game, cell, d)
                    if standing < 0 or game.slot[standing] >= 0:
                        # Nobody can stand there to push.
                        self.push[base + 4 * cell + d] = FAR
                        continue
                    self._relax(base + 4 * standing + d, cost + 1)
                    for e in range(4):
                        self._relax(base + 4 * cell + e, cost + self.round[16 * cell + 4 * e + d])
        for cell in range(100):
            cost = FAR
            for d in range(4):
                if self.push[base + 4 * cell + d] < cost:
                    cost = self.push[base + 4 * cell + d]
            self.nearest[12 * cell + slot] = cost

    def _relax(self, place: cython.int, cost: cython.int) -> cython.void:
        if cost < self.push[place]:
            self.push[place] = cost
