# Written by build_backend/make_pxd.py from kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState

cdef int legal_into(PackedState state, int * moves) noexcept nogil
cdef int turn_points(PackedState state) noexcept nogil
cpdef void apply(PackedState state, int move) noexcept nogil
cdef void store(PackedState state, int slot) noexcept nogil
