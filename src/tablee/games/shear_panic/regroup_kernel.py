"""Groups and their ways back, on packed memory: the fast twin of ``regroup``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
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

COMPILED = cython.compiled


def _gather(state: PackedState, first: cython.int, herd: cython.p_schar) -> cython.int:
    """S-1.4: writes the sheep in the group of the first one; returns how many."""
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


def _bits(herd: cython.p_schar, size: cython.int) -> cython.int:
    """Returns the set of these sheep."""
    bits = 0
    for i in range(size):
        bits |= 2 << herd[i]
    return bits


def is_one(state: PackedState) -> cython.bint:
    """S-1.4: tells whether the flock is together. An empty one is."""
    herd = cython.declare(cython.schar[9])
    first = 0
    while first < codes.SHEEP and state.cells[first] == 0:
        first += 1
    return first == codes.SHEEP or _gather(state, first, herd) == state.left


def smallest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.1: writes the smallest groups in reading order; returns how many to choose from."""
    ranked = cython.declare(cython.schar[9])
    herd = cython.declare(cython.schar[9])
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
            found[count] = codes.group_move(state.cells[ranked[i]])
            count += 1
    return 1 if groups == 2 else count


def ways_back(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.2 to S-5.4: writes the ways back of the group with the face rolled; returns how many."""
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


def _find_goal(state: PackedState) -> cython.int:
    """S-5.2: makes the largest groups on the grid the goal; returns all sheep on the grid."""
    herd = cython.declare(cython.schar[9])
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


def _lines_back(state: PackedState, diagonal: cython.bint, found: cython.p_int) -> cython.int:
    """S-5.2, S-5.3: writes the ways back by + or by ×; returns how many."""
    keys = cython.declare(cython.ulonglong[32])
    count = 0
    reach = max(state.width, state.height)
    for way in range(1 if diagonal else 0, 8, 2):
        shift = 0
        for _ in range(reach):
            shift += STEP[way]
            met = _met(state, shift)
            if met:
                # Only a diagonal runs into its goal. A straight line touches it first.
                if met & state.goal:
                    down = codes.ROW if 3 <= way <= 5 else -codes.ROW
                    count = _slide(state, shift - down, keys, found, count)
                    count = _slide(state, shift - STEP[way] + down, keys, found, count)
                break
            if _touches(state, shift):
                count = _add_shift(state, shift, keys, found, count)
                break
    return count


def _slide(
    state: PackedState,
    shift: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """S-5.3: adds a way back, unless a stray stands in the way; returns how many now."""
    if _met(state, shift):
        return count
    return _add_shift(state, shift, keys, found, count)


def _shortest(state: PackedState, found: cython.p_int) -> cython.int:
    """S-5.4: writes the shortest shifts that join the goal; returns how many."""
    keys = cython.declare(cython.ulonglong[64])
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


def _add_shift(
    state: PackedState,
    shift: cython.int,
    keys: cython.p_ulonglong,
    found: cython.p_int,
    count: cython.int,
) -> cython.int:
    """Adds a way back if it gives another flock; returns how many there are now."""
    _try_shift(state, shift)
    find_key(state, state.facing)
    if not is_new(state, keys, count):
        return count
    found[count] = codes.shift_move(shift)
    return count + 1


def _find_herd(state: PackedState) -> cython.void:
    """Finds the group that comes back."""
    state.herd_size = _gather(state, state.grid[state.group] - 1, state.herd)


def _lift(state: PackedState) -> cython.void:
    """Takes the group that comes back off the grid."""
    _find_herd(state)
    for i in range(state.herd_size):
        state.grid[state.cells[state.herd[i]]] = 0


def _put_down(state: PackedState) -> cython.void:
    for i in range(state.herd_size):
        state.grid[state.cells[state.herd[i]]] = state.herd[i] + 1


def _met(state: PackedState, shift: cython.int) -> cython.int:
    """Returns the set of sheep that stand where the lifted group would stand after a shift."""
    met = 0
    for i in range(state.herd_size):
        met |= 1 << state.grid[state.cells[state.herd[i]] + shift]
    return met & ~1  # bit 0 means an empty cell


def _touches(state: PackedState, shift: cython.int) -> cython.bint:
    """Tells whether the lifted group would touch the goal, side to side, after a shift."""
    for i in range(state.herd_size):
        if beside(state, state.cells[state.herd[i]] + shift) & state.goal:
            return True
    return False


def _try_shift(state: PackedState, shift: cython.int) -> cython.void:
    state.trial[:] = state.cells
    for i in range(state.herd_size):
        state.trial[state.herd[i]] += shift


def come_back(state: PackedState, move: cython.int) -> cython.void:
    """S-5.5: moves the group by the way chosen."""
    _find_herd(state)
    _try_shift(state, codes.shift_of(move))
    settle(state)
