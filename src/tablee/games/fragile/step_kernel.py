"""What is played most, with what there is to tell of it: walks and ends of turns."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # compiled: from the declarations
    from tablee.games.fragile import codes
    from tablee.games.fragile.kernel import apply
    from tablee.games.fragile.quay_kernel import PackedState, flood

COMPILED = cython.compiled

MOST_POINTS = cython.declare(cython.int, 5)


def walked(
    state: PackedState, start: cython.int, target: cython.int, names: tuple[str, ...]
) -> tuple[PackedState, int, tuple[str, ...]] | None:
    """F-4.1: the state after a legal walk, who went, and the way, which is the law's.

    ``names`` are the cells'. None where no crate stands alone, for then the law may find the game
    over (F-5.4); and for what is no legal walk, which is left to the law as well.
    """
    before = cython.declare(cython.schar[100])
    steps = cython.declare(cython.uchar[100])
    docker = 0
    cell = target
    if not state.singles:
        return None
    while docker < state.dockers and state.docker_cell[docker] != start:
        docker += 1
    with cython.nogil:
        flood(
            state.game,
            start,
            ~(state.crates_low | state.game.slots_low),
            ~(state.crates_high | state.game.slots_high),
            steps,
            0,
            before,
        )
    if docker == state.dockers or not 0 < steps[target] <= MOST_POINTS:
        return None
    way: list[str] = []
    while cell != start:
        way.append(names[cell])
        cell = before[cell]
    way.reverse()
    after: PackedState = state.copy()
    apply(after, codes.encode(codes.GO, docker, start, target, len(way)))
    return after, docker, tuple(way)


def turn_ended(state: PackedState) -> tuple[PackedState, tuple[int, ...], bool] | None:
    """F-3.1: the state after the turn, who plays in it and then, and whether those are the last.

    None where crates are to be settled (F-4.5), the game is over, straws are drawn (F-6.1) or
    somebody is passed over (F-3.3).
    """
    after: PackedState = state.copy()
    apply(after, codes.END_TURN)
    if state.flipped_this_turn or after.ended or not after.playing:
        return None
    if after.turn != state.turn + 1:
        return None
    return after, tuple([after.to_play[i] for i in range(after.playing)]), after.last_turns != 0
