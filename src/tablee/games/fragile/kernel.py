"""The fast twin of ``rules``: the same game on packed memory, whose state changes by playing.

The kernels are plain Python that Cython compiles. ``rules`` stays the law, and property tests hold
the two equal. Kernels know only the latest version of the rules. Read them in this order:
``codes``, ``bits_kernel``, ``game_kernel``, ``quay_kernel``, ``actions_kernel``, this one,
``random_kernel``, ``activation_kernel``. A move is one number, see ``codes``; ``packing``
translates.

Everyone may call ``legal`` and ``apply``; ``legal_into`` is for other kernels.
``build_backend/make_pxd.py`` says how compiled kernels share functions.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from itertools import permutations

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.actions_kernel import (
        can_act,
        crate_actions,
        is_origin,
        move_pieces,
        walks,
        without_dead_ends,
    )
    from tablee.games.fragile.bits_kernel import first_cell
    from tablee.games.fragile.game_kernel import behind, neighbour
    from tablee.games.fragile.quay_kernel import (
        PackedState,
        has_docker,
        score_depot,
        set_docker_bit,
    )

COMPILED = cython.compiled

_STRAWS = cython.declare(cython.schar[96])
_STRAWS_3 = cython.declare(cython.schar[18])


def _fill_tables() -> None:
    for i, player in enumerate(p for order in permutations(range(4)) for p in order):
        _STRAWS[i] = player
    for i, player in enumerate(p for order in permutations(range(3)) for p in order):
        _STRAWS_3[i] = player


_fill_tables()


def legal(state: PackedState) -> list[int]:
    """Returns every legal move, in the order of the law."""
    moves = cython.declare(cython.int[2048])
    with cython.nogil:
        count = legal_into(state, moves)
    return _in_order_of_law([moves[i] for i in range(count)])


def _in_order_of_law(moves: list[int]) -> list[int]:
    """Sorts the walks of each docker by cell, as the law does."""
    ordered: list[int] = []
    going: list[int] = []
    for move in moves:
        if codes.kind_of(move) == codes.GO and (
            not going or codes.docker_of(going[0]) == codes.docker_of(move)
        ):
            going.append(move)
            continue
        ordered += sorted(going, key=_target)
        going = []
        if codes.kind_of(move) == codes.GO:
            going.append(move)
        else:
            ordered.append(move)
    return ordered + sorted(going, key=_target)


def _target(move: int) -> int:
    return codes.target_of(move)


def legal_into(state: PackedState, moves: cython.p_int) -> cython.int:
    """Writes every legal move into an array of 2048, nearer walks first; returns how many."""
    count = 0
    if state.ended != codes.GOING_ON:
        return 0
    if not state.playing:
        for i in range(24 if state.game.players == 4 else 6):
            moves[i] = codes.encode(codes.DRAW, 0, 0, i, 0)
        return 24 if state.game.players == 4 else 6
    if not state.game.goals and state.dockers < state.game.players * state.game.dockers_each:
        return _setup_moves(state, moves)
    changed = not is_origin(state)
    more: cython.bint = state.activations < (1 if state.game.goals else 2)
    others = 0
    for i in range(state.dockers):
        if i == state.active:
            count = walks(state, i, state.points, moves, count)
            count = crate_actions(state, i, state.points, state.points, moves, count)
            if state.points:
                count = without_dead_ends(state, moves, count)
        elif (
            more
            and i != state.barred
            and state.game.docker_player[i] == state.to_play[0]
            and (state.active < 0 or changed)
        ):
            before = count
            points = turn_points(state)
            count = walks(state, i, points, moves, count)
            count = crate_actions(state, i, points, points, moves, count)
            others += count - before
    if state.active >= 0 and changed and not others:
        moves[count] = codes.END_TURN
        count += 1
    return count


def _setup_moves(state: PackedState, moves: cython.p_int) -> cython.int:
    """F-2.2, F-2.4: writes the moves of the setup; returns how many."""
    count = 0
    placed = 0
    covered = 0
    player = state.to_play[0]
    open_slots = 0
    for i in range(12):
        if state.owner[i] == codes.UNPLACED:
            open_slots += 1
        elif state.owner[i] == player:
            placed += 1
            covered |= 1 << state.game.quarter[i]
    if not open_slots:
        for i in range(12):
            cell = state.game.cell_of_slot[i]
            if state.owner[i] == player and not has_docker(state, cell):
                moves[count] = codes.encode(codes.PLACE_DOCKER, 0, 0, cell, 0)
                count += 1
        return count
    for i in range(12):
        if state.owner[i] == codes.UNPLACED:
            mask = covered | 1 << state.game.quarter[i]
            mask = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
            if mask + state.game.depots_each - placed - 1 >= 3:
                moves[count] = codes.encode(codes.PLACE_DEPOT, 0, 0, state.game.cell_of_slot[i], 0)
                count += 1
    if not count:
        for i in range(12):
            if state.owner[i] == codes.UNPLACED:
                moves[count] = codes.encode(codes.PLACE_DEPOT, 0, 0, state.game.cell_of_slot[i], 0)
                count += 1
    return count


def turn_points(state: PackedState) -> cython.int:
    """F-3.2: returns the points of an activation in this turn."""
    return 5 if state.game.goals or state.turn > 1 else 3 + state.turn


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def apply(state: PackedState, move: cython.int) -> cython.void:
    """Plays a move. It must be legal: nothing checks it."""
    kind = codes.kind_of(move)
    docker = codes.docker_of(move)
    target = codes.target_of(move)
    if kind <= codes.HAND_OVER:
        if docker != state.active:
            _activate(state, docker)
        state.points -= codes.cost_of(move)
        move_pieces(state, move)
        _after_action(state, kind, target)
    elif kind == codes.END_TURN:
        _end_turn(state)
    elif kind == codes.DRAW:
        state.playing = state.game.players
        for i in range(state.game.players):
            if state.game.players == 4:
                state.to_play[i] = _STRAWS[4 * target + i]
            else:
                state.to_play[i] = _STRAWS_3[3 * target + i]
        _begin_turn(state)
    elif kind == codes.PLACE_DEPOT:
        _place_depot(state, state.game.slot[target])
    else:
        _place_docker(state, target)


def _place_depot(state: PackedState, slot: cython.int) -> cython.void:
    placed = 0
    state.owner[slot] = state.to_play[0]
    state.open_depots[state.to_play[0]] += 1
    for i in range(12):
        if state.owner[i] >= 0:
            placed += 1
    if placed == state.game.players * state.game.depots_each:
        for i in range(12):
            if state.owner[i] == codes.UNPLACED:
                state.owner[i] = codes.NEUTRAL
    state.to_play[0] = (state.to_play[0] + 1) % state.game.players


def _place_docker(state: PackedState, cell: cython.int) -> cython.void:
    state.docker_cell[state.dockers] = cell
    set_docker_bit(state, cell)
    state.dockers += 1
    state.to_play[0] = (state.to_play[0] + 1) % state.game.players
    if state.dockers == state.game.players * state.game.dockers_each:
        if state.game.straws:
            state.playing = 0
        else:
            _begin_turn(state)


def _activate(state: PackedState, docker: cython.int) -> cython.void:
    """F-3.1: activates a docker, and notes where everything is (F-3.3)."""
    low = state.crates_low
    high = state.crates_high
    count = 0
    if state.active >= 0:
        state.barred = state.active
    state.active = docker
    state.activations += 1
    state.points = turn_points(state)
    state.origin_docker = state.docker_cell[docker]
    while low | high:
        cell = first_cell(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        state.origin_cell[count] = cell
        state.origin_crates[count] = state.cells[cell]
        count += 1
    state.origin_count = count


def _after_action(state: PackedState, kind: cython.int, target: cython.int) -> cython.void:
    """F-5.1 to F-5.4, F-7.3: counts, scores, and ends the game if it is over at once."""
    slot = state.game.slot[target]
    stored: cython.bint = slot >= 0 and kind != codes.GO
    if kind == codes.FLIP:
        state.flips_left -= 1
        state.flipped_this_turn += 1
        return
    if kind == codes.STACK:
        state.singles -= 2
    elif kind == codes.UNSTACK:
        state.singles += 1 if stored else 2
    elif stored:
        state.singles -= 1
    if stored:
        store(state, slot)
        if state.ended != codes.GOING_ON:
            return
    if not state.game.goals and not state.singles and (stored or kind == codes.STACK):
        if _no_stack_available(state):
            state.ended = codes.END_NO_CRATE


def store(state: PackedState, slot: cython.int) -> cython.void:
    owner = state.owner[slot]
    state.stored_this_turn = 1
    score_depot(state, slot, state.cells[state.game.cell_of_slot[slot]])
    if state.game.goals:
        if state.score[0] == state.game.goals:
            state.ended = codes.END_SOLVED
        return
    if owner < 0:
        return
    if state.marker < 0 or state.score[owner] > state.score[state.marker]:
        state.marker = owner
    state.open_depots[owner] -= 1
    if state.full_player < 0 and not state.open_depots[owner]:
        state.full_player = owner


def _no_stack_available(state: PackedState) -> cython.bint:
    """F-5.4: tells whether no stack can ever be taken apart, when no single crate is left."""
    for cell in range(100):
        if not codes.is_stack(state.cells[cell]):
            continue
        for d in range(4):
            docker = behind(state.game, cell, d)
            landing = neighbour(state.game, cell, d)
            if docker < 0 or landing < 0 or state.cells[docker] or state.cells[landing]:
                continue
            if state.game.slot[docker] < 0 or has_docker(state, docker):
                return False
    return True


def _end_turn(state: PackedState) -> cython.void:
    if state.flipped_this_turn:
        for cell in range(100):
            lower = codes.lower(state.cells[cell])
            upper = codes.upper(state.cells[cell])
            if lower == codes.JUST_FLIPPED:
                lower = codes.FRAGILE
            if upper == codes.JUST_FLIPPED:
                upper = codes.FRAGILE
            state.cells[cell] = codes.stack(lower, upper)
        state.flipped_this_turn = 0
    state.idle_turns = 0 if state.stored_this_turn else state.idle_turns + 1
    state.stored_this_turn = 0
    state.turn += 1
    state.barred = state.active if state.game.goals else codes.NOBODY
    state.activations = 0
    state.active = codes.NOBODY
    state.points = 0
    state.origin_count = 0
    state.origin_docker = 0
    if state.game.goals and state.turn == state.game.turn_limit:
        state.ended = codes.END_OUT_OF_TURNS
    elif state.game.idle_limit and state.idle_turns >= state.game.idle_limit:
        state.ended = codes.END_IDLE
    elif state.game.straws:
        _next_in_round(state)
    else:
        _next_clockwise(state)


def _next_clockwise(state: PackedState) -> cython.void:
    """F-3.1, F-5.3: goes on to the next player. Last turns end with the player who began them."""
    player = state.to_play[0]
    if state.last_turns:
        if state.playing == 1:
            state.ended = codes.END_FULL
            return
        _shift(state)
    elif state.full_player >= 0:
        state.last_turns = 1
        state.playing = state.game.players - (state.full_player == player)
        for i in range(state.playing):
            state.to_play[i] = (player + 1 + i) % state.game.players
    else:
        state.to_play[0] = (player + 1) % state.game.players
    _begin_turn(state)


def _shift(state: PackedState) -> cython.void:
    state.playing -= 1
    for i in range(state.playing):
        state.to_play[i] = state.to_play[i + 1]


def _next_in_round(state: PackedState) -> cython.void:
    """F-6: goes on to the next player of the round."""
    if state.playing > 1:
        _shift(state)
        _begin_turn(state)
    elif state.full_player >= 0:
        state.ended = codes.END_FULL
    else:
        state.playing = 0


def _begin_turn(state: PackedState) -> cython.void:
    """F-3.3: begins a turn, or passes over a player whose dockers cannot act."""
    for i in range(state.dockers):
        if state.game.docker_player[i] == state.to_play[0] and i != state.barred:
            if can_act(state, i, turn_points(state)):
                return
    if state.game.goals:
        state.ended = codes.END_STUCK
        return
    for i in range(state.dockers):
        if can_act(state, i, 5):
            _end_turn(state)
            return
    state.ended = codes.END_STUCK
