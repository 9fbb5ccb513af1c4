"""Sets of positions, as the keys that ``key_kernel`` packs."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import mixed

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Positions:
    """A set of keys, in the order in which they were added. It compares whole keys."""

    width: cython.int
    count: cython.int
    room: cython.int
    most: cython.longlong
    full: cython.bint
    store: array[int]
    words: cython.ulonglong[:]
    table: cython.int[:]

    def __init__(self, width: cython.int, memory: cython.longlong) -> None:
        """``memory`` is how many bytes it may take. It is ``full`` when a key found no room."""
        self.width = width
        self.count = 0
        self.room = 256
        self.most = memory
        self.full = False
        self.store = array("Q", bytes(8 * width * self.room))
        self.words = memoryview(self.store)
        self.table = memoryview(array("i", bytes(8 * self.room)))

    def __len__(self) -> int:
        return self.count

    def is_full(self) -> bool:
        """Tells whether a key found no room."""
        return self.full

    @cython.ccall
    def memory(self) -> cython.longlong:
        """Returns how many bytes it takes."""
        bytes_each: cython.longlong = 8 * self.width + 8
        return self.room * bytes_each

    def key(self, index: cython.int) -> tuple[int, ...]:
        at = self.width * index
        return tuple([self.words[i] for i in range(at, at + self.width)])

    def add(self, key: tuple[int, ...]) -> bool:
        """Adds a key. Returns False if it was there already."""
        word = cython.declare(cython.ulonglong[6])
        for i in range(self.width):
            word[i] = key[i]
        before = self.count
        self._add(word)
        return self.count > before

    def find(self, key: tuple[int, ...]) -> int:
        """Returns the place of a key in the order, or -1."""
        word = cython.declare(cython.ulonglong[6])
        for i in range(self.width):
            word[i] = key[i]
        return self.table[self._place(word)] - 1

    def add_all(self, others: Positions) -> int:
        """Adds all keys of another set; returns how many were new."""
        before = self.count
        word = cython.declare(cython.ulonglong[6])
        with cython.nogil:
            for i in range(others.count):
                for j in range(self.width):
                    word[j] = others.words[self.width * i + j]
                self._add(word)
        return self.count - before

    def _place(self, word: cython.p_ulonglong) -> cython.int:
        """Returns where this key is in the table, or the free place for it."""
        hashed: cython.ulonglong = 0
        mask = 2 * self.room - 1
        for i in range(self.width):
            hashed = mixed(hashed ^ word[i])
        place = cython.cast(cython.int, hashed & mask)
        while self.table[place]:
            at = self.width * (self.table[place] - 1)
            i = 0
            while i < self.width and self.words[at + i] == word[i]:
                i += 1
            if i == self.width:
                return place
            place = (place + 1) & mask
        return place

    def _add(self, word: cython.p_ulonglong) -> cython.void:
        place = self._place(word)
        if self.table[place]:
            return
        if self.count == self.room:
            with cython.gil:
                self._grow()
            if self.full:
                return
            place = self._place(word)
        for i in range(self.width):
            self.words[self.width * self.count + i] = word[i]
        self.count += 1
        self.table[place] = self.count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        # While the set grows, old and new arrays are both in memory.
        if self.room > 1 << 28 or 3 * self.memory() > self.most:
            self.full = True
            return
        self.store = self.store * 2
        self.room *= 2
        self.words = memoryview(self.store)
        self.table = memoryview(array("i", bytes(8 * self.room)))
        word = cython.declare(cython.ulonglong[6])
        for i in range(self.count):
            for j in range(self.width):
                word[j] = self.words[self.width * i + j]
            self.table[self._place(word)] = i + 1
