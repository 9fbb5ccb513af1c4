"""Groups and how they come back, on packed memory: the fast twin of ``regroup``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import (
        PackedState,
        find_key,
        is_new,
        reading_order,
        settle,
    )
    from tablee.games.shear_panic.grid_kernel import STEP, cell_code
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import (
        PackedState,
        find_key,
        is_new,
        reading_order,
        settle,
    )
    from cython.cimports.tablee.games.shear_panic.grid_kernel import STEP, cell_code

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_one(state: PackedState) -> cython.bint:
    """S-1.4: is the flock together? An empty one is."""
    stack: cython.schar[9]
    if not cython.compiled:
        stack = [0] * 9
    seen: cython.int = 0
    found: cython.int = 0
    top: cython.int = 0
    way: cython.int
    other: cython.int
    while top < codes.SHEEP and state.cells[top] == 0:
        top += 1
    if top == codes.SHEEP:
        return True
    stack[0] = top
    seen = 1 << top
    top = 1
    while top:
        top -= 1
        found += 1
        cell: cython.int = state.cells[stack[top]]
        for way in range(0, 8, 2):
            other = state.grid[cell + STEP[way]] - 1
            if other >= 0 and not seen >> other & 1:
                seen |= 1 << other
                stack[top] = other
                top += 1
    return found == state.left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def smallest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.1: the smallest groups, where there is something to choose."""
    sizes: cython.schar[9]
    firsts: cython.short[9]
    if not cython.compiled:
        sizes = [0] * 9
        firsts = [0] * 9
    groups: cython.int = _part(state, sizes, firsts)
    size: cython.int = 9
    count: cython.int = 0
    i: cython.int
    for i in range(groups):
        if sizes[i] < size:
            size = sizes[i]
    for i in range(groups):
        if sizes[i] == size:
            found[count] = codes.GROUP << 18 | cell_code(firsts[i])
            count += 1
    return 1 if groups == 2 else count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _part(state: PackedState, sizes: cython.p_schar, firsts: cython.p_short) -> cython.int:
    """S-1.4: number the groups in reading order, with size and first cell; how many."""
    member: cython.schar[9]
    ranked: cython.schar[9]
    stack: cython.schar[9]
    if not cython.compiled:
        member = [0] * 9
        ranked = [0] * 9
        stack = [0] * 9
    sheep: cython.int = reading_order(state, ranked)
    groups: cython.int = 0
    i: cython.int
    way: cython.int
    top: cython.int
    other: cython.int
    for i in range(codes.SHEEP):
        member[i] = -1
    for i in range(sheep):
        if member[ranked[i]] >= 0:
            continue
        firsts[groups] = state.cells[ranked[i]]
        sizes[groups] = 1
        member[ranked[i]] = groups
        stack[0] = ranked[i]
        top = 1
        while top:
            top -= 1
            cell: cython.int = state.cells[stack[top]]
            for way in range(0, 8, 2):
                other = state.grid[cell + STEP[way]] - 1
                if other >= 0 and member[other] < 0:
                    member[other] = groups
                    sizes[groups] += 1
                    stack[top] = other
                    top += 1
        groups += 1
    return groups


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ways_back(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.2 to S-5.4: the ways of the present group by the present face; how many."""
    diagonal: cython.bint = state.die == 1
    _lift(state)
    others: cython.int = _find_goal(state)
    main: cython.int = state.goal
    count: cython.int = _lines_back(state, diagonal, found)
    if count == 0:
        count = _lines_back(state, not diagonal, found)
    if count == 0 and main != others:
        state.goal = others
        count = _lines_back(state, diagonal, found)
        if count == 0:
            count = _lines_back(state, not diagonal, found)
        state.goal = main
    if count == 0:
        count = _shortest(state, found)
    _put_down(state)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_goal(state: PackedState) -> cython.int:
    """S-5.2: makes the largest groups left on the grid the goal; tells who is there in all."""
    stack: cython.schar[9]
    if not cython.compiled:
        stack = [0] * 9
    others: cython.int = 0
    group: cython.int
    size: cython.int
    largest: cython.int = 0
    place: cython.int
    way: cython.int
    top: cython.int
    other: cython.int
    for place in range(codes.SHEEP):
        if state.grid[state.cells[place]] == 0 or others >> (place + 1) & 1:
            continue
        group = 2 << place
        size = 0
        stack[0] = place
        top = 1
        while top:
            top -= 1
            size += 1
            cell: cython.int = state.cells[stack[top]]
            for way in range(0, 8, 2):
                other = state.grid[cell + STEP[way]]
                if other and not group >> other & 1:
                    group |= 1 << other
                    stack[top] = other - 1
                    top += 1
        others |= group
        if size > largest:
            largest = size
            state.goal = group
        elif size == largest:
            state.goal |= group
    return others


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lines_back(state: PackedState, diagonal: cython.bint, found: cython.p_int) -> cython.int:
    """S-5.2, S-5.3: where the group may go by + or by ×; how many ways."""
    keys: cython.ulonglong[32]
    if not cython.compiled:
        keys = [0] * 32
    count: cython.int = 0
    reach: cython.int = state.width if state.width > state.height else state.height
    way: cython.int
    steps: cython.int
    met: cython.int
    for way in range(1 if diagonal else 0, 8, 2):
        across: cython.int = 0
        down: cython.int = 0
        if 1 <= way <= 3:
            across = 1
        elif way >= 5:
            across = -1
        if 3 <= way <= 5:
            down = 1
        elif way == 7 or way <= 1:
            down = -1
        for steps in range(1, reach + 1):
            met = _met(state, STEP[way] * steps)
            if met:
                # Only a diagonal runs into its goal: a straight line would have touched before.
                if met & state.goal:
                    count = _slide(state, across * steps, down * (steps - 1), keys, found, count)
                    count = _slide(state, across * (steps - 1), down * steps, keys, found, count)
                break
            if _touches(state, STEP[way] * steps):
                count = _add_shift(state, across * steps, down * steps, keys, found, count)
                break
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slide(
    state: PackedState,
    across: cython.int,
    down: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """S-5.3: one more way back, if no stray that was passed is in the way; how many now."""
    if _met(state, down * 32 + across):
        return count
    return _add_shift(state, across, down, keys, found, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _shortest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.4: the shortest shifts that join the goal, where no line does."""
    keys: cython.ulonglong[64]
    if not cython.compiled:
        keys = [0] * 64
    count: cython.int = 0
    best: cython.int = 9999
    length: cython.int
    across: cython.int
    down: cython.int
    for down in range(-state.height, state.height + 1):
        for across in range(-state.width, state.width + 1):
            length = across * across + down * down
            if length > best or _met(state, down * 32 + across):
                continue
            if _touches(state, down * 32 + across):
                if length < best:
                    best = length
                    count = 0
                count = _add_shift(state, across, down, keys, found, count)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_shift(
    state: PackedState,
    across: cython.int,
    down: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """One more way back, if it gives another flock; how many there are now."""
    _try_shift(state, down * 32 + across)
    find_key(state, state.facing)
    if not is_new(state, keys, count):
        return count
    found[count] = codes.LINE << 18 | (down + 16) << 8 | (across + 16) << 3
    return count + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lift(state: PackedState) -> cython.void:
    """Find the group that comes back, and take it off the grid: the others are left there."""
    way: cython.int
    other: cython.int
    done: cython.int = 0
    state.herd_size = 1
    state.herd[0] = state.grid[state.group] - 1
    state.grid[state.group] = 0
    while done < state.herd_size:
        cell: cython.int = state.cells[state.herd[done]]
        done += 1
        for way in range(0, 8, 2):
            other = state.grid[cell + STEP[way]] - 1
            if other >= 0:
                state.grid[cell + STEP[way]] = 0
                state.herd[state.herd_size] = other
                state.herd_size += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put_down(state: PackedState) -> cython.void:
    i: cython.int
    for i in range(state.herd_size):
        state.grid[state.cells[state.herd[i]]] = state.herd[i] + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _met(state: PackedState, shift: cython.int) -> cython.int:
    """On whom the lifted group, so moved, would stand: a bit for each, none if all is free."""
    met: cython.int = 0
    i: cython.int
    for i in range(state.herd_size):
        met |= 1 << state.grid[state.cells[state.herd[i]] + shift]
    return met & ~1  # bit 0 is an empty cell


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _touches(state: PackedState, shift: cython.int) -> cython.bint:
    """Would the lifted group, so moved, be side to side with a sheep of the goal?"""
    i: cython.int
    cell: cython.int
    beside: cython.int
    for i in range(state.herd_size):
        cell = state.cells[state.herd[i]] + shift
        beside = 1 << state.grid[cell - 32] | 1 << state.grid[cell + 1]
        beside |= 1 << state.grid[cell + 32] | 1 << state.grid[cell - 1]
        if beside & state.goal:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_shift(state: PackedState, shift: cython.int) -> cython.void:
    i: cython.int
    state.trial[:] = state.cells
    for i in range(state.herd_size):
        state.trial[state.herd[i]] += shift


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def come_back(state: PackedState, code: cython.int) -> cython.void:
    """S-5.5: moves the present group by the way chosen."""
    shift: cython.int = ((code >> 8 & 31) - 16) * 32 + (code >> 3 & 31) - 16
    _lift(state)
    _try_shift(state, shift)
    _put_down(state)
    settle(state)
