"""The extra steps of two players, on packed memory: the fast twin of ``extras``."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def extras_left(state: PackedState, player: cython.int) -> cython.int:
    """How many extra steps a player has."""
    code: cython.int = state.extras[player]
    return (code & 15) + (code >> 4 & 15) + (code >> 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def extra_choice(state: PackedState, moves: cython.p_int) -> cython.int:
    """S-9.4, S-9.5: what may be added to the command, none of it first; how many moves."""
    count: cython.int = 0
    number: cython.int
    end: cython.int = state.counter + state.number
    if (
        state.extras[state.player] == 0
        or end == state.game.rogers_last
        or end >= state.game.shearers_last
    ):
        moves[0] = codes.EXTRA << 18
        return 1
    if _free_commands(state) > extras_left(state, state.player):
        moves[0] = codes.EXTRA << 18
        count = 1
    for number in range(1, 4):
        if state.extras[state.player] >> 4 * (number - 1) & 15:
            moves[count] = codes.EXTRA << 18 | number
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _free_commands(state: PackedState) -> cython.int:
    """S-9.5: how many commands the active player has left."""
    used: cython.int = state.used[state.player]
    free: cython.int = codes.MENU
    while used:
        used &= used - 1
        free -= 1
    return free
