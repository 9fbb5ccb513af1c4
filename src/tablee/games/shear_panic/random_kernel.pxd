# Written by build_backend/make_pxd.py from random_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef int random_moves(PackedState state, unsigned long long seed, bint checked) noexcept nogil
