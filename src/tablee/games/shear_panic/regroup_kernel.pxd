# Written by build_backend/make_pxd.py from regroup_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef bint is_one(PackedState state) noexcept nogil
cdef int smallest(PackedState state, int * found) noexcept nogil
cdef int ways_back(PackedState state, int * found) noexcept nogil
cdef void come_back(PackedState state, int move) noexcept nogil
