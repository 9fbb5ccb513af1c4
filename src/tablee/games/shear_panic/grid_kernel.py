"""The grid on which packed flocks stand.

The grid has 32 × 32 cells, with the corner of the flock's box at (11, 11). A split flock is at most
ten wide, so that all sheep stay on the grid wherever they move. A cell is row * 32 + column, and 0
is no cell. Columns and rows count from the corner of the box.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.shear_panic import codes

COMPILED = cython.compiled

STEP = cython.declare(cython.int[8])
"""From a cell to the next: N NE E SE S SW W NW."""
KEY_STEP = cython.declare(cython.int[8])
"""The same steps in bytes of a flock's key."""


def _fill_tables() -> None:
    ways = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    for way, (across, down) in enumerate(ways):
        STEP[way] = down * codes.ROW + across
        KEY_STEP[way] = down * codes.KEY_ROW + across


_fill_tables()


if not cython.compiled:  # C inlines these in every kernel that uses them

    def cell_at(column: cython.int, row: cython.int) -> cython.int:
        return codes.ORIGIN + row * codes.ROW + column

    def column_of(cell: cython.int) -> cython.int:
        return (cell & (codes.ROW - 1)) - codes.CORNER

    def row_of(cell: cython.int) -> cython.int:
        return (cell >> 5) - codes.CORNER

    def contact(cell: cython.int, other: cython.int) -> cython.int:
        """S-6.3, S-6.5: 2 for side to side, 1 for a corner. No sheep is at the rim of the grid."""
        apart = cell - other if cell > other else other - cell
        if apart == 1 or apart == codes.ROW:
            return 2
        return 1 if apart == codes.ROW - 1 or apart == codes.ROW + 1 else 0

    def in_byte(value: cython.ulonglong, place: cython.int) -> cython.ulonglong:
        """Returns a value shifted to the byte of a place, as in a flock's key."""
        return value << (8 * place)

    def with_facing(byte: cython.ulonglong, facing: cython.int) -> cython.ulonglong:
        """Returns the second word of a key: the black sheep's byte and the facing."""
        return byte | facing << 8

    def sorted_pairs(word: cython.ulonglong) -> cython.ulonglong:
        """Sorts each of the four pairs of bytes in a word, the smaller byte first.

        It does all four at once, without a branch: where the upper byte is less, the two swap.
        """
        ones: cython.ulonglong = 0x00010001
        ones |= ones << 32
        low: cython.ulonglong = word & ones * 0xFF
        high: cython.ulonglong = word >> 8 & ones * 0xFF
        less = ((high + (ones << 8) - low) >> 8 & ones) ^ ones
        change: cython.ulonglong = (low ^ high) & less * 0xFF
        return word ^ change ^ change << 8
