"""The extra steps of two players, on packed memory: the fast twin of ``extras``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState

COMPILED = cython.compiled


def _have(state: PackedState, player: cython.int, number: cython.int) -> cython.int:
    """Returns how many extra steps of this number a player has."""
    return state.extras[player] >> 4 * (number - 1) & 15


def extras_left(state: PackedState, player: cython.int) -> cython.int:
    """Returns how many extra steps a player has."""
    return _have(state, player, 1) + _have(state, player, 2) + _have(state, player, 3)


def highest_extra(state: PackedState, player: cython.int) -> cython.int:
    """Returns the highest number among a player's extra steps, or 0."""
    number = 3
    while number and not _have(state, player, number):
        number -= 1
    return number


def spend(state: PackedState, number: cython.int) -> cython.void:
    """Takes an extra step of this number from the active player."""
    state.extras[state.player] -= 1 << 4 * (number - 1)


def extra_choice(state: PackedState, moves: cython.p_int) -> cython.int:
    """S-9.4, S-9.5: writes the extra steps that may be added, none first; returns how many."""
    count = 0
    end = state.counter + state.number
    if (
        state.extras[state.player] == 0
        or end == state.game.rogers_last
        or end >= state.game.shearers_last
    ):
        moves[0] = codes.plain_move(codes.EXTRA, 0)
        return 1
    if _free_commands(state) > extras_left(state, state.player):
        moves[0] = codes.plain_move(codes.EXTRA, 0)
        count = 1
    for number in range(1, 4):
        if _have(state, state.player, number):
            moves[count] = codes.plain_move(codes.EXTRA, number)
            count += 1
    return count


def _free_commands(state: PackedState) -> cython.int:
    """S-9.5: counts the commands that the active player has left."""
    used = state.used[state.player]
    free = codes.MENU
    while used:
        used &= used - 1
        free -= 1
    return free
