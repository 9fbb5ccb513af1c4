# Written by build_backend/make_pxd.py from flock_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic cimport codes
from tablee.games.shear_panic.grid_kernel cimport GOLDEN, MASK64

@cython.final
cdef class PackedGame:
    cdef int players
    cdef signed char[4] colours
    cdef signed char[12] menu_kinds
    cdef signed char[12] menu_numbers
    cdef int team_last
    cdef int rogers_last
    cdef int black_last
    cdef int shearers_last
    cdef int rogers_gate
    cdef int shearers_gate
    cdef signed char[256] panic_spaces
    cdef signed char[6] panic_die
    cdef signed char[2] regroup_die
    cdef int jumps
    cdef int extra_cost
    cdef object facts

@cython.final
cdef class PackedState:
    cdef PackedGame game
    cdef short[9] cells
    cdef int facing
    cdef signed char[1024] grid
    cdef int left
    cdef int width
    cdef int height
    cdef signed char[16] columns
    cdef signed char[16] rows
    cdef unsigned long long[2] flock
    cdef unsigned long long present
    cdef short[4] points
    cdef short[4] used
    cdef signed char[4] order
    cdef short[4] extras
    cdef int player
    cdef int task
    cdef int stage
    cdef int counter
    cdef bint has_before
    cdef unsigned long long[2] before
    cdef bint rolled
    cdef int last_kind
    cdef int last_turn
    cdef int number
    cdef int face
    cdef int group
    cdef int die
    cdef int jumps
    cdef int ended
    cdef int winner
    cdef short[9] trial
    cdef unsigned long long[2] key
    cdef unsigned long long seen
    cdef signed char[9] herd
    cdef int herd_size
    cdef int goal
    cdef void _copy_from(self, PackedState other) noexcept nogil
    cpdef PackedState copy(self)

cdef void settle(PackedState state) noexcept nogil
cdef void find_key(PackedState state, int facing) noexcept nogil
cdef int reading_order(PackedState state, signed char * ranked) noexcept nogil

cdef inline unsigned long long faced(PackedState state, int facing) noexcept nogil:
    return state.flock[1] | facing << 8

cdef inline bint has_sheep(PackedState state, int player) noexcept nogil:
    return state.cells[2 * state.game.colours[player]] != 0

cdef inline int beside(PackedState state, int cell) noexcept nogil:
    return (
        1 << state.grid[cell - codes.ROW]
        | 1 << state.grid[cell + 1]
        | 1 << state.grid[cell + codes.ROW]
        | 1 << state.grid[cell - 1]
    )

cdef inline bint is_new(PackedState state, unsigned long long * keys, int count) noexcept nogil:
    i: cython.int
    one: cython.ulonglong = 1
    spread: cython.ulonglong = ((state.key[0] ^ state.key[1]) * GOLDEN) & MASK64
    bit: cython.ulonglong = one << (spread >> 58)
    if count == 0:
        state.seen = 0
    if state.seen & bit:
        for i in range(count):
            if keys[2 * i] == state.key[0] and keys[2 * i + 1] == state.key[1]:
                return False
    state.seen |= bit
    keys[2 * count] = state.key[0]
    keys[2 * count + 1] = state.key[1]
    return True
