# Written by build_backend/make_pxd.py from terrain_kernel.py: change that, then run it.

cimport cython
from tablee.games.fragile.quay_kernel cimport PackedGame

cdef int FAR

@cython.final
cdef class Terrain:
    cdef unsigned char[10000] walk
    cdef unsigned char[4800] push
    cdef unsigned char[1200] nearest
    cdef unsigned char[1600] round
    cdef signed char[12] door
    cdef void _flood(self, PackedGame game, int start, int without, unsigned char * found, int base) noexcept nogil
    cdef void _walk_from(self, PackedGame game, int start) noexcept nogil
    cdef void _walk_round(self, PackedGame game, int cell) noexcept nogil
    cdef void _push_into(self, PackedGame game, int slot) noexcept nogil
    cdef void _relax(self, int place, int cost) noexcept nogil
