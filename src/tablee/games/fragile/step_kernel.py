"""Plays the most frequent moves, walks and ends of turns, with what their events need."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

if not cython.compiled:  # the build cimports these
    from tablee.games.fragile import codes
    from tablee.games.fragile.game_kernel import flood
    from tablee.games.fragile.kernel import apply
    from tablee.games.fragile.quay_kernel import PackedState

COMPILED = cython.compiled

MOST_POINTS = cython.declare(cython.int, 5)


def walked(
    state: PackedState, start: cython.int, target: cython.int, names: tuple[str, ...]
) -> tuple[PackedState, int, tuple[str, ...]] | None:
    """F-4.1: returns the state after a legal walk, the docker, and the way, which is the law's.

    ``names`` are those of the cells. It returns None for a walk that is not legal, and where no
    crate stands alone, because the game may be over then (F-5.4). The law plays these.
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
    """F-3.1: returns the state after the turn, who plays next, and whether these are last turns.

    It returns None if flipped crates settle (F-4.5), the game is over, straws are drawn (F-6.1) or
    a player is passed over (F-3.3). The law plays these.
    """
    after: PackedState = state.copy()
    apply(after, codes.END_TURN)
    if state.flipped_this_turn or after.ended or not after.playing:
        return None
    if after.turn != state.turn + 1:
        return None
    return after, tuple([after.to_play[i] for i in range(after.playing)]), after.last_turns != 0
