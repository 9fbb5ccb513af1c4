"""Chooses a move of Shear Panic. It weighs each, then plays games on after the best."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tablee.bots.bot import BudgetClock, thread_pool
from tablee.games.shear_panic.evaluate import Scout
from tablee.games.shear_panic.flock_kernel import PackedState

UNLIMITED = 400_000
"""Nodes if the budget sets no limit."""

SHARE = 0.7
"""The share of the budget for a command. The rest is for choices after a die in the same turn."""

POINT = 0.04
"""How much a point adds to the probability to win."""
FAITH = 6
"""The number of games that count as much as the first value of a move."""
GAMES_AT_ONCE = 64
"""Games given to the threads at a time. With fewer, giving them out takes as long as playing."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot thinks."""

    name: str
    weights: str
    """The table of ``weights.toml`` it uses to weigh positions."""
    through_panic: bool = False
    """True if it considers the panic die when it weighs a move."""
    moves: int = 1
    """How many moves to look ahead from."""
    turns: int = 0
    """How far to look: the number of commands after its own."""
    whim: float = 1e-9
    """Moves worth less than the best by at most this count as equally good."""
    glances: int = 24
    """How many of their moves the others are assumed to consider."""
    judged: bool = False
    """True if the learned judge weighs positions, where there is one for the game."""


@dataclass(slots=True)
class Candidate:
    """A move, and the results of the games played after it."""

    move: int
    worth: float
    won: float = 0.0
    games: int = 0

    @property
    def rate(self) -> float:
        """The expected result. A few games change little of the first value."""
        return (self.won + FAITH * POINT * self.worth) / (self.games + FAITH)


class Search:
    """One choice. Threads share only the clock; each has a scout of its own."""

    def __init__(
        self,
        state: PackedState,
        style: Style,
        clock: BudgetClock,
        scouts: list[Scout],
        listed: list[int] | None = None,
    ):
        """``listed`` are the legal moves in a game of an older rules version."""
        self.state = state
        self.listed = listed
        self.style = style
        self.clock = clock
        self.scouts = scouts

    def best(self, rng: random.Random) -> int:
        """Returns the move to play, as a number."""
        ranked = self.scouts[0].ranked(self.state, self.style.through_panic, self.listed)
        found = [Candidate(move, worth) for worth, move in ranked]
        if self.style.turns and len(found) > 1:
            return self._played_on(found[: self.style.moves], rng.getrandbits(60))
        good = [one for one in found if one.worth >= found[0].worth - self.style.whim]
        return rng.choice(good).move

    def _used(self) -> float:
        self.clock.nodes = sum(scout.nodes for scout in self.scouts)
        return self.clock.used

    def _played_on(self, found: list[Candidate], seed: int) -> int:
        """Halves the candidates each round. In a round all have the same dice."""
        rounds = max(1, (len(found) - 1).bit_length())
        with thread_pool(len(self.scouts)) as pool:
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
        """Plays one or several games after each of these moves. Returns how many."""
        if pool is None:
            self._play_part(self.scouts[0], found, range(seed, seed + 1))
            return 1
        count = len(self.scouts)
        # Where nodes are counted, the choice must not depend on the number of threads.
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
