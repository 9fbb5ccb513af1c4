"""Sets of cells as bits.

A set of cells is two words of fifty bits: low is the northern half of the board (half 0), high the
southern (half 1).
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import MASK64

COMPILED = cython.compiled

FIFTY = cython.declare(cython.ulonglong, (1 << 50) - 1)
_WEST_FREE = cython.declare(cython.ulonglong, 0)
_EAST_FREE = cython.declare(cython.ulonglong, 0)
_DEBRUIJN = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
_BIT_INDEX = cython.declare(cython.schar[64])


def _fill_tables() -> None:
    global _WEST_FREE, _EAST_FREE
    one: cython.ulonglong = 1
    for i in range(64):
        _BIT_INDEX[((_DEBRUIJN << i) & MASK64) >> 58] = i
    for i in range(50):
        if i % 10 != 0:
            _WEST_FREE |= one << i
        if i % 10 != 9:
            _EAST_FREE |= one << i


_fill_tables()


if not cython.compiled:  # C inlines these in every kernel that uses them

    def lowest(bits: cython.ulonglong) -> cython.int:
        """Returns the index of the lowest bit of a word that is not 0."""
        return _BIT_INDEX[(((bits & (~bits + 1)) * _DEBRUIJN) & MASK64) >> 58]

    def half(cell: cython.int) -> cython.int:
        """Returns which half of a set a cell is in."""
        return 1 if cell >= 50 else 0

    def bit(cell: cython.int) -> cython.ulonglong:
        """Returns the bit of a cell in its word."""
        one: cython.ulonglong = 1
        return one << (cell - 50 if cell >= 50 else cell)

    def contains(low: cython.ulonglong, high: cython.ulonglong, cell: cython.int) -> cython.bint:
        return ((high if cell >= 50 else low) & bit(cell)) != 0

    def first_cell(low: cython.ulonglong, high: cython.ulonglong) -> cython.int:
        """Returns the first cell of a set that is not empty."""
        return lowest(low) if low else 50 + lowest(high)

    def count_bits(bits: cython.ulonglong) -> cython.int:
        count = 0
        while bits:
            bits &= bits - 1
            count += 1
        return count

    def grown_north(low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
        """Returns the low half of a set and of the cells next to it."""
        across = low | (low & _WEST_FREE) >> 1 | (low & _EAST_FREE) << 1
        return (across | low >> 10 | low << 10 | high << 40) & FIFTY

    def grown_south(low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
        """Returns the high half of a set and of the cells next to it."""
        across = high | (high & _WEST_FREE) >> 1 | (high & _EAST_FREE) << 1
        return (across | high << 10 | high >> 10 | low >> 40) & FIFTY
