# Written by build_backend/make_pxd.py from ends_kernel.py: change that, then run it.

cimport cython

@cython.final
cdef class Ends:
    cdef int capacity
    cdef int room
    cdef int count
    cdef int[:] order
    cdef double[:] value
    cdef unsigned long long[:] key
    cdef int[:] docker
    cdef int[:] cell
    cdef int[:] parent
    cdef unsigned char[:] crates
    cdef void _begin(self, int room) noexcept nogil
    cdef double _floor(self) noexcept nogil
    cdef bint _wants(self, double value) noexcept nogil
    cdef int _offer(self, double value, unsigned long long key) noexcept nogil
