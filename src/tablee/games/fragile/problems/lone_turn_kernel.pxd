# Written by build_backend/make_pxd.py from lone_turn_kernel.py: change that, then run it.

cimport cython

cdef int POINTS
cdef int STATES
cdef int WORDS

@cython.final
cdef class LoneTurn:
    cdef signed char[400] next
    cdef unsigned long long[2] floor
    cdef unsigned long long[2] others
    cdef unsigned long long[2] helpers
    cdef unsigned long long[200] near
    cdef signed char[3] slot_starts
    cdef int slot_start_count
    cdef signed char[100] stand_cells
    cdef int stand_count
    cdef int own
    cdef int depot
    cdef signed char[100] cluster
    cdef int clusters
    cdef unsigned long long[3600] levels
    cdef void work_out(self, int first, int second, int depot) noexcept nogil
    cdef void _gather_helpers(self, int first, int second) noexcept nogil
    cdef bint _is_helper(self, int cell) noexcept nogil
    cdef bint _is_free(self, int cell) noexcept nogil
    cdef void _walk_back(self, int points) noexcept nogil
    cdef bint _can_be(self, int points, int state, int docker) noexcept nogil
    cdef void _allow(self, int points, int state, int docker) noexcept nogil
    cdef void _hand_back(self, int points) noexcept nogil
    cdef void _act_back(self, int points, int cell) noexcept nogil

cdef inline int half(int cell) noexcept nogil:
    return 1 if cell >= 50 else 0

cdef inline unsigned long long bit(int cell) noexcept nogil:
    one: cython.ulonglong = 1
    return one << (cell - 50 if cell >= 50 else cell)
