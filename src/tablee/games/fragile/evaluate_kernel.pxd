# Written by build_backend/make_pxd.py from evaluate_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedState
from tablee.games.fragile.terrain_kernel cimport Terrain

cdef int FAR
cdef double WON
cdef double SLACK

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
    cdef double others
    cdef int crates
    cdef signed char[12] crate_cell
    cdef double[12] crate_worth
    cdef signed char[12] crate_extra
    cdef signed char[100] crate_at
    cdef signed char[48] behind
    cdef unsigned char[48] blocked
    cdef unsigned char[48] hindered
    cdef int helpers
    cdef signed char[64] helped
    cdef signed char[64] helper
    cdef unsigned long long[16] around_low
    cdef unsigned long long[16] around_high
    cdef unsigned char[192] helper_cost
    cdef unsigned char[48] ready
    cdef unsigned char[64] touching
    cdef unsigned char[48] cost
    cdef double _value(self, PackedState state, int player) noexcept nogil
    cdef double _weigh(self, PackedState state, int player, double floor) noexcept nogil
    cdef double _strength(self, PackedState state, int player) noexcept nogil
    cdef void _lay_out(self, PackedState state) noexcept nogil
    cdef void _look_round(self, PackedState state, int cell, int number) noexcept nogil
    cdef void _find_helpers(self, PackedState state) noexcept nogil
    cdef void _pass_on(self, PackedState state, int docker) noexcept nogil
    cdef void _walk_up(self, PackedState state, int player) noexcept nogil
    cdef double _chances(self, PackedState state, int player) noexcept nogil
    cdef void _cost_row(self, PackedState state, int slot, int row) noexcept nogil
