"""Random games on packed memory, for tests, measurements and bots."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:
    from tablee.games.shear_panic import codes
    from tablee.games.shear_panic.flock_kernel import PackedState
    from tablee.games.shear_panic.grid_kernel import GOLDEN, MASK64, below, mixed
    from tablee.games.shear_panic.kernel import apply, legal_into
    from tablee.games.shear_panic.regroup_kernel import is_one
else:
    from cython.cimports.tablee.games.shear_panic import codes
    from cython.cimports.tablee.games.shear_panic.flock_kernel import PackedState
    from cython.cimports.tablee.games.shear_panic.grid_kernel import GOLDEN, MASK64, below, mixed
    from cython.cimports.tablee.games.shear_panic.kernel import apply, legal_into
    from cython.cimports.tablee.games.shear_panic.regroup_kernel import is_one

COMPILED = cython.compiled


def random_play(state: PackedState, seed: cython.ulonglong) -> int:
    """Plays this state on at random to its end; tells how many moves it took, rolls included."""
    played: cython.int
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
    return _drawn(state, mixed((seed + GOLDEN) & MASK64))


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
    played: cython.int = 0
    left: cython.int = state.left
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
            apply(state, _drawn(state, word))
        else:
            apply(state, moves[below(word, legal_into(state, moves))])
        played += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drawn(state: PackedState, word: cython.ulonglong) -> cython.int:
    """A chance move, drawn by the sides of the die."""
    face: cython.int
    total: cython.int = 0
    if state.task == codes.ASK_DRAW:
        return codes.DRAW << 18 | below(word, state.game.players)
    if state.task == codes.ASK_REGROUP:
        total = state.game.regroup_die[0] + state.game.regroup_die[1]
        face = 0 if below(word, total) < state.game.regroup_die[0] else 1
        return codes.REGROUP_ROLL << 18 | face
    for face in range(6):
        if face == codes.WHITE or state.cells[2 * face]:
            total += state.game.panic_die[face]
    ticket: cython.int = below(word, total)
    for face in range(6):
        if face == codes.WHITE or state.cells[2 * face]:
            ticket -= state.game.panic_die[face]
            if ticket < 0:
                return codes.PANIC_ROLL << 18 | face
    return codes.PANIC_ROLL << 18 | codes.WHITE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_sound(state: PackedState) -> cython.bint:
    """Every sheep once on the grid and in the box, which has room; nobody commands a split flock
    or no sheep."""
    cell: cython.int
    place: cython.int
    standing: cython.int = 0
    left: cython.int = 0
    if state.width > codes.WIDEST or state.height > codes.WIDEST:
        return False
    for cell in range(1024):
        standing += state.grid[cell] != 0
    for place in range(codes.SHEEP):
        cell = state.cells[place]
        if cell:
            left += 1
            if state.grid[cell] != place + 1:
                return False
            if (cell & 31) - codes.CORNER >= state.width:
                return False
            if (cell >> 5) - codes.CORNER >= state.height:
                return False
    if left != state.left or standing != left:
        return False
    if state.ended == codes.GOING_ON and state.task == codes.ASK_COMMAND:
        return is_one(state) and state.cells[2 * state.game.colours[state.player]] != 0
    return True
