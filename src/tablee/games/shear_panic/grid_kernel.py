"""The grid on which packed flocks stand, and random numbers: what every kernel counts with.

The grid is 32 × 32 cells with the corner of the flock's box at (11, 11): a split flock of play is
at most ten wide, so that whatever moves stays on the grid. A cell is row * 32 + column; 0 stands
for none. Columns and rows are counted from the corner of the box.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
else:
    from cython.cimports.tablee.games.shear_panic import codes

COMPILED = cython.compiled

STEP = cython.declare(cython.int[8])
"""From a cell to the next: N NE E SE S SW W NW."""
KEY_STEP = cython.declare(cython.int[8])
"""The same steps in bytes of a flock's key."""
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

if not cython.compiled:
    STEP, KEY_STEP = [0] * 8, [0] * 8


def _fill_tables() -> None:
    ways = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    for way, (across, down) in enumerate(ways):
        STEP[way] = down * codes.ROW + across
        KEY_STEP[way] = down * codes.KEY_ROW + across


_fill_tables()


if not cython.compiled:  # compiled: from the .pxd, into every kernel that uses them

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def cell_at(column: cython.int, row: cython.int) -> cython.int:
        return codes.ORIGIN + row * codes.ROW + column

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def column_of(cell: cython.int) -> cython.int:
        return (cell & (codes.ROW - 1)) - codes.CORNER

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def row_of(cell: cython.int) -> cython.int:
        return (cell >> 5) - codes.CORNER

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def contact(cell: cython.int, other: cython.int) -> cython.int:
        """S-6.3, S-6.5: 2 side to side, 1 at a corner; cells at the rim never touch round it."""
        apart: cython.int = cell - other if cell > other else other - cell
        if apart == 1 or apart == codes.ROW:
            return 2
        return 1 if apart == codes.ROW - 1 or apart == codes.ROW + 1 else 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def sorted_pairs(word: cython.ulonglong) -> cython.ulonglong:
        """Four pairs of bytes, each with its smaller byte first: in the lower half.

        All at once and without a branch: where the upper byte is less, the two change places.
        """
        ones: cython.ulonglong = 0x00010001
        ones |= ones << 32
        low: cython.ulonglong = word & ones * 0xFF
        high: cython.ulonglong = word >> 8 & ones * 0xFF
        less: cython.ulonglong = ((high + (ones << 8) - low) >> 8 & ones) ^ ones
        change: cython.ulonglong = (low ^ high) & less * 0xFF
        return word ^ change ^ change << 8

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def mixed(x: cython.ulonglong) -> cython.ulonglong:
        """splitmix64: the next state of the generator is ``x + GOLDEN``, its output this."""
        x = ((x ^ (x >> 30)) * _MIX_A) & MASK64
        x = ((x ^ (x >> 27)) * _MIX_B) & MASK64
        return x ^ (x >> 31)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def below(word: cython.ulonglong, most: cython.int) -> cython.int:
        """A number below ``most`` from a mixed word; the bias is below 2 ** -22."""
        return cython.cast(cython.int, ((word >> 32) * most) >> 32)
