# Written by build_backend/make_pxd.py from move_kernel.py: change that, then run it.

cimport cython
from tablee.games.shear_panic cimport codes

cdef inline int plain_move(int move, int way) noexcept nogil:
    return move << 18 | way

cdef inline int group_move(int cell) noexcept nogil:
    return codes.GROUP << 18 | (cell - codes.ORIGIN) << 3

cdef inline int shift_move(int shift) noexcept nogil:
    return codes.LINE << 18 | (shift + codes.NO_SHIFT) << 3

cdef inline int target_move(int kind, int cell, int way) noexcept nogil:
    return kind << 15 | (cell - codes.ORIGIN) << 3 | way

cdef inline int with_number(int target, int number) noexcept nogil:
    return target | number << 13

cdef inline int in_panic(int lamb_push) noexcept nogil:
    return codes.PUSH << 18 | lamb_push

cdef inline int played(int move) noexcept nogil:
    return move >> 18

cdef inline int kind_of(int move) noexcept nogil:
    return move >> 15 & 7

cdef inline int number_of(int move) noexcept nogil:
    return move >> 13 & 3

cdef inline int cell_of(int move) noexcept nogil:
    return (move >> 3 & 1023) + codes.ORIGIN

cdef inline int shift_of(int move) noexcept nogil:
    return (move >> 3 & 1023) - codes.NO_SHIFT

cdef inline int way_of(int move) noexcept nogil:
    return move & 7
