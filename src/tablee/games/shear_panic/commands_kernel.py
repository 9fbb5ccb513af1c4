"""The commands on packed memory: the fast twin of ``commands``.

A target is the number of its move, see ``codes``. Functions called ``try_…`` leave the flock alone.
They write the flock after the command into ``state.trial``, and ``flock_kernel.settle`` adopts it.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import MASK64
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import (
        PackedState,
        beside,
        faced,
        find_key,
        is_new,
        is_used,
        reading_order,
    )
    from tablee.games.shear_panic.grid_kernel import (
        KEY_STEP,
        STEP,
        column_of,
        in_byte,
        row_of,
        sorted_pairs,
        with_facing,
    )

COMPILED = cython.compiled


def try_push(state: PackedState, cell: cython.int, step: cython.int) -> cython.void:
    """S-4.1: moves a sheep and the unbroken line ahead of it one step."""
    state.trial[:] = state.cells
    while state.grid[cell]:
        state.trial[state.grid[cell] - 1] = cell + step
        cell += step


def try_line_up(state: PackedState, direction: cython.int) -> cython.void:
    """S-4.4: packs every line that runs this way (N E S W as 0 to 3) against the side."""
    lines = state.width
    length = state.height
    cell = codes.ORIGIN  # the barrier's end of the first line
    inward = codes.ROW
    across = 1
    if direction == 2:
        cell += (state.height - 1) * codes.ROW
        inward = -codes.ROW
    elif direction != 0:
        lines, length = length, lines
        inward, across = 1, codes.ROW
        if direction == 1:
            cell += state.width - 1
            inward = -1
    state.trial[:] = state.cells
    for line in range(lines):
        from_cell = to_cell = cell + line * across
        for _ in range(length):
            if state.grid[from_cell]:
                state.trial[state.grid[from_cell] - 1] = to_cell
                to_cell += inward
            from_cell += inward


def try_target(
    state: PackedState, kind: cython.int, cell: cython.int, way: cython.int
) -> cython.void:
    """S-4.1 to S-4.6: plays an allowed target."""
    step = STEP[way]
    if kind <= codes.DIAGONAL_PUSH:
        try_push(state, cell, step)
        return
    to = cell + step
    while state.grid[to]:
        to += step
    state.trial[:] = state.cells
    state.trial[state.grid[cell] - 1] = to


def side_faces(state: PackedState, side: cython.int) -> cython.int:
    """Returns the direction of front, back, left or right: N E S W as 0 to 3."""
    turn = 0
    if side == 1:
        turn = 2
    elif side == 2:
        turn = 3
    elif side == 3:
        turn = 1
    return (state.facing + turn) & 3


def turned(state: PackedState, way: cython.int) -> cython.int:
    return (state.facing + (1 if way else 3)) & 3


def targets(
    state: PackedState,
    kind: cython.int,
    colour: cython.int,
    found: cython.p_int,
    most: cython.int,
    never_back: cython.bint,
) -> cython.int:
    """Writes the targets of a command, one for each different flock; returns how many.

    The targets have no number yet. ``never_back`` leaves out those that would undo the command
    before (S-4.8).
    """
    keys = cython.declare(cython.ulonglong[160])
    ranked = cython.declare(cython.schar[9])
    if not cython.compiled:
        keys = [0] * 160
        ranked = [0] * 9
    count = 0
    distinct = 0
    first = 1 if kind == codes.DIAGONAL_PUSH else 0
    every = 1 if kind == codes.LAMB_PUSH or kind == codes.LAMB_ROLL else 2
    if kind == codes.LINE_UP or kind == codes.EWE_TURN:
        return _whole_flock_targets(state, kind, found, most, never_back)
    if kind == codes.LINE_PUSH or kind == codes.DIAGONAL_PUSH:
        sheep = reading_order(state, ranked)
    else:
        # The two sheep of a colour are in reading order already.
        sheep = 0
        for i in range(2):
            place = codes.first_place(colour) + i
            if place < codes.SHEEP and state.cells[place]:
                ranked[sheep] = place
                sheep += 1
    for i in range(sheep):
        cell = state.cells[ranked[i]]
        way = first - every
        while way + every < 8:
            way += every
            if not _aim(state, kind, cell, way):
                continue
            if not is_new(state, keys, distinct):
                continue
            distinct += 1
            if never_back and _is_before(state):
                continue
            found[count] = codes.target_move(kind, cell, way)
            count += 1
            if count == most:
                return count
    return count


def _whole_flock_targets(
    state: PackedState,
    kind: cython.int,
    found: cython.p_int,
    most: cython.int,
    never_back: cython.bint,
) -> cython.int:
    """S-4.4, S-4.7"""
    keys = cython.declare(cython.ulonglong[8])
    count = 0
    distinct = 0
    for way in range(4 if kind == codes.LINE_UP else 2):
        if kind == codes.LINE_UP:
            try_line_up(state, side_faces(state, way))
            find_key(state, state.facing)
        else:
            state.key[0] = state.flock[0]
            state.key[1] = faced(state, turned(state, way))
        if not is_new(state, keys, distinct):
            continue
        distinct += 1
        if never_back and (way != state.last_turn if kind == codes.EWE_TURN else _is_before(state)):
            continue
        found[count] = codes.target_move(kind, codes.ORIGIN, way)
        count += 1
        if count == most:
            break
    return count


def _is_behind_others(state: PackedState, cell: cython.int, way: cython.int) -> cython.bint:
    """S-4.2: tells whether a push from outside meets others first on this line."""
    step = STEP[way]
    for _ in range(_to_the_rim(state, cell, way)):
        cell -= step
        if state.grid[cell]:
            return True
    return False


def _to_the_rim(state: PackedState, cell: cython.int, way: cython.int) -> cython.int:
    """Counts the cells of the box behind a cell, on a line that goes this way."""
    x = column_of(cell)
    y = row_of(cell)
    if way > 4:  # to the west
        x = state.width - 1 - x
    if way < 3 or way > 5:  # to the north
        y = state.height - 1 - y
    if way == 2 or way == 6:
        return x
    if way == 0 or way == 4:
        return y
    return x if x < y else y


def _is_before(state: PackedState) -> cython.bint:
    return state.key[0] == state.before[0] and state.key[1] == state.before[1]


def _can_be_undone(state: PackedState) -> cython.bint:
    """S-4.8: tells whether the next command could undo the last one.

    An ewe turn can always be undone. Another command can if it changed the flock and no die was
    rolled since.
    """
    if state.last_kind == codes.EWE_TURN:
        return True
    if state.rolled or not state.has_before:
        return False
    return state.flock[0] != state.before[0] or faced(state, state.facing) != state.before[1]


def commands(
    state: PackedState, player: cython.int, found: cython.p_int, most: cython.int
) -> cython.int:
    """S-4.9: writes the commands of a player, up to ``most``; returns how many."""
    aims = cython.declare(cython.int[80])
    here = 0
    count = 0
    known = -1
    last = 0
    for place in range(codes.MENU):
        if is_used(state, player, place):
            continue
        kind = state.game.menu_kinds[place]
        if kind == known and state.game.menu_numbers[place] == last:
            continue
        if kind != known:
            known = kind
            never_back: cython.bint = kind == state.last_kind and _can_be_undone(state)
            here = targets(state, kind, state.game.colours[player], aims, most, never_back)
        last = state.game.menu_numbers[place]
        for i in range(here):
            found[count] = codes.with_number(aims[i], last)
            count += 1
            if count == most:
                return count
    return count


if not cython.compiled:  # C inlines these: most of the time goes into them

    def _aim(
        state: PackedState, kind: cython.int, cell: cython.int, way: cython.int
    ) -> cython.bint:
        """S-4.1 to S-4.6: finds the key of the flock after a target; False if it is not allowed.

        Every target leaves one cell and takes another. These two give the new box. All sheep that
        move are shifted alike, so that one multiplication shifts their bytes in the key.
        """
        to = cell
        step = STEP[way]
        one: cython.ulonglong = 1
        moved: cython.ulonglong = 0
        black = 0
        shift = KEY_STEP[way]
        if kind <= codes.DIAGONAL_PUSH:
            if kind != codes.LAMB_PUSH:
                # Most sheep have another one right behind them. That is the quick test.
                if state.grid[cell - step] or _is_behind_others(state, cell, way):
                    return False
            while state.grid[to]:
                # No branch: only the place of the black sheep is 8 or more.
                place = state.grid[to] - 1
                black |= place >> 3
                moved |= in_byte(one ^ (place >> 3), place & 7)
                to += step
        else:
            place = state.grid[cell] - 1
            moved = in_byte(one, place)
            to += step
            if kind == codes.LAMB_ROLL:
                # It must touch a sheep other than itself; bit 0 means nobody.
                if state.grid[to] or not beside(state, to) & ~(2 << place | 1):
                    return False
            else:
                if state.grid[to] == 0:
                    return False
                while state.grid[to]:
                    to += step
                    shift += KEY_STEP[way]
        _shifted_key(state, moved, black, shift, cell, to)
        return True

    def _shifted_key(
        state: PackedState,
        moved: cython.ulonglong,
        black: cython.int,
        shift: cython.int,
        left: cython.int,
        taken: cython.int,
    ) -> cython.void:
        """Finds the key after sheep moved by a shift, which left one cell and took another."""
        x = 0
        y = 0
        if column_of(left) == 0 and state.columns[0] == 1:
            x = 1
            while x < state.width and state.columns[x] == 0:
                x += 1
        if row_of(left) == 0 and state.rows[0] == 1:
            y = 1
            while y < state.height and state.rows[y] == 0:
                y += 1
        x = min(x, column_of(taken))
        y = min(y, row_of(taken))
        corner = y * codes.KEY_ROW + x
        word: cython.ulonglong = (state.flock[0] + moved * shift - state.present * corner) & MASK64
        place = cython.cast(cython.int, state.flock[1])
        state.key[0] = sorted_pairs(word)
        if place != codes.GONE:
            place += black * shift - corner
        state.key[1] = with_facing(place, state.facing)
