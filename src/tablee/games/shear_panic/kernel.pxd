# Written by build_backend/make_pxd.py from kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef int legal_into(PackedState state, int * moves) noexcept nogil
cpdef void apply(PackedState state, int move) noexcept nogil
