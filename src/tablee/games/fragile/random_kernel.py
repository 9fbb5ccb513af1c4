"""Random games on packed memory, for tests, measurements and bots."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.bits_kernel import GOLDEN, MASK64, contains, count_bits, mixed
    from tablee.games.fragile.kernel import apply, legal_into
    from tablee.games.fragile.quay_kernel import PackedState, has_docker

COMPILED = cython.compiled


def random_play(state: PackedState, seed: cython.ulonglong) -> int:
    """Plays this state on at random to its end; tells how many moves it took."""
    with cython.nogil:
        played = random_moves(state, seed, False)
    return played


def random_games(
    state: PackedState, seed: cython.ulonglong, games: cython.int, lively: cython.bint = False
) -> int:
    """Plays so many random games from this state, which stays; tells how many moves in all.

    Lively games are checked for soundness in every state (``ValueError``).
    """
    total: cython.longlong = 0
    played = 0
    twin: PackedState = state.copy()
    with cython.nogil:
        for _ in range(games):
            twin._copy_from(state)
            seed = (seed + GOLDEN) & MASK64
            played = random_moves(twin, mixed(seed), lively)
            if played < 0:
                break
            total += played
    if played < 0:
        raise ValueError(f"unsound after {-played} moves: {twin.fields()}")
    return total


def random_moves(state: PackedState, seed: cython.ulonglong, lively: cython.bint) -> cython.int:
    """Plays random moves to the end of the game; tells how many.

    Lively play walks only every other time that something else can be done, and looks at
    the state after each move: it stops at an unsound one, telling the move below zero.
    """
    moves = cython.declare(cython.int[2048])
    played = 0
    while True:
        count = legal_into(state, moves)
        if not count:
            return played
        seed = (seed + GOLDEN) & MASK64
        word = mixed(seed)
        if lively and word & 1:
            count = _without_walks(moves, count)
        word = (word >> 32) * count >> 32
        apply(state, moves[cython.cast(cython.int, word)])
        played += 1
        if lively and not _is_sound(state):
            return -played


def _without_walks(moves: cython.p_int, count: cython.int) -> cython.int:
    """Puts the other moves first and tells how many they are; all, if there is no other."""
    kept = 0
    for i in range(count):
        if codes.kind_of(moves[i]) != codes.GO:
            moves[kept] = moves[i]
            kept += 1
    return kept if kept else count


def _is_sound(state: PackedState) -> cython.bint:
    """No crate or docker made or lost, two high at most, nothing in a wall, points left >= 0."""
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
