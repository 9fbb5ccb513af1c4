"""The actions of a docker on packed memory: the fast twin of ``actions``.

Moves are numbers, see ``codes.encode``. Functions that add moves write them into ``moves`` from
place ``count`` on and return the new count; an array of 2048 holds them all.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import FIFTY, grown_north, grown_south, lowest
    from tablee.games.fragile.quay_kernel import PackedState, has_docker, move_docker, put

COMPILED = cython.compiled


def walks(
    state: PackedState,
    docker: cython.int,
    points: cython.int,
    moves: cython.p_int,
    count: cython.int,
) -> cython.int:
    """F-4.1: adds every walk of a docker."""
    one: cython.ulonglong = 1
    cell = state.docker_cell[docker]
    free_low = ~(state.crates_low | state.game.slots_low) & FIFTY
    free_high = ~(state.crates_high | state.game.slots_high) & FIFTY
    seen_low: cython.ulonglong = 0
    seen_high: cython.ulonglong = 0
    new_low: cython.ulonglong = 0
    new_high: cython.ulonglong = 0
    head = codes.GO | docker << 4 | cell << 8
    if cell < 50:
        new_low = one << cell
    else:
        new_high = one << (cell - 50)
    seen_low = new_low
    seen_high = new_high
    for cost in range(1, points + 1):
        if cost == 1 and state.game.slot[cell] >= 0:
            # From a depot only the open side leads out.
            grown = door(state, cell, False)
            new_high = door(state, cell, True) & free_high
            new_low = grown & free_low
        else:
            grown = grown_north(new_low, new_high) & free_low & ~seen_low
            new_high = grown_south(new_low, new_high) & free_high & ~seen_high
            new_low = grown
        if not (new_low | new_high):
            break
        seen_low |= new_low
        seen_high |= new_high
        ends = new_low & ~state.dockers_low
        while ends:
            moves[count] = head | lowest(ends) << 15 | cost << 22
            count += 1
            ends &= ends - 1
        ends = new_high & ~state.dockers_high
        while ends:
            moves[count] = head | (50 + lowest(ends)) << 15 | cost << 22
            count += 1
            ends &= ends - 1
    return count


def door(state: PackedState, cell: cython.int, south: cython.bint) -> cython.ulonglong:
    """The one neighbour of a depot, as a set in the half asked for."""
    one: cython.ulonglong = 1
    for d in range(4):
        other = state.game.next[4 * cell + d]
        if other >= 0 and (other >= 50) == south:
            return one << (other - 50 if south else other)
    return 0


def crate_actions(
    state: PackedState,
    docker: cython.int,
    points: cython.int,
    longest_push: cython.int,
    moves: cython.p_int,
    count: cython.int,
) -> cython.int:
    """F-4.2 to F-4.6: adds every action with a crate next to a docker."""
    cell = state.docker_cell[docker]
    for d in range(4):
        crate = state.game.next[4 * cell + d]
        if crate < 0 or not state.cells[crate] or state.game.slot[crate] >= 0:
            continue
        crates = state.cells[crate]
        head = docker << 4 | crate << 8
        beyond = state.game.next[4 * crate + d]
        if crates < 16:
            cost = 1
            while cost <= longest_push and _can_land(state, beyond, crates):
                moves[count] = codes.PUSH | head | beyond << 15 | cost << 22
                count += 1
                cost += 1
                beyond = state.game.next[4 * beyond + d]
            beyond = state.game.next[4 * crate + d]
            if (
                points >= 2
                and beyond >= 0
                and 0 < state.cells[beyond] < 16
                and state.game.slot[beyond] < 0
            ):
                moves[count] = codes.STACK | head | beyond << 15 | 2 << 22
                count += 1
        elif points >= 2 and _can_land(state, beyond, crates >> 4):
            moves[count] = codes.UNSTACK | head | beyond << 15 | 2 << 22
            count += 1
        if points >= 4 and state.flips_left > 0:
            if (crates >> 4 if crates >= 16 else crates) == codes.PLAIN:
                moves[count] = codes.FLIP | head | crate << 15 | 4 << 22
                count += 1
        if points >= 1 and crates < 16:
            count = _hand_overs(state, docker, crate, moves, count)
    return count


def _can_land(state: PackedState, cell: cython.int, crate: cython.int) -> cython.bint:
    """Is this a free cell, or an empty depot that may take this crate? (F-4.2, F-4.5)"""
    if cell < 0 or state.cells[cell] or has_docker(state, cell):
        return False
    return state.game.slot[cell] < 0 or crate != codes.JUST_FLIPPED


def _hand_overs(
    state: PackedState,
    docker: cython.int,
    crate: cython.int,
    moves: cython.p_int,
    count: cython.int,
) -> cython.int:
    """F-4.6: adds every cell a chain can bring this crate to, in the order of the cells."""
    queue = cython.declare(cython.schar[100])
    one: cython.ulonglong = 1
    seen_low: cython.ulonglong = 0
    seen_high: cython.ulonglong = 0
    head = 0
    tail = 1
    giver = state.docker_cell[docker]
    just_flipped: cython.bint = state.cells[crate] == codes.JUST_FLIPPED
    queue[0] = crate
    while head < tail:
        for d in range(4):
            helper = state.game.next[4 * queue[head] + d]
            if helper < 0 or helper == giver or not has_docker(state, helper):
                continue
            for e in range(4):
                target = state.game.next[4 * helper + e]
                if target < 0 or state.cells[target] or has_docker(state, target):
                    continue
                if state.game.slot[target] >= 0 and just_flipped:
                    continue
                if target < 50:
                    if (seen_low >> target) & one:
                        continue
                    seen_low |= one << target
                else:
                    if (seen_high >> (target - 50)) & one:
                        continue
                    seen_high |= one << (target - 50)
                if state.game.slot[target] < 0:
                    queue[tail] = target
                    tail += 1
        head += 1
    while seen_low:
        moves[count] = codes.HAND_OVER | docker << 4 | crate << 8 | lowest(seen_low) << 15 | 1 << 22
        count += 1
        seen_low &= seen_low - 1
    while seen_high:
        moves[count] = (
            codes.HAND_OVER | docker << 4 | crate << 8 | (50 + lowest(seen_high)) << 15 | 1 << 22
        )
        count += 1
        seen_high &= seen_high - 1
    return count


def can_act(state: PackedState, docker: cython.int, points: cython.int) -> cython.bint:
    moves = cython.declare(cython.int[2048])
    if points < 1:
        return False
    for d in range(4):
        cell = state.game.next[4 * state.docker_cell[docker] + d]
        if (
            cell >= 0
            and not state.cells[cell]
            and not has_docker(state, cell)
            and state.game.slot[cell] < 0
        ):
            return True
    return (
        walks(state, docker, points, moves, 0) > 0
        or crate_actions(state, docker, points, 1, moves, 0) > 0
    )


def move_pieces(
    state: PackedState, kind: cython.int, docker: cython.int, source: cython.int, target: cython.int
) -> cython.void:
    if kind == codes.GO:
        move_docker(state, docker, target)
        return
    crates = state.cells[source]
    if kind == codes.FLIP:
        if crates >= 16:
            put(state, source, (crates & 15) | codes.JUST_FLIPPED << 4)
        else:
            put(state, source, codes.JUST_FLIPPED)
    elif kind == codes.UNSTACK:
        put(state, source, crates & 15)
        put(state, target, crates >> 4)
    elif kind == codes.STACK:
        put(state, source, 0)
        put(state, target, state.cells[target] | crates << 4)
        move_docker(state, docker, source)
    else:
        put(state, source, 0)
        put(state, target, crates)
        if kind == codes.PUSH:
            move_docker(state, docker, _before(target, source))


def _before(target: cython.int, source: cython.int) -> cython.int:
    """The cell before the last one of a straight push."""
    if target - source >= 10:
        return target - 10
    if source - target >= 10:
        return target + 10
    return target - 1 if target > source else target + 1


def is_origin(state: PackedState) -> cython.bint:
    """F-3.3: is all as it was when the active docker began?"""
    if state.active < 0 or state.docker_cell[state.active] != state.origin_docker:
        return False
    # No crate appears or disappears, so as many cells alike is all alike.
    for i in range(state.origin_count):
        if state.cells[state.origin_cell[i]] != state.origin_crates[i]:
            return False
    return True


def without_dead_ends(state: PackedState, moves: cython.p_int, count: cython.int) -> cython.int:
    """F-3.3: drops the moves of the active docker that bring its origin back for good."""
    kept = 0
    for i in range(count):
        if moves[i] >> 4 & 15 != state.active or not _leads_nowhere(state, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


def _leads_nowhere(state: PackedState, move: cython.int) -> cython.bint:
    """Only a walk or a push can end where the docker began; hand-overs, if it stands there."""
    kind = move & 15
    source = move >> 8 & 127
    target = move >> 15 & 127
    left = state.points - (move >> 22 & 7)
    docker = state.active
    cell = state.docker_cell[docker]
    if kind == codes.GO:
        if target != state.origin_docker:
            return False
    elif kind == codes.PUSH:
        if _before(target, source) != state.origin_docker:
            return False
    elif kind == codes.STACK:
        if source != state.origin_docker:
            return False
    elif cell != state.origin_docker:
        return False
    if kind == codes.FLIP:
        return False
    was_source = state.cells[source]
    was_target = state.cells[target]
    move_pieces(state, kind, docker, source, target)
    home = is_origin(state) and not can_act(state, docker, left)
    if kind != codes.GO:
        put(state, source, was_source)
        put(state, target, was_target)
    move_docker(state, docker, cell)
    return home
