# Written by build_backend/make_pxd.py from scoring_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState
from tablee.games.shear_panic.grid_kernel cimport column_of, row_of

cdef int team_points(PackedState state, int colour) noexcept nogil
cdef int black_points(PackedState state, int colour) noexcept nogil
cdef void score_rows(PackedState state, int facing) noexcept nogil
cdef void shear(PackedState state) noexcept nogil

cdef inline int row_from(PackedState state, int cell, int facing) noexcept nogil:
    facing &= 3
    if facing == 0:
        return row_of(cell)
    if facing == 1:
        return state.width - 1 - column_of(cell)
    if facing == 2:
        return state.height - 1 - row_of(cell)
    return column_of(cell)

cdef inline int row_points(PackedState state, int cell, int facing) noexcept nogil:
    row: cython.int = row_from(state, cell, facing)
    return 4 - row if row < 4 else 0
