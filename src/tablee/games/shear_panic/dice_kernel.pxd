# Written by build_backend/make_pxd.py from dice_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic cimport codes
from tablee.games.shear_panic.flock_kernel cimport PackedState

cdef int rolls(PackedState state, int * moves) noexcept nogil
cdef int drawn(PackedState state, unsigned long long word) noexcept nogil

cdef inline int sides(PackedState state, int face) noexcept nogil:
    if state.task == codes.ASK_PANIC:
        if face != codes.WHITE and state.cells[2 * face] == 0:
            return 0
        return state.game.panic_die[face]
    return state.game.regroup_die[face] if state.task == codes.ASK_REGROUP else 1
