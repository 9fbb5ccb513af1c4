# Written by build_backend/make_pxd.py from positions_kernel.py: change that, then run it.

cimport cython

@cython.final
cdef class Positions:
    cdef int width
    cdef int count
    cdef int room
    cdef long long most
    cdef bint full
    cdef object store
    cdef unsigned long long[:] words
    cdef int[:] table
    cpdef long long memory(self)
    cdef int _place(self, unsigned long long * word) noexcept nogil
    cdef void _add(self, unsigned long long * word) noexcept nogil
    cdef void _grow(self) noexcept
