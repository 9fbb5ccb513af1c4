# cython: infer_types=True
"""What the fields of the track are worth, on packed memory: the fast twin of ``scoring``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState, settle
    from tablee.games.shear_panic.grid_kernel import column_of, contact, row_of
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState, settle
    from cython.cimports.tablee.games.shear_panic.grid_kernel import column_of, contact, row_of

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
    points = 0
    if state.cells[codes.BLACK]:
        for i in range(2 * colour, 2 * colour + 2):
            if state.cells[i]:
                points += contact(state.cells[i], state.cells[codes.BLACK])
    return points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _colour_points(state: PackedState, colour: cython.int, facing: cython.int) -> cython.int:
    points = 0
    for i in range(2 * colour, 2 * colour + 2):
        if state.cells[i]:
            points += row_points(state, state.cells[i], facing)
    return points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_rows(state: PackedState, facing: cython.int) -> cython.void:
    """S-6.4, S-6.6: every sheep scores for its owner, by rows from the side given."""
    for player in range(state.game.players):
        state.points[player] += _colour_points(state, state.game.colours[player], facing)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shear(state: PackedState) -> cython.void:
    """S-6.6: the front row goes, unless all are of one colour; then the rows score."""
    kinds = 0
    for i in range(0, codes.SHEEP, 2):
        if state.cells[i]:
            kinds += 1
    if kinds > 1:
        state.trial[:] = state.cells
        for i in range(codes.SHEEP):
            if state.cells[i] and row_from(state, state.cells[i], state.facing) == 0:
                state.trial[i] = 0
        settle(state)
    score_rows(state, state.facing + 2)


def score(state: PackedState, field: cython.int) -> list[int]:
    """What each colour is worth in team, Roger's, black-sheep or Shearer's field (0 to 3).

    As in the law: in the last one the flock is taken to be shorn already.
    """
    found: list[int] = []
    for colour in range(4):
        if field == 0:
            found.append(team_points(state, colour))
        elif field == 2:
            found.append(black_points(state, colour))
        else:
            side = state.facing if field == 1 else state.facing + 2
            found.append(_colour_points(state, colour, side))
    return found


if not cython.compiled:  # compiled: from the .pxd, into every kernel that uses them

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def row_from(state: PackedState, cell: cython.int, facing: cython.int) -> cython.int:
        """S-1.2: the row of a cell, counted from the side that lies this way."""
        facing &= 3
        if facing == 0:
            return row_of(cell)
        if facing == 1:
            return state.width - 1 - column_of(cell)
        if facing == 2:
            return state.height - 1 - row_of(cell)
        return column_of(cell)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def row_points(state: PackedState, cell: cython.int, facing: cython.int) -> cython.int:
        """S-6.4, S-6.6: what a sheep on this cell scores."""
        row: cython.int = row_from(state, cell, facing)
        return 4 - row if row < 4 else 0
