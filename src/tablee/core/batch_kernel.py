"""Steps many simulations, without the lock of Python. ``core.batch`` shares the work among threads.

C reaches the simulations by their addresses, because a list of Python needs the lock. The list is
kept beside them, so that they stay where they are.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from tablee import cython_shim as cython

from array import array
from typing import Any

if not cython.compiled:  # the build cimports these
    from tablee.core.simulation_kernel import OVER, Simulation
    from tablee.core.splitmix_kernel import GOLDEN, MASK64, below, mixed

COMPILED = cython.compiled


@cython.final
@cython.cclass
class Stepper:
    """The simulations of a batch, and where it writes. A buffer of no bytes is not written."""

    kept: object
    at: cython.ulonglong[::1]
    seats: cython.int
    space: cython.int
    size: cython.int
    auto_reset: cython.bint
    actors: cython.int[::1]
    masks: cython.uchar[::1]
    observations: cython.schar[::1]
    scores: cython.int[::1]
    rewards: cython.float[::1]
    done: cython.uchar[::1]

    def __init__(self, simulations: list[Any], auto_reset: bool, buffers: dict[str, Any]) -> None:
        self.kept = simulations
        if cython.compiled:
            self.at = array("Q", map(id, simulations))
        else:
            self.at = simulations
        layout = simulations[0].layout
        self.seats = layout.players
        self.space = layout.actions
        self.size = layout.size
        self.auto_reset = auto_reset
        self.actors = buffers["actors"]
        self.masks = buffers["masks"]
        self.observations = buffers["observations"]
        self.scores = buffers["scores"]
        self.rewards = buffers["rewards"]
        self.done = buffers["done"]

    def check(self, first: cython.int, end: cython.int, actions: cython.int[::1]) -> int:
        """Returns the first of these games whose action is not legal, or -1."""
        with cython.nogil:
            bad = self._check(first, end, actions)
        return bad

    def step(self, first: cython.int, end: cython.int, actions: cython.int[::1]) -> None:
        """Plays the actions of these games, which must be legal, and writes."""
        with cython.nogil:
            for i in range(first, end):
                self._one(
                    cython.cast(Simulation, cython.cast(cython.p_void, self.at[i])), i, actions[i]
                )

    def show(self, first: cython.int, end: cython.int) -> None:
        """Writes how these games stand."""
        with cython.nogil:
            for i in range(first, end):
                self._show(cython.cast(Simulation, cython.cast(cython.p_void, self.at[i])), i)

    def sample(
        self, first: cython.int, end: cython.int, out: cython.int[::1], seed: cython.ulonglong
    ) -> None:
        """Writes a random legal action for each of these games, or -1 where the game is over."""
        with cython.nogil:
            for i in range(first, end):
                out[i] = _any_action(
                    cython.cast(Simulation, cython.cast(cython.p_void, self.at[i])),
                    mixed((seed + i * GOLDEN) & MASK64),
                )

    def _check(self, first: cython.int, end: cython.int, actions: cython.int[::1]) -> cython.int:
        for i in range(first, end):
            if not _allows(
                cython.cast(Simulation, cython.cast(cython.p_void, self.at[i])), actions[i]
            ):
                return i
        return -1

    def _one(self, game: Simulation, i: cython.int, action: cython.int) -> cython.void:
        if game._actor() == OVER:
            self._clear(i)
        else:
            game._step(action)
            self._score(game, i)
            if self.auto_reset and game._actor() == OVER:
                game._begin()
        self._show(game, i)

    def _clear(self, i: cython.int) -> cython.void:
        """Writes no rewards for a game that was over before."""
        if self.rewards.shape[0]:
            for player in range(self.seats):
                self.rewards[i * self.seats + player] = 0

    def _score(self, game: Simulation, i: cython.int) -> cython.void:
        """Writes points and rewards, and if the game is over."""
        winners = 0
        over: cython.bint = game._actor() == OVER
        if over:
            for player in range(self.seats):
                winners += game._won(player)
        for player in range(self.seats):
            if self.scores.shape[0]:
                self.scores[i * self.seats + player] = game._score(player)
            if self.rewards.shape[0]:
                self.rewards[i * self.seats + player] = _reward(
                    winners, over and game._won(player), self.seats
                )
        if self.done.shape[0]:
            self.done[i] = over

    def _show(self, game: Simulation, i: cython.int) -> cython.void:
        """Writes who acts, what is legal, and what the actor sees."""
        place: cython.longlong = i
        who = game._actor()
        if self.actors.shape[0]:
            self.actors[i] = who
        if self.masks.shape[0]:
            game._mask(self.masks, place * self.space, self.space)
        if self.observations.shape[0]:
            game._observe(who if who >= 0 else 0, self.observations, place * self.size, self.size)


def _allows(game: Simulation, action: cython.int) -> cython.bint:
    return game._actor() == OVER or game._is_legal(action)


def _any_action(game: Simulation, word: cython.ulonglong) -> cython.int:
    return game.ids[below(word, game.found)] if game.found else -1


def _reward(winners: cython.int, won: cython.bint, seats: cython.int) -> cython.float:
    """Returns 1 for a winner and -1 shared by the others, or 0 if nobody won."""
    share: cython.float = 1
    if winners == 0:
        return 0
    return share if won else -share / (seats - 1)
