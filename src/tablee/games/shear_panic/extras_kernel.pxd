# Written by build_backend/make_pxd.py from extras_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef int extras_left(PackedState state, int player) noexcept nogil
cdef int highest_extra(PackedState state, int player) noexcept nogil
cdef void spend(PackedState state, int number) noexcept nogil
cdef int extra_choice(PackedState state, int * moves) noexcept nogil
