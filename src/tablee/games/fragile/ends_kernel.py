"""The best ends found so far, a bounded list."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Ends:
    """Ends of activations, best first: the crates, the docker that acted, and its cell.

    ``order[rank]`` is the place of the end with that rank. Two ways to the same end have the same
    ``key``, and it is kept once.
    """

    capacity: cython.int
    room: cython.int
    count: cython.int
    order: cython.int[:]
    value: cython.double[:]
    key: cython.ulonglong[:]
    docker: cython.int[:]
    cell: cython.int[:]
    parent: cython.int[:]
    crates: cython.uchar[:]

    def __init__(self, capacity: cython.int) -> None:
        self.capacity = capacity
        self.room = capacity
        self.count = 0
        self.order = memoryview(array("i", bytes(4 * capacity)))
        self.value = memoryview(array("d", bytes(8 * capacity)))
        self.key = memoryview(array("Q", bytes(8 * capacity)))
        self.docker = memoryview(array("i", bytes(4 * capacity)))
        self.cell = memoryview(array("i", bytes(4 * capacity)))
        self.parent = memoryview(array("i", bytes(4 * capacity)))
        self.crates = memoryview(bytearray(100 * capacity))

    def _begin(self, room: cython.int) -> cython.void:
        self.room = room if room < self.capacity else self.capacity
        self.count = 0

    def _floor(self) -> cython.double:
        """Returns the value above which an end is kept."""
        return -1e9 if self.count < self.room else self.value[self.order[self.count - 1]]

    def _wants(self, value: cython.double) -> cython.bint:
        return value > self._floor()

    def _offer(self, value: cython.double, key: cython.ulonglong) -> cython.int:
        """Returns the place for an end of this value, or -1. The caller fills in the rest."""
        if not self._wants(value):
            return -1
        rank = self.count
        while rank > 0 and self.value[self.order[rank - 1]] <= value:
            rank -= 1
            if self.value[self.order[rank]] == value and self.key[self.order[rank]] == key:
                return -1
        if self.count < self.room:
            place = self.count
            self.count += 1
        else:
            place = self.order[self.count - 1]
        i = self.count - 1
        while i > rank:
            self.order[i] = self.order[i - 1]
            i -= 1
        self.order[rank] = place
        self.value[place] = value
        self.key[place] = key
        return place
