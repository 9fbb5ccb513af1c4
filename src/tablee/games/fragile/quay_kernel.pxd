# Written by build_backend/make_pxd.py from quay_kernel.py: change that, then run it.

cimport cython

@cython.final
cdef class PackedGame:
    cdef signed char[400] next
    cdef signed char[100] slot
    cdef signed char[12] cell_of_slot
    cdef signed char[12] quarter
    cdef unsigned long long slots_low
    cdef unsigned long long slots_high
    cdef signed char[16] docker_player
    cdef signed char[12] goal_slot
    cdef int goals
    cdef int players
    cdef int dockers_each
    cdef int depots_each
    cdef int straws
    cdef int idle_limit
    cdef int turn_limit

@cython.final
cdef class PackedState:
    cdef PackedGame game
    cdef unsigned long long crates_low
    cdef unsigned long long crates_high
    cdef unsigned long long dockers_low
    cdef unsigned long long dockers_high
    cdef unsigned char[100] cells
    cdef signed char[12] origin_cell
    cdef unsigned char[12] origin_crates
    cdef signed char[16] docker_cell
    cdef signed char[12] owner
    cdef signed char[4] score
    cdef signed char[4] open_depots
    cdef signed char[4] to_play
    cdef int turn
    cdef int idle_turns
    cdef signed char flips_left
    cdef signed char dockers
    cdef signed char playing
    cdef signed char activations
    cdef signed char active
    cdef signed char points
    cdef signed char barred
    cdef signed char marker
    cdef signed char full_player
    cdef signed char last_turns
    cdef signed char stored_this_turn
    cdef signed char flipped_this_turn
    cdef signed char singles
    cdef signed char origin_count
    cdef signed char origin_docker
    cdef signed char ended
    cdef void _derive(self)
    cdef void _copy_from(self, PackedState other) noexcept nogil
    cpdef PackedState copy(self)

cdef void score_depot(PackedState state, int slot, int crate) noexcept nogil

cdef inline void set_docker_bit(PackedState state, int cell) noexcept nogil:
    one: cython.ulonglong = 1
    if cell < 50:
        state.dockers_low |= one << cell
    else:
        state.dockers_high |= one << (cell - 50)

cdef inline void move_docker(PackedState state, int docker, int target) noexcept nogil:
    one: cython.ulonglong = 1
    cell: cython.int = state.docker_cell[docker]
    if cell < 50:
        state.dockers_low ^= one << cell
    else:
        state.dockers_high ^= one << (cell - 50)
    state.docker_cell[docker] = target
    set_docker_bit(state, target)

cdef inline bint has_docker(PackedState state, int cell) noexcept nogil:
    one: cython.ulonglong = 1
    if cell < 50:
        return (state.dockers_low >> cell) & one != 0
    return (state.dockers_high >> (cell - 50)) & one != 0

cdef inline void put(PackedState state, int cell, int crates) noexcept nogil:
    one: cython.ulonglong = 1
    state.cells[cell] = crates
    if cell < 50:
        state.crates_low &= ~(one << cell)
        if crates:
            state.crates_low |= one << cell
    else:
        state.crates_high &= ~(one << (cell - 50))
        if crates:
            state.crates_high |= one << (cell - 50)
