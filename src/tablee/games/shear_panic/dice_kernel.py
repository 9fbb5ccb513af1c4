"""Chance on packed memory: the rolls and draws, and their odds."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import below
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState

COMPILED = cython.compiled


def rolls(state: PackedState, moves: cython.p_int) -> cython.int:
    """S-2.2, S-5.2, S-7.1: writes the moves of chance, or who may be named; returns how many."""
    count = 0
    for face in range(_faces(state)):
        if sides(state, face):
            moves[count] = _roll(state, face)
            count += 1
    return count


def drawn(state: PackedState, word: cython.ulonglong) -> cython.int:
    """Returns one of these moves, chosen by its probability with a random word."""
    total = 0
    for face in range(_faces(state)):
        total += sides(state, face)
    ticket = below(word, total)
    face = 0
    while ticket >= sides(state, face):
        ticket -= sides(state, face)
        face += 1
    return _roll(state, face)


def _faces(state: PackedState) -> cython.int:
    if state.task == codes.ASK_PANIC:
        return 6
    return 2 if state.task == codes.ASK_REGROUP else state.game.players


def _roll(state: PackedState, face: cython.int) -> cython.int:
    if state.task == codes.ASK_PANIC:
        return codes.plain_move(codes.PANIC_ROLL, face)
    if state.task == codes.ASK_REGROUP:
        return codes.plain_move(codes.REGROUP_ROLL, face)
    return codes.plain_move(codes.DRAW, face)


if not cython.compiled:  # C inlines these in every kernel that uses them

    def sides(state: PackedState, face: cython.int) -> cython.int:
        """Returns how many sides show this face: none for a colour that is gone (S-7.1)."""
        if state.task == codes.ASK_PANIC:
            if face != codes.WHITE and state.cells[codes.first_place(face)] == 0:
                return 0
            return state.game.panic_die[face]
        return state.game.regroup_die[face] if state.task == codes.ASK_REGROUP else 1
