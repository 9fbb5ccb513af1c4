"""Lists the legal moves in notation, as a table shows them.

A table shows all moves of a state and plays one of them. So this makes no ``Move`` objects.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.kernel import legal_into
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


def listed(
    state: PackedState, words: dict[int, list[str | None]], write: Callable[[int], str]
) -> list[str]:
    """Returns the notations of the legal moves, in the order of the law.

    ``words`` keeps notations that were written before: by a number for source, kind and docker,
    and then by the target. ``write`` gets the whole number of a move and writes it: seven bits
    each for target and source, four for the kind, and then the cell of a docker that is not yet
    active, counted from 1.
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
    """Sorts walks by cell, as the law does. The kernel lists the nearer ones first."""
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
