"""Choosing a move of Shear Panic: each is weighed, then games are played on after the best."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

from tablee.bots.bot import BudgetClock
from tablee.games.shear_panic.evaluate import Scout
from tablee.games.shear_panic.flock_kernel import PackedState

UNLIMITED = 400_000
"""Nodes where the budget sets no limit."""

SHARE = 0.7
"""Of the budget for a command: the die may leave something to choose in the same turn."""

POINT = 0.04
"""How much likelier a point makes it to win."""
FAITH = 6
"""So many games say as much as weighing the move did."""
GAMES_AT_ONCE = 64
"""Games handed out to threads at a time: fewer, and handing them out takes as long as playing."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot thinks."""

    name: str
    weights: str
    """The table of ``weights.toml`` it weighs positions by."""
    through_panic: bool = False
    """Does it think of the panic die when it weighs a move?"""
    moves: int = 1
    """Moves whose consequences are looked at."""
    turns: int = 0
    """How far: commands of everybody's, one's own not counted."""
    whim: float = 1e-9
    """Moves that are worth less by no more than this are as good as the best."""
    glances: int = 24
    """How many of their moves the others are thought to think of."""


@dataclass(slots=True)
class Candidate:
    """A move, and how the games played on after it went."""

    move: int
    worth: float
    won: float = 0.0
    games: int = 0

    @property
    def rate(self) -> float:
        """What is expected of it; few games change little of what it was held to be worth."""
        return (self.won + FAITH * POINT * self.worth) / (self.games + FAITH)


class Search:
    """One choice. Threads share nothing but the clock, and each has a scout of its own."""

    def __init__(
        self,
        state: PackedState,
        style: Style,
        clock: BudgetClock,
        scouts: list[Scout],
        listed: list[int] | None = None,
    ):
        """``listed``: the legal moves, where older rules than the kernel's are played."""
        self.state = state
        self.listed = listed
        self.style = style
        self.clock = clock
        self.scouts = scouts

    def best(self, rng: random.Random) -> int:
        """The move to play, as a number."""
        ranked = self.scouts[0].ranked(self.state, self.style.through_panic, self.listed)
        found = [Candidate(move, worth) for worth, move in ranked]
        if self.style.turns and len(found) > 1:
            return self._played_on(found[: self.style.moves], rng.getrandbits(60))
        good = [one for one in found if one.worth >= found[0].worth - self.style.whim]
        return rng.choice(good).move

    def _used(self) -> float:
        self.clock.nodes = sum(scout.nodes for scout in self.scouts)
        if self.clock.limited:
            return self.clock.used
        return 1.0 if self.clock.budget.cancelled() else self.clock.nodes / UNLIMITED

    def _played_on(self, found: list[Candidate], seed: int) -> int:
        """Sequential halving: each round the same dice for all, then the better half goes on."""
        rounds = max(1, (len(found) - 1).bit_length())
        with ExitStack() as stack:
            pool = None
            if len(self.scouts) > 1:
                pool = stack.enter_context(ThreadPoolExecutor(len(self.scouts)))
            for number in range(rounds):
                until = SHARE * (number + 1) / rounds
                used, longest = self._used(), 0.0
                while used + longest < until:
                    seed += self._play_some(found, seed, pool)
                    before, used = used, self._used()
                    longest = max(longest, used - before)
                found = sorted(found, key=lambda one: -one.rate)
                found = found[: (len(found) + 1) // 2]
        return found[0].move

    def _play_some(self, found: list[Candidate], seed: int, pool: ThreadPoolExecutor | None) -> int:
        """One more game after each of these moves, or several; tells how many."""
        if pool is None:
            self._play_part(self.scouts[0], found, range(seed, seed + 1))
            return 1
        count = len(self.scouts)
        # Counted nodes shall be spent alike on any number of threads, one game after the other.
        by_nodes = self.clock.budget.nodes is not None
        times = 1 if by_nodes else max(1, GAMES_AT_ONCE // len(found))
        parts = [found[start::count] for start in range(count)]
        list(pool.map(self._play_part, self.scouts, parts, [range(seed, seed + times)] * count))
        return times

    def _play_part(self, scout: Scout, found: list[Candidate], seeds: range) -> None:
        for seed in seeds:
            for one in found:
                one.won += scout.outlook(self.state, one.move, seed, self.style.turns)
                one.games += 1
