# Written by build_backend/make_pxd.py from grid_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic cimport codes

cdef int[8] STEP
cdef int[8] KEY_STEP
cdef unsigned long long MASK64
cdef unsigned long long GOLDEN
cdef unsigned long long _MIX_A
cdef unsigned long long _MIX_B

cdef inline int cell_at(int column, int row) noexcept nogil:
    return codes.ORIGIN + row * codes.ROW + column

cdef inline int column_of(int cell) noexcept nogil:
    return (cell & (codes.ROW - 1)) - codes.CORNER

cdef inline int row_of(int cell) noexcept nogil:
    return (cell >> 5) - codes.CORNER

cdef inline int contact(int cell, int other) noexcept nogil:
    apart: cython.int = cell - other if cell > other else other - cell
    if apart == 1 or apart == codes.ROW:
        return 2
    return 1 if apart == codes.ROW - 1 or apart == codes.ROW + 1 else 0

cdef inline unsigned long long sorted_pairs(unsigned long long word) noexcept nogil:
    ones: cython.ulonglong = 0x00010001
    ones |= ones << 32
    low: cython.ulonglong = word & ones * 0xFF
    high: cython.ulonglong = word >> 8 & ones * 0xFF
    less: cython.ulonglong = ((high + (ones << 8) - low) >> 8 & ones) ^ ones
    change: cython.ulonglong = (low ^ high) & less * 0xFF
    return word ^ change ^ change << 8

cdef inline unsigned long long mixed(unsigned long long x) noexcept nogil:
    x = ((x ^ (x >> 30)) * _MIX_A) & MASK64
    x = ((x ^ (x >> 27)) * _MIX_B) & MASK64
    return x ^ (x >> 31)

cdef inline int below(unsigned long long word, int most) noexcept nogil:
    return cython.cast(cython.int, ((word >> 32) * most) >> 32)
