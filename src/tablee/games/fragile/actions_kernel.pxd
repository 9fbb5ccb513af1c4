# Written by build_backend/make_pxd.py from actions_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState

cdef int walks(PackedState state, int docker, int points, int * moves, int count) noexcept nogil
cdef unsigned long long door(PackedState state, int cell, bint south) noexcept nogil
cdef int crate_actions(PackedState state, int docker, int points, int longest_push, int * moves, int count) noexcept nogil
cdef bint can_act(PackedState state, int docker, int points) noexcept nogil
cdef void move_pieces(PackedState state, int kind, int docker, int source, int target) noexcept nogil
cdef bint is_origin(PackedState state) noexcept nogil
cdef int without_dead_ends(PackedState state, int * moves, int count) noexcept nogil
