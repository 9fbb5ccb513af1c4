# cython: infer_types=True
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
        beside,
        find_key,
        is_new,
        reading_order,
        settle,
    )
    from tablee.games.shear_panic.grid_kernel import STEP
    from tablee.games.shear_panic.move_kernel import group_move, shift_move, shift_of
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import (
        PackedState,
        beside,
        find_key,
        is_new,
        reading_order,
        settle,
    )
    from cython.cimports.tablee.games.shear_panic.grid_kernel import STEP
    from cython.cimports.tablee.games.shear_panic.move_kernel import (
        group_move,
        shift_move,
        shift_of,
    )

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gather(state: PackedState, first: cython.int, herd: cython.p_schar) -> cython.int:
    """S-1.4: the sheep of the group in which the first one stands; how many."""
    seen = 1 << first
    done = 0
    size = 1
    herd[0] = first
    while done < size:
        cell = state.cells[herd[done]]
        done += 1
        for way in range(0, 8, 2):
            other = state.grid[cell + STEP[way]] - 1
            if other >= 0 and not seen >> other & 1:
                seen |= 1 << other
                herd[size] = other
                size += 1
    return size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bits(herd: cython.p_schar, size: cython.int) -> cython.int:
    """A bit for each of these sheep, as the grid numbers them."""
    bits = 0
    for i in range(size):
        bits |= 2 << herd[i]
    return bits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_one(state: PackedState) -> cython.bint:
    """S-1.4: is the flock together? An empty one is."""
    herd: cython.schar[9]
    if not cython.compiled:
        herd = [0] * 9
    first = 0
    while first < codes.SHEEP and state.cells[first] == 0:
        first += 1
    return first == codes.SHEEP or _gather(state, first, herd) == state.left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def smallest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.1: the smallest groups in reading order, where there is something to choose."""
    ranked: cython.schar[9]
    herd: cython.schar[9]
    if not cython.compiled:
        ranked, herd = [0] * 9, [0] * 9
    groups = 0
    count = 0
    least = codes.SHEEP
    seen = 0
    for i in range(reading_order(state, ranked)):
        if seen >> (ranked[i] + 1) & 1:
            continue
        groups += 1
        size = _gather(state, ranked[i], herd)
        seen |= _bits(herd, size)
        if size < least:
            least = size
            count = 0
        if size == least:
            found[count] = group_move(state.cells[ranked[i]])
            count += 1
    return 1 if groups == 2 else count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ways_back(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.2 to S-5.4: the ways of the present group by the present face; how many."""
    diagonal: cython.bint = state.die == 1
    _lift(state)
    others = _find_goal(state)
    main = state.goal
    count = _lines_back(state, diagonal, found)
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
    herd: cython.schar[9]
    if not cython.compiled:
        herd = [0] * 9
    others = 0
    largest = 0
    for place in range(codes.SHEEP):
        if state.grid[state.cells[place]] == 0 or others >> (place + 1) & 1:
            continue
        size = _gather(state, place, herd)
        group = _bits(herd, size)
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
    count = 0
    reach = max(state.width, state.height)
    for way in range(1 if diagonal else 0, 8, 2):
        shift = 0
        for _ in range(reach):
            shift += STEP[way]
            met = _met(state, shift)
            if met:
                # Only a diagonal runs into its goal: a straight line would have touched before.
                if met & state.goal:
                    down = codes.ROW if 3 <= way <= 5 else -codes.ROW
                    count = _slide(state, shift - down, keys, found, count)
                    count = _slide(state, shift - STEP[way] + down, keys, found, count)
                break
            if _touches(state, shift):
                count = _add_shift(state, shift, keys, found, count)
                break
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slide(
    state: PackedState,
    shift: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """S-5.3: one more way back, if no stray that was passed is in the way; how many now."""
    if _met(state, shift):
        return count
    return _add_shift(state, shift, keys, found, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _shortest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.4: the shortest shifts that join the goal, where no line does."""
    keys: cython.ulonglong[64]
    if not cython.compiled:
        keys = [0] * 64
    count = 0
    best = 9999
    for down in range(-state.height, state.height + 1):
        for across in range(-state.width, state.width + 1):
            length = across * across + down * down
            shift = down * codes.ROW + across
            if length > best or _met(state, shift):
                continue
            if _touches(state, shift):
                if length < best:
                    best = length
                    count = 0
                count = _add_shift(state, shift, keys, found, count)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_shift(
    state: PackedState,
    shift: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """One more way back, if it gives another flock; how many there are now."""
    _try_shift(state, shift)
    find_key(state, state.facing)
    if not is_new(state, keys, count):
        return count
    found[count] = shift_move(shift)
    return count + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_herd(state: PackedState) -> cython.void:
    """Finds the group that comes back."""
    state.herd_size = _gather(state, state.grid[state.group] - 1, state.herd)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lift(state: PackedState) -> cython.void:
    """Takes the group that comes back off the grid: the others are left there."""
    _find_herd(state)
    for i in range(state.herd_size):
        state.grid[state.cells[state.herd[i]]] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put_down(state: PackedState) -> cython.void:
    for i in range(state.herd_size):
        state.grid[state.cells[state.herd[i]]] = state.herd[i] + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _met(state: PackedState, shift: cython.int) -> cython.int:
    """On whom the lifted group, so moved, would stand: a bit for each, none if all is free."""
    met = 0
    for i in range(state.herd_size):
        met |= 1 << state.grid[state.cells[state.herd[i]] + shift]
    return met & ~1  # bit 0 is an empty cell


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _touches(state: PackedState, shift: cython.int) -> cython.bint:
    """Would the lifted group, so moved, be side to side with a sheep of the goal?"""
    for i in range(state.herd_size):
        if beside(state, state.cells[state.herd[i]] + shift) & state.goal:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_shift(state: PackedState, shift: cython.int) -> cython.void:
    state.trial[:] = state.cells
    for i in range(state.herd_size):
        state.trial[state.herd[i]] += shift


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def come_back(state: PackedState, move: cython.int) -> cython.void:
    """S-5.5: moves the present group by the way chosen."""
    _find_herd(state)
    _try_shift(state, shift_of(move))
    settle(state)
