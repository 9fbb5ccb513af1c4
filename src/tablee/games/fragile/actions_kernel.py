"""The actions of a docker on packed memory: the fast twin of ``actions``.

Moves are numbers, see ``codes.encode``. Functions that add moves write them into ``moves`` from
place ``count`` on and return the new count. An array of 2048 has room for all of them.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import (
        FIFTY,
        bit,
        contains,
        grown_north,
        grown_south,
        half,
        lowest,
    )
    from tablee.games.fragile.game_kernel import neighbour
    from tablee.games.fragile.quay_kernel import PackedState, has_docker, move_docker, put

COMPILED = cython.compiled


if not cython.compiled:  # C inlines these in every kernel that uses them

    def add_targets(
        move: cython.int,
        low: cython.ulonglong,
        high: cython.ulonglong,
        moves: cython.p_int,
        count: cython.int,
    ) -> cython.int:
        """Adds a move, given without its target, for each cell of a set, in order."""
        while low:
            moves[count] = move | codes.encode(0, 0, 0, lowest(low), 0)
            count += 1
            low &= low - 1
        while high:
            moves[count] = move | codes.encode(0, 0, 0, 50 + lowest(high), 0)
            count += 1
            high &= high - 1
        return count


def walks(
    state: PackedState,
    docker: cython.int,
    points: cython.int,
    moves: cython.p_int,
    count: cython.int,
) -> cython.int:
    """F-4.1: adds every walk of a docker."""
    cell = state.docker_cell[docker]
    free_low = ~(state.crates_low | state.game.slots_low) & FIFTY
    free_high = ~(state.crates_high | state.game.slots_high) & FIFTY
    new_low: cython.ulonglong = 0 if half(cell) else bit(cell)
    new_high: cython.ulonglong = bit(cell) if half(cell) else 0
    seen_low = new_low
    seen_high = new_high
    for cost in range(1, points + 1):
        if cost == 1 and state.game.slot[cell] >= 0:
            # A docker leaves a depot only by its open side.
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
        count = add_targets(
            codes.encode(codes.GO, docker, cell, 0, cost),
            new_low & ~state.dockers_low,
            new_high & ~state.dockers_high,
            moves,
            count,
        )
    return count


def door(state: PackedState, cell: cython.int, south: cython.bint) -> cython.ulonglong:
    """Returns one half of the set that has only the open neighbour of a depot."""
    for d in range(4):
        other = neighbour(state.game, cell, d)
        if other >= 0 and half(other) == south:
            return bit(other)
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
        crate = neighbour(state.game, cell, d)
        if crate < 0 or not state.cells[crate] or state.game.slot[crate] >= 0:
            continue
        crates = state.cells[crate]
        beyond = neighbour(state.game, crate, d)
        if not codes.is_stack(crates):
            cost = 1
            while cost <= longest_push and _can_land(state, beyond, crates):
                moves[count] = codes.encode(codes.PUSH, docker, crate, beyond, cost)
                count += 1
                cost += 1
                beyond = neighbour(state.game, beyond, d)
            beyond = neighbour(state.game, crate, d)
            if (
                points >= 2
                and beyond >= 0
                and state.cells[beyond]
                and not codes.is_stack(state.cells[beyond])
                and state.game.slot[beyond] < 0
            ):
                moves[count] = codes.encode(codes.STACK, docker, crate, beyond, 2)
                count += 1
        elif points >= 2 and _can_land(state, beyond, codes.upper(crates)):
            moves[count] = codes.encode(codes.UNSTACK, docker, crate, beyond, 2)
            count += 1
        if points >= 4 and state.flips_left > 0:
            if codes.topmost(crates) == codes.PLAIN:
                moves[count] = codes.encode(codes.FLIP, docker, crate, crate, 4)
                count += 1
        if points >= 1 and not codes.is_stack(crates):
            count = _hand_overs(state, docker, crate, moves, count)
    return count


def _can_land(state: PackedState, cell: cython.int, crate: cython.int) -> cython.bint:
    """F-4.2, F-4.5: tells whether a crate may come to this cell or empty depot."""
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
    """F-4.6: adds every cell to which a chain can bring this crate, in the order of the cells.

    The law also finds the chain of helpers to each cell. A move needs only the cell, so this search
    keeps no chains.
    """
    queue = cython.declare(cython.schar[100])
    seen_low: cython.ulonglong = 0
    seen_high: cython.ulonglong = 0
    head = 0
    tail = 1
    giver = state.docker_cell[docker]
    just_flipped: cython.bint = state.cells[crate] == codes.JUST_FLIPPED
    queue[0] = crate
    while head < tail:
        for d in range(4):
            helper = neighbour(state.game, queue[head], d)
            if helper < 0 or helper == giver or not has_docker(state, helper):
                continue
            for e in range(4):
                target = neighbour(state.game, helper, e)
                if target < 0 or state.cells[target] or has_docker(state, target):
                    continue
                if state.game.slot[target] >= 0 and just_flipped:
                    continue
                if contains(seen_low, seen_high, target):
                    continue
                if half(target):
                    seen_high |= bit(target)
                else:
                    seen_low |= bit(target)
                if state.game.slot[target] < 0:
                    queue[tail] = target
                    tail += 1
        head += 1
    move = codes.encode(codes.HAND_OVER, docker, crate, 0, 1)
    return add_targets(move, seen_low, seen_high, moves, count)


def can_act(state: PackedState, docker: cython.int, points: cython.int) -> cython.bint:
    moves = cython.declare(cython.int[2048])
    if points < 1:
        return False
    for d in range(4):
        cell = neighbour(state.game, state.docker_cell[docker], d)
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


def move_pieces(state: PackedState, move: cython.int) -> cython.void:
    """Moves the crates and the docker of an action. It scores nothing and ends nothing."""
    kind = codes.kind_of(move)
    docker = codes.docker_of(move)
    source = codes.source_of(move)
    target = codes.target_of(move)
    if kind == codes.GO:
        move_docker(state, docker, target)
        return
    crates = state.cells[source]
    if kind == codes.FLIP:
        if codes.is_stack(crates):
            put(state, source, codes.stack(codes.lower(crates), codes.JUST_FLIPPED))
        else:
            put(state, source, codes.JUST_FLIPPED)
    elif kind == codes.UNSTACK:
        put(state, source, codes.lower(crates))
        put(state, target, codes.upper(crates))
    elif kind == codes.STACK:
        put(state, source, 0)
        put(state, target, codes.stack(state.cells[target], crates))
        move_docker(state, docker, source)
    else:
        put(state, source, 0)
        put(state, target, crates)
        if kind == codes.PUSH:
            move_docker(state, docker, _before(target, source))


def crates_before(state: PackedState, move: cython.int) -> cython.int:
    """Returns the crates that a move will change, for ``put_back``."""
    return state.cells[codes.source_of(move)] | state.cells[codes.target_of(move)] << 8


def put_back(
    state: PackedState, move: cython.int, cell: cython.int, crates: cython.int
) -> cython.void:
    """Undoes ``move_pieces``: puts the docker on its cell and the crates as they were."""
    if codes.kind_of(move) != codes.GO:
        put(state, codes.source_of(move), crates & 255)
        put(state, codes.target_of(move), crates >> 8)
    move_docker(state, codes.docker_of(move), cell)


def _before(target: cython.int, source: cython.int) -> cython.int:
    """Returns the cell before the last one of a straight push."""
    if target - source >= 10:
        return target - 10
    if source - target >= 10:
        return target + 10
    return target - 1 if target > source else target + 1


def is_origin(state: PackedState) -> cython.bint:
    """F-3.3: tells whether everything is as it was when the active docker began."""
    if state.active < 0 or state.docker_cell[state.active] != state.origin_docker:
        return False
    # No crate appears or disappears, so the other cells are equal, too.
    for i in range(state.origin_count):
        if state.cells[state.origin_cell[i]] != state.origin_crates[i]:
            return False
    return True


def without_dead_ends(state: PackedState, moves: cython.p_int, count: cython.int) -> cython.int:
    """F-3.3: drops the moves after which the active docker is back at its origin for good."""
    kept = 0
    for i in range(count):
        if codes.docker_of(moves[i]) != state.active or not _leads_nowhere(state, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


def _leads_nowhere(state: PackedState, move: cython.int) -> cython.bint:
    """Tells whether a move leads back to the origin, from where the docker cannot act."""
    kind = codes.kind_of(move)
    source = codes.source_of(move)
    target = codes.target_of(move)
    left = state.points - codes.cost_of(move)
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
    crates = crates_before(state, move)
    move_pieces(state, move)
    home: cython.bint = is_origin(state) and not can_act(state, docker, left)
    put_back(state, move, cell, crates)
    return home
