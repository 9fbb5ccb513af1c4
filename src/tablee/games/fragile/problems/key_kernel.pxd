# Written by build_backend/make_pxd.py from key_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState

cdef int NOWHERE

@cython.final
cdef class Key:
    cdef int width
    cdef int goals
    cdef int own
    cdef unsigned long long others_low
    cdef unsigned long long others_high
    cdef unsigned long long[6] word
    cdef int[3] docker
    cdef bint nobody_barred
    cdef int[12] goal_state
    cdef void pack_crates(self, unsigned char[:] cells, int first, unsigned long long low, unsigned long long high) noexcept nogil
    cdef void _pack_goal(self, int goal, int cell, int height) noexcept nogil
    cdef void pack_dockers(self, int first, int second, int barred) noexcept nogil
    cdef void unpack(self, PackedState state) noexcept nogil
    cdef void _unpack_dockers(self, PackedState state) noexcept nogil
    cdef int state_of_goal(self, int goal) noexcept nogil
    cdef int _goal_value(self, int goal) noexcept nogil
