# Written by build_backend/make_pxd.py from activation_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState

@cython.final
cdef class Activation:
    cdef PackedState state
    cdef int docker
    cdef int points
    cdef int count
    cdef int room
    cdef unsigned long long others_low
    cdef unsigned long long others_high
    cdef int start
    cdef unsigned char[:] cells
    cdef unsigned long long[:] words
    cdef int[:] table
    cdef int goals
    cdef unsigned long long[:] limits
    cdef int[12] limit
    cdef bint _explore(self) noexcept nogil
    cdef int _layout(self) noexcept nogil
    cdef bint _is_layout(self, int number) noexcept nogil
    cdef bint _expand(self, int layout, int spent) noexcept nogil
    cdef bint _is_solved(self, int layout) noexcept nogil
    cdef unsigned long long _useful(self, int layout, int points, int half) noexcept nogil
    cdef bint _act_from(self, int cell, int spent) noexcept nogil
    cdef bint _is_reached(self, int layout, int spent, int cell) noexcept nogil
