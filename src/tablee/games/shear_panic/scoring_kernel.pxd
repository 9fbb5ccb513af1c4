# Written by build_backend/make_pxd.py from scoring_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef int team_points(PackedState state, int colour) noexcept nogil
cdef int black_points(PackedState state, int colour) noexcept nogil
cdef void score_rows(PackedState state, int facing) noexcept nogil
cdef void shear(PackedState state) noexcept nogil
