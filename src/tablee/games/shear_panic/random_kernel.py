"""Random games on packed memory, for tests, measurements and bots."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import below, mixed, next_seed
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn
    from tablee.games.shear_panic.flock_kernel import PackedState, has_sheep
    from tablee.games.shear_panic.grid_kernel import column_of, row_of
    from tablee.games.shear_panic.kernel import apply, legal_into
    from tablee.games.shear_panic.regroup_kernel import is_one

COMPILED = cython.compiled


def random_play(state: PackedState, seed: cython.ulonglong) -> int:
    """Plays random moves to the end of the game; returns how many, rolls included."""
    with cython.nogil:
        played = random_moves(state, seed, False)
    return played


def random_games(
    state: PackedState, seed: cython.ulonglong, games: cython.int, checked: cython.bint = False
) -> tuple[int, list[int]]:
    """Plays random games from a copy of this state; returns all moves, and wins by player.

    If ``checked``, it checks every state on the way, and raises ``ValueError`` for an unsound one.
    """
    total: cython.longlong = 0
    played = 0
    wins = cython.declare(cython.int[4])
    for i in range(4):
        wins[i] = 0
    twin: PackedState = state.copy()
    with cython.nogil:
        for _ in range(games):
            twin._copy_from(state)
            seed = next_seed(seed)
            played = random_moves(twin, mixed(seed), checked)
            if played < 0:
                break
            total += played
            wins[twin.winner] += 1
    if played < 0:
        raise ValueError(f"unsound after {-1 - played} moves: {twin.fields()}")
    return total, [wins[i] for i in range(state.game.players)]


def draw(state: PackedState, seed: cython.ulonglong) -> int:
    """Returns one of the moves of chance, chosen by its probability."""
    return drawn(state, mixed(next_seed(seed)))


def random_moves(state: PackedState, seed: cython.ulonglong, checked: cython.bint) -> cython.int:
    """Plays random moves to the end of the game; returns how many.

    If ``checked``, it stops at an unsound state after n moves and returns -1 - n.
    """
    moves = cython.declare(cython.int[512])
    played = 0
    left = state.left
    while True:
        if checked:
            if state.left > left or not _is_sound(state):
                return -1 - played
            left = state.left
        if state.ended != codes.GOING_ON:
            return played
        seed = next_seed(seed)
        word = mixed(seed)
        if state.task <= codes.ASK_REGROUP:
            apply(state, drawn(state, word))
        else:
            apply(state, moves[below(word, legal_into(state, moves))])
        played += 1


def _is_sound(state: PackedState) -> cython.bint:
    """Tells whether a state can be: every sheep is in the box and on the grid, the box is not too
    wide, and whoever commands has sheep in a flock that is together."""
    standing = 0
    left = 0
    if state.width > codes.WIDEST or state.height > codes.WIDEST:
        return False
    for cell in range(1024):
        if state.grid[cell]:
            standing += 1
    for place in range(codes.SHEEP):
        cell = state.cells[place]
        if cell:
            left += 1
            if state.grid[cell] != place + 1:
                return False
            if column_of(cell) >= state.width or row_of(cell) >= state.height:
                return False
    if left != state.left or standing != left:
        return False
    if state.ended == codes.GOING_ON and state.task == codes.ASK_COMMAND:
        return is_one(state) and has_sheep(state, state.player)
    return True
