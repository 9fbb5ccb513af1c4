"""What may be played, as a table lists it: in writing, with no move made.

A table shows every state's moves and is asked for one of them, so the others stay numbers.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from tablee.games.fragile import codes
    from tablee.games.fragile.kernel import legal_into
    from tablee.games.fragile.quay_kernel import PackedState
else:
    from cython.cimports.tablee.games.fragile import codes
    from cython.cimports.tablee.games.fragile.kernel import legal_into
    from cython.cimports.tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled


def listed(
    state: PackedState,
    words: dict[int, str],
    write: Callable[[int], str],
    names: tuple[str, ...],
) -> tuple[list[str], list[str], bool]:
    """The notations in the order of the law, the cells they begin from, whether the turn may end.

    ``words`` has the notation by target, source, kind and the cell of a docker not yet active,
    counted from 1: seven bits each, but four for the kind. What varies most stands lowest, or a
    dictionary would find most of them in one place. What it does not have yet, ``write`` gives it.
    ``names`` are the cells'. Those listed are of dockers that can act, or where something may be
    placed (F-2).
    """
    moves: cython.int[2048]
    if not cython.compiled:
        moves = [0] * 2048
    i: cython.int
    count: cython.int
    kind: cython.int
    docker: cython.int
    word: cython.int
    last: cython.int = -1
    with cython.nogil:
        count = legal_into(state, moves)
        _sort_walks(moves, count)
    found: list[str] = []
    cells: list[str] = []
    for i in range(count):
        kind = moves[i] & 15
        docker = moves[i] >> 4 & 15
        word = moves[i] >> 15 & 127 | kind << 14
        if kind <= codes.HAND_OVER:
            if kind != codes.GO:
                word |= (moves[i] >> 8 & 127) << 7
            if docker != state.active:
                word |= (state.docker_cell[docker] + 1) << 18
            if docker != last:
                cells.append(names[state.docker_cell[docker]])
                last = docker
        elif kind != codes.END_TURN:
            cells.append(names[moves[i] >> 15 & 127])
        text = words.get(word)
        found.append(write(word) if text is None else text)
    return found, cells, count > 0 and moves[count - 1] & 15 == codes.END_TURN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_walks(moves: cython.p_int, count: cython.int) -> cython.void:
    """The law lists a docker's walks by cell, the kernel the nearer ones first."""
    i: cython.int
    place: cython.int
    move: cython.int
    for i in range(1, count):
        move = moves[i]
        if move & 15 != codes.GO:
            continue
        place = i
        while (
            place > 0
            and moves[place - 1] & 255 == move & 255
            and moves[place - 1] >> 15 & 127 > move >> 15 & 127
        ):
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
