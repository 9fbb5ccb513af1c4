# cython: infer_types=True
"""Random games on packed memory, for tests, measurements and bots."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.dice_kernel import drawn
    from tablee.games.shear_panic.flock_kernel import PackedState, has_sheep
    from tablee.games.shear_panic.grid_kernel import (
        GOLDEN,
        MASK64,
        below,
        column_of,
        mixed,
        row_of,
    )
    from tablee.games.shear_panic.kernel import apply, legal_into
    from tablee.games.shear_panic.regroup_kernel import is_one
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.dice_kernel import drawn
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState, has_sheep
    from cython.cimports.tablee.games.shear_panic.grid_kernel import (
        GOLDEN,
        MASK64,
        below,
        column_of,
        mixed,
        row_of,
    )
    from cython.cimports.tablee.games.shear_panic.kernel import apply, legal_into
    from cython.cimports.tablee.games.shear_panic.regroup_kernel import is_one

COMPILED = cython.compiled


def random_play(state: PackedState, seed: cython.ulonglong) -> int:
    """Plays this state on at random to its end; tells how many moves it took, rolls included."""
    with cython.nogil:
        played = random_moves(state, seed, False)
    return played


def random_games(
    state: PackedState, seed: cython.ulonglong, games: cython.int, checked: cython.bint = False
) -> tuple[int, list[int]]:
    """Plays so many random games from this state, which stays; moves in all, and wins by player.

    Checked games are looked at for soundness in every state (``ValueError``).
    """
    total: cython.longlong = 0
    played: cython.int = 0
    wins: cython.int[4]
    if not cython.compiled:
        wins = [0] * 4
    i: cython.int
    _: cython.int
    for i in range(4):
        wins[i] = 0
    twin: PackedState = state.copy()
    with cython.nogil:
        for _ in range(games):
            twin._copy_from(state)
            seed = (seed + GOLDEN) & MASK64
            played = random_moves(twin, mixed(seed), checked)
            if played < 0:
                break
            total += played
            wins[twin.winner] += 1
    if played < 0:
        raise ValueError(f"unsound after {-1 - played} moves: {twin.fields()}")
    return total, [wins[i] for i in range(state.game.players)]


def draw(state: PackedState, seed: cython.ulonglong) -> int:
    """Where chance is asked, one of the legal moves, by its probability."""
    return drawn(state, mixed((seed + GOLDEN) & MASK64))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def random_moves(state: PackedState, seed: cython.ulonglong, checked: cython.bint) -> cython.int:
    """Plays random moves to the end of the game; tells how many.

    Checked play stops at an unsound state, telling -1 less the moves before.
    """
    moves: cython.int[512]
    if not cython.compiled:
        moves = [0] * 512
    played = 0
    left = state.left
    word: cython.ulonglong
    while True:
        if checked:
            if state.left > left or not _is_sound(state):
                return -1 - played
            left = state.left
        if state.ended != codes.GOING_ON:
            return played
        seed = (seed + GOLDEN) & MASK64
        word = mixed(seed)
        if state.task <= codes.ASK_REGROUP:
            apply(state, drawn(state, word))
        else:
            apply(state, moves[below(word, legal_into(state, moves))])
        played += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_sound(state: PackedState) -> cython.bint:
    """Every sheep once on the grid and in the box, which has room; nobody commands a split flock
    or no sheep."""
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
