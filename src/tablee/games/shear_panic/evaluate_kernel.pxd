# Written by build_backend/make_pxd.py from evaluate_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef double WON

@cython.final
cdef class Evaluator:
    cdef double points
    cdef double sheep
    cdef double side
    cdef double trigger
    cdef double rivals
    cdef double leader
    cdef double[256] team
    cdef double[256] roger
    cdef double[256] black
    cdef double[256] shear
    cdef double[256] loss
    cdef double[256] kept
    cdef double[256] extra
    cdef double[256] heat
    cdef short[256] gate
    cdef double[4096] keeping
    cdef signed char[4096] highest
    cdef double[4] strength
    cdef double _value(self, PackedState state, int player) noexcept nogil
    cdef double _chance(self, PackedState state, int player) noexcept nogil
    cdef void _weigh(self, PackedState state) noexcept nogil
    cdef void _find_trigger(self, PackedState state) noexcept nogil
    cdef int _reach(self, PackedState state, int player) noexcept nogil
    cdef double _rows(self, PackedState state, int colour) noexcept nogil
    cdef double _at_the_shears(self, PackedState state, int colour) noexcept nogil
    cdef double _shearing(self, PackedState state, int cell, int facing, double share) noexcept nogil
