"""Random games on packed memory, for tests, measurements and bots."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.core.splitmix_kernel import below, mixed, next_seed
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import contains, count_bits
    from tablee.games.fragile.kernel import apply, legal_into
    from tablee.games.fragile.quay_kernel import PackedState, has_docker

COMPILED = cython.compiled


def random_play(state: PackedState, seed: cython.ulonglong) -> int:
    """Plays random moves to the end of the game; returns how many."""
    with cython.nogil:
        played = random_moves(state, seed, False)
    return played


def random_games(
    state: PackedState, seed: cython.ulonglong, games: cython.int, lively: cython.bint = False
) -> int:
    """Plays random games from a copy of this state; returns how many moves in all.

    If ``lively``, it checks every state on the way, and raises ``ValueError`` for an unsound one.
    """
    total: cython.longlong = 0
    played = 0
    twin: PackedState = state.copy()
    with cython.nogil:
        for _ in range(games):
            twin._copy_from(state)
            seed = next_seed(seed)
            played = random_moves(twin, mixed(seed), lively)
            if played < 0:
                break
            total += played
    if played < 0:
        raise ValueError(f"unsound after {-played} moves: {twin.fields()}")
    return total


def random_moves(state: PackedState, seed: cython.ulonglong, lively: cython.bint) -> cython.int:
    """Plays random moves to the end of the game; returns how many.

    If ``lively``, it avoids walks every other time, and checks the state after each move. It stops
    at an unsound state after n moves and returns -n.
    """
    moves = cython.declare(cython.int[2048])
    played = 0
    while True:
        count = legal_into(state, moves)
        if not count:
            return played
        seed = next_seed(seed)
        word = mixed(seed)
        if lively and word & 1:
            count = _without_walks(moves, count)
        apply(state, moves[below(word, count)])
        played += 1
        if lively and not _is_sound(state):
            return -played


def _without_walks(moves: cython.p_int, count: cython.int) -> cython.int:
    """Drops the walks, unless there are only walks; returns how many moves are left."""
    kept = 0
    for i in range(count):
        if codes.kind_of(moves[i]) != codes.GO:
            moves[kept] = moves[i]
            kept += 1
    return kept if kept else count


def _is_sound(state: PackedState) -> cython.bint:
    """Tells whether a state can be: all pieces are there, and each where it may stand."""
    crates = 0
    for cell in range(100):
        if contains(state.crates_low, state.crates_high, cell) != (state.cells[cell] != 0):
            return False
        if state.cells[cell]:
            crates += 2 if codes.is_stack(state.cells[cell]) else 1
            if codes.lower(state.cells[cell]) == 0 or has_docker(state, cell):
                return False
            if codes.is_stack(state.cells[cell]) and state.game.slot[cell] >= 0:
                return False
    for i in range(state.dockers):
        if not has_docker(state, state.docker_cell[i]):
            return False
    i = count_bits(state.dockers_low) + count_bits(state.dockers_high)
    return crates == 12 and i == state.dockers and state.points >= 0 and state.flips_left >= 0
