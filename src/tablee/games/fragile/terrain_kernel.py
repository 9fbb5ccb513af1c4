"""Distances on the empty quay: of a docker on foot, and of a crate to each depot.

Only walls and depots are in the way here. The evaluation adds crates and dockers. One docker pushes
the crate, and walks round it where it turns.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile.bits_kernel import bit, half
    from tablee.games.fragile.game_kernel import FAR, PackedGame, behind, flood

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Terrain:
    """Tables of distances in points.

    ``walk`` is for a docker from cell to cell (``walk_at``). ``push`` is for a crate into a depot,
    when its docker stands ready to push it in one direction (``push_at``), and ``nearest`` the
    least of the four (``nearest_at``). ``round`` is for a docker from one side of a crate to
    another (``round_at``). ``door`` has the cell before the open side of each depot.
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
        """Returns the points of a docker from cell to cell."""
        return self.walk[walk_at(source, target)]

    def pushing(self, cell: int, slot: int) -> int:
        """Returns the points to push a crate from a cell into a depot, with a docker ready."""
        return self.nearest[nearest_at(cell, slot)]

    def _walk_from(self, game: PackedGame, start: cython.int) -> cython.void:
        before = cython.declare(cython.schar[100])
        flood(game, start, ~game.slots_low, ~game.slots_high, self.walk, walk_at(start, 0), before)

    def _walk_round(self, game: PackedGame, cell: cython.int) -> cython.void:
        """Finds the ways from pushing a crate on this cell in one direction to another."""
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
                    self.round[round_at(cell, d, e)] = FAR
                else:
                    self.round[round_at(cell, d, e)] = found[there]

    def _push_into(self, game: PackedGame, slot: cython.int) -> cython.void:
        """Finds the ways into a depot by Dijkstra, backwards. One sweep for each cost is enough."""
        target = game.cell_of_slot[slot]
        for i in range(push_at(slot, 0, 0), push_at(slot + 1, 0, 0)):
            self.push[i] = FAR
        for d in range(4):
            cell = behind(game, target, d)
            if cell >= 0:
                self.door[slot] = cell
                self.push[push_at(slot, cell, d)] = 1
        for cost in range(1, FAR):
            for cell in range(100):
                for d in range(4):
                    if self.push[push_at(slot, cell, d)] != cost:
                        continue
                    standing = behind(game, cell, d)
                    if standing < 0 or game.slot[standing] >= 0:
                        # Nobody can stand there to push.
                        self.push[push_at(slot, cell, d)] = FAR
                        continue
                    self._relax(push_at(slot, standing, d), cost + 1)
                    for e in range(4):
                        self._relax(push_at(slot, cell, e), cost + self.round[round_at(cell, e, d)])
        for cell in range(100):
            cost = FAR
            for d in range(4):
                if self.push[push_at(slot, cell, d)] < cost:
                    cost = self.push[push_at(slot, cell, d)]
            self.nearest[nearest_at(cell, slot)] = cost

    def _relax(self, place: cython.int, cost: cython.int) -> cython.void:
        if cost < self.push[place]:
            self.push[place] = cost


if not cython.compiled:  # C inlines these in every kernel that uses them

    def walk_at(source: cython.int, target: cython.int) -> cython.int:
        return 100 * source + target

    def push_at(slot: cython.int, cell: cython.int, d: cython.int) -> cython.int:
        return 400 * slot + 4 * cell + d

    def nearest_at(cell: cython.int, slot: cython.int) -> cython.int:
        return 12 * cell + slot

    def round_at(cell: cython.int, d: cython.int, e: cython.int) -> cython.int:
        return 16 * cell + 4 * d + e
