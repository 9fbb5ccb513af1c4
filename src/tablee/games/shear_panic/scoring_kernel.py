"""The points of the fields of the track, on packed memory: the fast twin of ``scoring``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState, settle
    from tablee.games.shear_panic.grid_kernel import column_of, contact, row_of

COMPILED = cython.compiled


def team_points(state: PackedState, colour: cython.int) -> cython.int:
    """S-6.3: the contact of the two sheep of a colour."""
    first = state.cells[codes.first_place(colour)]
    second = state.cells[codes.first_place(colour) + 1]
    return contact(first, second) if first and second else 0


def black_points(state: PackedState, colour: cython.int) -> cython.int:
    """S-6.5: the contacts of a colour's sheep with the black sheep."""
    points = 0
    black = state.cells[codes.BLACK]
    for sheep in range(2):
        cell = state.cells[codes.first_place(colour) + sheep]
        if cell and black:
            points += contact(cell, black)
    return points


def _colour_points(state: PackedState, colour: cython.int, facing: cython.int) -> cython.int:
    """S-6.4, S-6.6: the points of a colour, by rows from the side that lies this way."""
    points = 0
    for sheep in range(2):
        cell = state.cells[codes.first_place(colour) + sheep]
        if cell:
            points += row_points(state, cell, facing)
    return points


def score_rows(state: PackedState, facing: cython.int) -> cython.void:
    """S-6.4, S-6.6: every sheep scores for its owner, by its row from this side."""
    for player in range(state.game.players):
        state.points[player] += _colour_points(state, state.game.colours[player], facing)


def shear(state: PackedState) -> cython.void:
    """S-6.6: the front row is shorn, unless all sheep have one colour. Then the rows score."""
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
    """Returns the points of each colour in team, Roger's, black-sheep or Shearer's field (0 to 3).

    As in the law, the last one takes the flock as shorn already.
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


if not cython.compiled:  # C inlines these in every kernel that uses them

    def row_from(state: PackedState, cell: cython.int, facing: cython.int) -> cython.int:
        """S-1.2: returns the row of a cell, counted from the side that lies this way."""
        facing &= 3
        if facing == 0:
            return row_of(cell)
        if facing == 1:
            return state.width - 1 - column_of(cell)
        if facing == 2:
            return state.height - 1 - row_of(cell)
        return column_of(cell)

    def row_points(state: PackedState, cell: cython.int, facing: cython.int) -> cython.int:
        """S-6.4, S-6.6: returns the points of a sheep on this cell."""
        row = row_from(state, cell, facing)
        return 4 - row if row < 4 else 0
