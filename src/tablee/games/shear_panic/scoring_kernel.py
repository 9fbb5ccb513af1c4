"""What the fields of the track are worth, on packed memory: the fast twin of ``scoring``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState, settle
    from tablee.games.shear_panic.grid_kernel import contact
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState, settle
    from cython.cimports.tablee.games.shear_panic.grid_kernel import contact

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def team_points(state: PackedState, colour: cython.int) -> cython.int:
    if state.cells[2 * colour] == 0 or state.cells[2 * colour + 1] == 0:
        return 0
    return contact(state.cells[2 * colour], state.cells[2 * colour + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def black_points(state: PackedState, colour: cython.int) -> cython.int:
    points: cython.int = 0
    i: cython.int
    if state.cells[codes.BLACK]:
        for i in range(2 * colour, 2 * colour + 2):
            if state.cells[i]:
                points += contact(state.cells[i], state.cells[codes.BLACK])
    return points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _row_points(state: PackedState, colour: cython.int, facing: cython.int) -> cython.int:
    points: cython.int = 0
    row: cython.int
    i: cython.int
    for i in range(2 * colour, 2 * colour + 2):
        if state.cells[i]:
            row = _row(state, state.cells[i], facing)
            if row < 4:
                points += 4 - row
    return points


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _row(state: PackedState, cell: cython.int, facing: cython.int) -> cython.int:
    """S-1.2: the row of a cell, counted from the side that lies this way."""
    if facing == 0:
        return (cell >> 5) - codes.CORNER
    if facing == 1:
        return codes.CORNER + state.width - 1 - (cell & 31)
    if facing == 2:
        return codes.CORNER + state.height - 1 - (cell >> 5)
    return (cell & 31) - codes.CORNER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_rows(state: PackedState, facing: cython.int) -> cython.void:
    """S-6.4, S-6.6: every sheep scores for its owner, by rows from the side given."""
    player: cython.int
    for player in range(state.game.players):
        state.points[player] += _row_points(state, state.game.colours[player], facing)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shear(state: PackedState) -> cython.void:
    """S-6.6: the front row goes, unless all are of one colour; then the rows score."""
    i: cython.int
    kinds: cython.int = 0
    for i in range(0, codes.SHEEP, 2):
        kinds += state.cells[i] != 0
    if kinds > 1:
        state.trial[:] = state.cells
        for i in range(codes.SHEEP):
            if state.cells[i] and _row(state, state.cells[i], state.facing) == 0:
                state.trial[i] = 0
        settle(state)
    score_rows(state, (state.facing + 2) & 3)


def score(state: PackedState, field: cython.int) -> list[int]:
    """What each colour is worth in team, Roger's, black-sheep or Shearer's field (0 to 3).

    As in the law: in the last one the flock is taken to be shorn already.
    """
    colour: cython.int
    found: list[int] = []
    for colour in range(4):
        if field == 0:
            found.append(team_points(state, colour))
        elif field == 2:
            found.append(black_points(state, colour))
        else:
            side: cython.int = state.facing if field == 1 else (state.facing + 2) & 3
            found.append(_row_points(state, colour, side))
    return found
