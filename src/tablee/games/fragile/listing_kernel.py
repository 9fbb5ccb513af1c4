"""What may be played, as a table lists it: in writing, with no move made.

A table shows every state's moves and is asked for one of them, so the others stay numbers.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.kernel import legal_into
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


def listed(
    state: PackedState, words: dict[int, list[str | None]], write: Callable[[int], str]
) -> list[str]:
    """The notations of the legal moves, in the order of the law.

    A word is a move in seven bits each for target, source and the cell of a docker not yet active,
    counted from 1, with four for the kind after the source. ``words`` has the notations: a row by
    all but the target, and in it by the target. ``write`` makes those it does not have yet.
    """
    moves = cython.declare(cython.int[2048])
    last_row = -1
    row: list[str | None] = []
    with cython.nogil:
        count = legal_into(state, moves)
        _sort_walks(moves, count)
    found: list[str] = []
    for i in range(count):
        kind = codes.kind_of(moves[i])
        docker = codes.docker_of(moves[i])
        target = codes.target_of(moves[i])
        row_number = kind << 7
        if kind <= codes.HAND_OVER:
            if kind != codes.GO:
                row_number |= codes.source_of(moves[i])
            if docker != state.active:
                row_number |= (state.docker_cell[docker] + 1) << 11
        if row_number != last_row:
            if row_number not in words:
                words[row_number] = [None] * 128
            row = words[row_number]
            last_row = row_number
        text = row[target]
        if text is None:
            text = row[target] = write(row_number << 7 | target)
        found.append(text)
    return found


def _sort_walks(moves: cython.p_int, count: cython.int) -> cython.void:
    """The law lists a docker's walks by cell, the kernel the nearer ones first."""
    for i in range(1, count):
        move = moves[i]
        if codes.kind_of(move) != codes.GO:
            continue
        place = i
        while (
            place > 0
            and moves[place - 1] & 255 == move & 255
            and codes.target_of(moves[place - 1]) > codes.target_of(move)
        ):
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
