"""The fast twin of ``rules``: the same game on packed memory, whose state changes by playing.

The kernels are plain Python that Cython compiles. ``rules`` stays the law, and property tests hold
the two equal. Kernels know only the latest version of the rules. Read them in this order:
``codes``, ``grid_kernel``, ``game_kernel``, ``flock_kernel``, ``commands_kernel``,
``regroup_kernel``, ``scoring_kernel``, ``extras_kernel``, ``dice_kernel``, this one,
``random_kernel``. A move is one number, see ``codes``; ``packing`` translates.

Everyone may call ``legal`` and ``apply``; ``legal_into`` is for other kernels.
``build_backend/make_pxd.py`` says how compiled kernels share functions.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.commands_kernel import (
        commands,
        side_faces,
        targets,
        try_line_up,
        try_push,
        try_target,
        turned,
    )
    from tablee.games.shear_panic.dice_kernel import rolls
    from tablee.games.shear_panic.extras_kernel import extra_choice, extras_left, spend
    from tablee.games.shear_panic.flock_kernel import PackedState, faced, has_sheep, is_used, settle
    from tablee.games.shear_panic.grid_kernel import STEP
    from tablee.games.shear_panic.regroup_kernel import come_back, is_one, smallest, ways_back
    from tablee.games.shear_panic.scoring_kernel import black_points, score_rows, shear, team_points

COMPILED = cython.compiled


def legal(state: PackedState) -> list[int]:
    """Returns every legal move, in the order of the law."""
    moves = cython.declare(cython.int[512])
    with cython.nogil:
        count = legal_into(state, moves)
    return [moves[i] for i in range(count)]


def legal_into(state: PackedState, moves: cython.p_int) -> cython.int:
    """Writes every legal move into an array of 512; returns how many."""
    if state.ended != codes.GOING_ON:
        return 0
    if state.task == codes.ASK_COMMAND:
        return commands(state, state.player, moves, codes.MOST_MOVES)
    if state.task == codes.ASK_LINE:
        return ways_back(state, moves)
    if state.task == codes.ASK_PUSH:
        count = targets(state, codes.LAMB_PUSH, state.face, moves, codes.MOST_MOVES, False)
        for i in range(count):
            moves[i] = codes.in_panic(moves[i])
        return count
    if state.task == codes.ASK_TURN:
        moves[0] = codes.plain_move(codes.TURN, 0)
        moves[1] = codes.plain_move(codes.TURN, 1)
        return 2
    if state.task == codes.ASK_GROUP:
        return smallest(state, moves)
    if state.task == codes.ASK_EXTRA:
        return extra_choice(state, moves)
    return rolls(state, moves)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def apply(state: PackedState, move: cython.int) -> cython.void:
    """Plays a move. It must be legal: nothing checks it."""
    kind = codes.played(move)
    way = codes.way_of(move)
    if kind == codes.COMMAND:
        _command(state, move)
    elif kind == codes.PUSH:
        state.face = -1
        try_push(state, codes.cell_of(move), STEP[way])
        settle(state)
        _gather(state)
    elif kind == codes.TURN:
        state.face = -1
        state.facing = turned(state, way)
        _gather(state)
    elif kind == codes.GROUP:
        state.group = codes.cell_of(move)
        state.task = codes.ASK_REGROUP
    elif kind == codes.LINE:
        _come_back(state, move)
    elif kind == codes.PANIC_ROLL:
        _roll_panic(state, way)
    elif kind == codes.REGROUP_ROLL:
        _roll_regroup(state, way)
    elif kind == codes.EXTRA:
        _advance(state, way)
    else:
        state.player = way
        _order_from(state, way)
        state.task = codes.ASK_PANIC


def _order_from(state: PackedState, first: cython.int) -> cython.void:
    for i in range(state.game.players):
        state.order[i] = (first + i) % state.game.players


def _command(state: PackedState, move: cython.int) -> cython.void:
    """S-3 A: plays a command."""
    kind = codes.kind_of(move)
    number = codes.number_of(move)
    way = codes.way_of(move)
    state.before[0] = state.flock[0]
    state.before[1] = faced(state, state.facing)
    state.has_before = True
    state.rolled = False
    state.last_kind = kind
    state.last_turn = way if kind == codes.EWE_TURN else codes.NONE
    state.number = number
    for place in range(codes.MENU):
        if (
            state.game.menu_kinds[place] == kind
            and state.game.menu_numbers[place] == number
            and not is_used(state, state.player, place)
        ):
            state.used[state.player] |= 1 << place
            break
    _last_in_order(state)
    if kind == codes.EWE_TURN:
        state.facing = turned(state, way)
        _go_on(state)
    elif kind == codes.LINE_UP:  # a flock packed against a side is together
        try_line_up(state, side_faces(state, way))
        settle(state)
        _go_on(state)
    else:
        try_target(state, kind, codes.cell_of(move), way)
        settle(state)
        _gather(state)


def _last_in_order(state: PackedState) -> cython.void:
    """S-8.1: makes the active player the one with the most recent turn."""
    at = 0
    for i in range(state.game.players):
        if state.order[i] != state.player:
            state.order[at] = state.order[i]
            at += 1
    state.order[at] = state.player


def _gather(state: PackedState) -> cython.void:
    """S-5.1, S-5.5: finds the next group to come back, or goes on if the flock is together."""
    groups = cython.declare(cython.int[9])
    if is_one(state):
        _go_on(state)
        return
    count = smallest(state, groups)
    if count > 1:
        state.task = codes.ASK_GROUP
        return
    state.group = codes.cell_of(groups[0])
    state.task = codes.ASK_REGROUP


def _roll_regroup(state: PackedState, face: cython.int) -> cython.void:
    ways = cython.declare(cython.int[32])
    state.rolled = True
    state.die = face
    if ways_back(state, ways) > 1:
        state.task = codes.ASK_LINE
    else:
        _come_back(state, ways[0])


def _come_back(state: PackedState, move: cython.int) -> cython.void:
    come_back(state, move)
    state.group = 0
    state.die = -1
    _gather(state)


def _go_on(state: PackedState) -> cython.void:
    """S-3: goes on to the next stage, as the flock is together."""
    if state.stage == codes.ON_TRUCK:
        state.jumps += 1
        if state.jumps == state.game.jumps:
            state.jumps = 0
            _next_turn(state, state.order[0])
        else:
            state.player = (state.player + 1) % state.game.players
            state.task = codes.ASK_PANIC
    elif state.stage == codes.IN_PLAY:
        _ask_for_extra(state)
    elif state.stage == codes.AT_SHEARING and state.left and state.game.panic_spaces[state.counter]:
        state.stage = codes.IN_PANIC
        state.task = codes.ASK_PANIC
    else:
        _next_turn(state, (state.player + 1) % state.game.players)


def _roll_panic(state: PackedState, face: cython.int) -> cython.void:
    """S-7.1: rolls the panic die."""
    ways = cython.declare(cython.int[2])
    state.rolled = True
    state.face = face
    if face == codes.WHITE:
        state.task = codes.ASK_TURN
        return
    if targets(state, codes.LAMB_PUSH, face, ways, 2, False) > 1:
        state.task = codes.ASK_PUSH
        return
    apply(state, codes.in_panic(ways[0]))


def _ask_for_extra(state: PackedState) -> cython.void:
    """S-9.4, S-9.5: asks for an extra step, unless there is no choice."""
    choice = cython.declare(cython.int[4])
    if state.extras[state.player] == 0:
        _advance(state, 0)
    elif extra_choice(state, choice) > 1:
        state.task = codes.ASK_EXTRA
    else:
        _advance(state, codes.way_of(choice[0]))


def _advance(state: PackedState, extra: cython.int) -> cython.void:
    """S-3 C and D: moves the counter and scores. Extra steps end at the next pen (S-9.4)."""
    start = state.counter
    end = start + state.number
    if end > state.game.shearers_last:
        end = state.game.shearers_last
    if extra:
        spend(state, extra)
        pen = state.game.shearers_last
        if end <= state.game.rogers_last:
            pen = state.game.rogers_last
        end = end + extra if end + extra < pen else pen
    state.counter = end
    state.number = 0
    state.stage = codes.AT_SHEARING
    if end <= state.game.team_last:
        state.points[state.player] += team_points(state, state.game.colours[state.player])
    if start < state.game.rogers_gate <= end:
        score_rows(state, state.facing)
    if start < state.game.rogers_last <= end:
        score_rows(state, state.facing)
    if state.game.rogers_last < end <= state.game.black_last:
        state.points[state.player] += black_points(state, state.game.colours[state.player])
    if start < state.game.shearers_gate <= end:
        shear(state)
    if start < state.game.shearers_last <= end:
        shear(state)
        _finish(state, codes.END_PEN)
        return
    _gather(state)


def _next_turn(state: PackedState, first: cython.int) -> cython.void:
    """S-4.9, S-8.3: goes on to the first player with sheep and a command, or ends the game."""
    one = cython.declare(cython.int[1])
    for i in range(state.game.players):
        player = (first + i) % state.game.players
        if not has_sheep(state, player):
            continue
        if commands(state, player, one, 1):
            state.player = player
            state.task = codes.ASK_COMMAND
            state.stage = codes.IN_PLAY
            return
    shear(state)
    _finish(state, codes.END_COMMANDS)


def _finish(state: PackedState, how: cython.int) -> cython.void:
    """S-8.1: the winner has most points, then most sheep, then the last turn longest ago."""
    best = -9999
    for i in range(state.game.players):
        player = state.order[i]
        if state.extras[player]:  # S-9.6
            state.points[player] -= state.game.extra_cost * extras_left(state, player)
        worth = 4 * state.points[player]
        colour = state.game.colours[player]
        for sheep in range(2):
            if state.cells[codes.first_place(colour) + sheep]:
                worth += 1
        if worth > best:
            best = worth
            state.winner = player
    state.ended = how
