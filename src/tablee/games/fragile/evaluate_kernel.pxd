# Written by build_backend/make_pxd.py from evaluate_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState
from tablee.games.fragile.terrain_kernel cimport Terrain

cdef int FAR
cdef double WON

@cython.final
cdef class Evaluator:
    cdef Terrain terrain
    cdef double points
    cdef double marker
    cdef double[4] chance
    cdef double fragile
    cdef double rivals
    cdef double leader
    cdef double full
    cdef int obstacle
    cdef int helping
    cdef double[256] worth
    cdef int crates
    cdef signed char[12] crate_cell
    cdef double[12] crate_worth
    cdef signed char[12] crate_extra
    cdef signed char[100] crate_at
    cdef signed char[48] behind
    cdef signed char[48] hindered
    cdef int helpers
    cdef signed char[64] helped
    cdef signed char[64] helper
    cdef unsigned char[192] helper_cost
    cdef unsigned char[48] ready
    cdef unsigned char[48] cost
    cdef double[4] strength
    cdef unsigned char[12] least
    cdef double _value(self, PackedState state, int player) noexcept nogil
    cdef void _weigh(self, PackedState state) noexcept nogil
    cdef void _gather(self, PackedState state) noexcept nogil
    cdef void _look_round(self, PackedState state, int cell, int number) noexcept nogil
    cdef void _find_helpers(self, PackedState state) noexcept nogil
    cdef bint _reach_each_other(self, PackedState state, int docker, int other) noexcept nogil
    cdef void _walk_up(self, PackedState state, int player) noexcept nogil
    cdef int _touching(self, PackedState state, int player, int number, int helper) noexcept nogil
    cdef double _chances(self, PackedState state, int player) noexcept nogil
    cdef void _cost_row(self, PackedState state, int player, int slot, int row) noexcept nogil
