"""Choosing a turn of Fragile: whole turns are planned, then what follows the best is looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from tablee.bots.bot import BudgetClock
from tablee.games.fragile.evaluate import Evaluator
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.scout_kernel import Scout

STEP = 4
"""Ends continued, and turns looked at, between two looks at the clock. Where nodes are counted it
is fixed, so that the choice does not depend on how many threads there are."""

UNTIL = (0.6, 0.8)
"""How much of the budget may be used when a round of looking ahead ends that is not the last."""

UNLIMITED = 4000
"""Nodes where the budget sets no limit."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot thinks."""

    name: str
    weights: str
    """The table of ``weights.toml`` it weighs positions by."""
    firsts: int
    """Ends of the first activation that are continued; 1 is one docker at a time."""
    turns: int = 1
    """Turns whose consequences are looked at."""
    rounds: int = 0
    """How far: 0 not at all, 1 the others' replies, 2 one's own next turn, 3 the replies to it."""
    width: int = 6
    """Ends of the first activation continued when looking ahead at one's own turns."""
    replies: tuple[tuple[str, int], ...] = (("search", 6),)
    """How the others may think: the table they weigh positions by, and their width. What follows
    is looked at with each of these, and the mean counts."""
    whim: float = 0.05
    """Turns that are worth less by no more than this are as good as the best."""


@dataclass(slots=True)
class Candidate:
    """A turn that was found: its rank in the plan, the state after it, what that is worth."""

    rank: int
    after: PackedState
    value: float


class Search:
    """One choice. Threads share nothing but the clock, and each has a planner of its own."""

    def __init__(
        self,
        state: PackedState,
        style: Style,
        clock: BudgetClock,
        evaluators: list[list[Evaluator]],
    ) -> None:
        self.state = state
        self.style = style
        self.clock = clock
        self.player = state.actor()
        self.planner = Planner(state, evaluators[0][0], max(style.firsts, style.turns))
        self.scouts = [
            [
                Scout(state, mine, other, style.width, width)
                for other, (_, width) in zip(others, style.replies, strict=True)
            ]
            for mine, *others in evaluators
        ]

    def best(self, rng: random.Random) -> Candidate:
        """The turn to play."""
        self._plan()
        found = [
            Candidate(rank, self.planner.after(rank), self.planner.value(rank))
            for rank in range(min(self.planner.found(), self.style.turns))
        ]
        if self.style.rounds and len(found) > 1:
            found = self._look_ahead(found)
        best = max(candidate.value for candidate in found)
        return rng.choice([one for one in found if one.value >= best - self.style.whim])

    def ends(self, candidate: Candidate) -> list[tuple[int, int, bytes]]:
        """The activations of a turn: docker, where it ends, the crates then."""
        return self.planner.ends(candidate.rank)

    def _plan(self) -> None:
        self.planner.begin(self.state, self.style.firsts, self.style.turns)
        share = 0.35 if self.style.rounds else 1.0
        left = self.planner.widen(STEP)
        while left and self._used() < share:
            left = self.planner.widen(STEP)
        self.clock.nodes = self.planner.nodes

    def _used(self) -> float:
        self.clock.nodes = self._nodes()
        if self.clock.limited:
            return self.clock.used
        return 1.0 if self.clock.budget.cancelled() else self.clock.nodes / UNLIMITED

    def _nodes(self) -> int:
        scouted = sum(scout.nodes for scouts in self.scouts for scout in scouts)
        return int(self.planner.nodes + scouted)

    def _look_ahead(self, found: list[Candidate]) -> list[Candidate]:
        """Each round looks further, at the better part of what is left.

        A round that runs out of time counts as far as it got: it looks at the best first.
        """
        players = len(self.state.scores())
        for number in range(self.style.rounds):
            plies = (players - 1, players, 2 * players - 1)[min(number, 2)]
            until = 1.0 if number + 1 == self.style.rounds else UNTIL[number]
            looked = self._look(found, plies, until)
            if not looked:
                break
            looked.sort(key=lambda one: (-one.value, one.rank))
            found = looked[: max(4, len(looked) // 3)]
            if self._used() >= 1.0:
                break
        return found

    def _look(self, found: list[Candidate], plies: int, until: float) -> list[Candidate]:
        """The candidates with the value of what follows, as many as the budget lets.

        Each thread takes the next candidate as soon as it is done with one. Where nodes are
        counted, the budget is asked between groups that do not depend on the threads.
        """
        group = STEP if self.clock.budget.seconds is None else len(found)
        looked: list[Candidate] = []
        with ExitStack() as stack:
            pool = None
            if len(self.scouts) > 1:
                pool = stack.enter_context(ThreadPoolExecutor(len(self.scouts)))
            for start in range(0, len(found), group):
                if looked and self._used() >= until:
                    break
                waiting = iter(found[start : start + group])
                look = partial(self._look_at, waiting, plies, until)
                # One thread needs no other: on a busy machine handing over takes its time.
                shares = map(look, self.scouts) if pool is None else pool.map(look, self.scouts)
                looked += [one for share in shares for one in share]
        return looked

    def _look_at(
        self, waiting: Iterator[Candidate], plies: int, until: float, scouts: list[Scout]
    ) -> list[Candidate]:
        """One thread's share. By the clock, it stops where another look would take too long."""
        by_clock = self.clock.budget.seconds is not None
        looked: list[Candidate] = []
        used, longest = self._used(), 0.0
        for one in waiting:
            looks = [scout.look(one.after, self.player, plies) for scout in scouts]
            looked.append(Candidate(one.rank, one.after, sum(looks) / len(looks)))
            before, used = used, self._used()
            longest = max(longest, used - before)
            if self.clock.budget.cancelled() or (by_clock and used + longest >= until):
                break
        return looked
