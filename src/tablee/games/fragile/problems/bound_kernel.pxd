# Written by build_backend/make_pxd.py from bound_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.problems.lone_turn_kernel cimport LoneTurn

cdef int NOWHERE

@cython.final
cdef class Shelf:
    cdef int[:] place
    cdef unsigned long long[:] words
    cdef object store
    cdef int size
    cdef int count
    cdef int room
    cdef int _add(self, int table)

@cython.final
cdef class Bound:
    cdef LoneTurn turn
    cdef signed char[12] depots
    cdef int goals
    cdef int own
    cdef int tables
    cdef object starts
    cdef object steps
    cdef object ends
    cdef int _table(self, int goal, int first, int second) noexcept nogil
    cpdef Shelf ends_for(self, int turns)
    cpdef Shelf steps_for(self, int turns)
    cpdef void require(self, int turns, int goal, int first, int second)
    cdef void _require_ends(self, int turns, int goal, int first, int second)
    cdef void _require_starts(self, int turns, int goal, int first, int second)
    cdef void _work_out(self, Shelf ends, int place, int goal, int first, int second) noexcept nogil
    cdef void _fill_ends(self, Shelf shelf, int place, Shelf later, int turns, int goal, int first, int second) noexcept nogil
    cdef void _keep_starts(self, Shelf shelf, int place) noexcept nogil
    cdef void _keep_steps(self, Shelf shelf, int place) noexcept nogil
