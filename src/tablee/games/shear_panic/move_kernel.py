"""A move as one number. Only this file knows where its parts are.

bit 18 and on   what is played: a command, a push, a roll, as ``codes`` numbers them
bits 15 to 17   the kind of a command
bits 13 and 14  the number of a command
bits 3 to 12    row * 32 + column of a sheep in the box, or a shift
bits 0 to 2     the way, the face, the number of an extra step, or the player
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
else:
    from cython.cimports.tablee.games.shear_panic import codes

COMPILED = cython.compiled


def encode(
    move: int, *, kind: int = 0, number: int = 0, column: int = 0, row: int = 0, way: int = 0
) -> int:
    """A move of all its parts, for callers outside of the kernels."""
    return move << 18 | kind << 15 | number << 13 | (row * codes.ROW + column) << 3 | way


def decode(move: cython.int) -> tuple[int, int, int, int, int, int]:
    """What is played, kind of command, number, column, row and way."""
    spot: cython.int = cell_of(move) - codes.ORIGIN
    return (
        played(move),
        kind_of(move),
        number_of(move),
        spot % codes.ROW,
        spot // codes.ROW,
        way_of(move),
    )


if not cython.compiled:  # compiled: from the .pxd, into every kernel that uses them

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def plain_move(move: cython.int, way: cython.int) -> cython.int:
        """A move that names no sheep."""
        return move << 18 | way

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def group_move(cell: cython.int) -> cython.int:
        return codes.GROUP << 18 | (cell - codes.ORIGIN) << 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def shift_move(shift: cython.int) -> cython.int:
        return codes.LINE << 18 | (shift + codes.NO_SHIFT) << 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def target_move(kind: cython.int, cell: cython.int, way: cython.int) -> cython.int:
        """A command without its number; one of the whole flock names the corner of the box."""
        return kind << 15 | (cell - codes.ORIGIN) << 3 | way

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def with_number(target: cython.int, number: cython.int) -> cython.int:
        return target | number << 13

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def in_panic(lamb_push: cython.int) -> cython.int:
        """S-7.1: the target of a lamb push, pushed in panic."""
        return codes.PUSH << 18 | lamb_push

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def played(move: cython.int) -> cython.int:
        return move >> 18

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def kind_of(move: cython.int) -> cython.int:
        return move >> 15 & 7

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def number_of(move: cython.int) -> cython.int:
        return move >> 13 & 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def cell_of(move: cython.int) -> cython.int:
        return (move >> 3 & 1023) + codes.ORIGIN

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def shift_of(move: cython.int) -> cython.int:
        return (move >> 3 & 1023) - codes.NO_SHIFT

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def way_of(move: cython.int) -> cython.int:
        return move & 7
