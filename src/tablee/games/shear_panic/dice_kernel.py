# cython: infer_types=True
"""Dice on packed memory: what may be rolled or drawn, and with which odds."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.grid_kernel import below
    from tablee.games.shear_panic.move_kernel import plain_move
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState
    from cython.cimports.tablee.games.shear_panic.grid_kernel import below
    from cython.cimports.tablee.games.shear_panic.move_kernel import plain_move

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rolls(state: PackedState, moves: cython.p_int) -> cython.int:
    """S-2.2, S-5.2, S-7.1: writes what may be rolled or drawn, or who may be named; how many."""
    count = 0
    for face in range(_faces(state)):
        if sides(state, face):
            moves[count] = _roll(state, face)
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drawn(state: PackedState, word: cython.ulonglong) -> cython.int:
    """One of these moves, by its probability and a random word."""
    total = 0
    for face in range(_faces(state)):
        total += sides(state, face)
    ticket = below(word, total)
    face = 0
    while ticket >= sides(state, face):
        ticket -= sides(state, face)
        face += 1
    return _roll(state, face)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _faces(state: PackedState) -> cython.int:
    if state.task == codes.ASK_PANIC:
        return 6
    return 2 if state.task == codes.ASK_REGROUP else state.game.players


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _roll(state: PackedState, face: cython.int) -> cython.int:
    if state.task == codes.ASK_PANIC:
        return plain_move(codes.PANIC_ROLL, face)
    return plain_move(codes.REGROUP_ROLL if state.task == codes.ASK_REGROUP else codes.DRAW, face)


if not cython.compiled:  # compiled: from the .pxd, into every kernel that uses them

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def sides(state: PackedState, face: cython.int) -> cython.int:
        """How many sides show this face; none for a colour that is gone (S-7.1)."""
        if state.task == codes.ASK_PANIC:
            if face != codes.WHITE and state.cells[2 * face] == 0:
                return 0
            return state.game.panic_die[face]
        return state.game.regroup_die[face] if state.task == codes.ASK_REGROUP else 1
