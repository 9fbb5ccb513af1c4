# Written by build_backend/make_pxd.py from plan_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.activation_kernel cimport Activation
from tablee.games.fragile.ends_kernel cimport Ends
from tablee.games.fragile.evaluate_kernel cimport Evaluator
from tablee.games.fragile.quay_kernel cimport PackedState

cdef double MARGIN

@cython.final
cdef class Planner:
    cdef Evaluator evaluator
    cdef Activation activation
    cdef Ends firsts
    cdef Ends turns
    cdef PackedState base
    cdef PackedState middle
    cdef PackedState trial
    cdef int player
    cdef int continued
    cdef long long explored
    cdef bint _play_best(self, PackedState state, int width) noexcept nogil
    cdef void _begin(self, int firsts, int turns) noexcept nogil
    cdef void _widen(self, int count) noexcept nogil
    cdef void _explore(self, PackedState state, int docker, int points) noexcept nogil
    cdef bint _weigh_ends(self, PackedState state, Ends ends, int parent) noexcept nogil
    cdef void _keep(self, Ends ends, double value, PackedState state, int parent) noexcept nogil
    cdef void _take(self, PackedState state, unsigned char[:] crates, int offset, int docker) noexcept nogil
    cdef void _after(self, int rank) noexcept nogil
