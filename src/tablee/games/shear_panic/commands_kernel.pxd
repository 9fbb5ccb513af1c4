# Written by build_backend/make_pxd.py from commands_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef void try_push(PackedState state, int cell, int step) noexcept nogil
cdef void try_line_up(PackedState state, int direction) noexcept nogil
cdef void try_target(PackedState state, int kind, int cell, int way) noexcept nogil
cdef int side_faces(PackedState state, int side) noexcept nogil
cdef int turned(PackedState state, int way) noexcept nogil
cdef int targets(PackedState state, int kind, int colour, int * found, int most, bint never_back) noexcept nogil
cdef int commands(PackedState state, int player, int * found, int most) noexcept nogil
