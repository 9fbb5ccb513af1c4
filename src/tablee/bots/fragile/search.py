"""Chooses a turn of Fragile. It plans whole turns, then looks ahead from the best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from tablee.bots.bot import BudgetClock, thread_pool
from tablee.games.fragile.evaluate import Evaluator
from tablee.games.fragile.judge_kernel import Judge
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.scout_kernel import Scout

STEP = 4
"""How many ends are continued, and turns examined, between two looks at the clock.

It is fixed where nodes are counted, so that the choice does not depend on the number of threads.
"""

UNTIL = (0.6, 0.8)
"""The share of the budget that may be used at the end of each round but the last."""

SURE = 65536
"""The chance of a player who has won, as the judge gives it."""

CLEAR = 0.15
"""A look further hardly changes the choice if the best turn's chance to win leads by so much."""

UNLIMITED = 4000
"""Nodes if the budget sets no limit."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot thinks."""

    name: str
    weights: str
    """The table of ``weights.toml`` it uses to weigh positions."""
    firsts: int
    """How many ends of the first activation are continued. 1 plans one docker at a time."""
    turns: int = 1
    """How many turns to look ahead from."""
    rounds: int = 0
    """How far to look: 0 not at all, 1 the replies, 2 the bot's next, 3 the replies to that."""
    width: int = 6
    """How many ends of the first activation are continued in the bot's later turns."""
    replies: tuple[tuple[str, int], ...] = (("search", 6),)
    """How the others may think: their table of weights, and their width.

    The search looks ahead with each of these and takes the mean.
    """
    whim: float = 0.05
    """Turns worth less than the best by at most this count as equally good."""
    judged: int = 0
    """Among how many turns of the plan the learned judge chooses, in turns that come later.

    0 means that the bot asks no judge. With one, values are chances to win.
    """
    judged_replies: tuple[int, int, int] = (1, 1, 1)
    """The same for the others' turns, in games of two, three and four players.

    With 1 they play the best turn of the plan.
    """


@dataclass(slots=True)
class Candidate:
    """A turn found: its rank in the plan, the state after it and the value of that state."""

    rank: int
    after: PackedState
    value: float


def _best_first(one: Candidate) -> tuple[float, int]:
    return -one.value, one.rank


class Search:
    """One choice. Threads share only the clock; each has a planner of its own."""

    def __init__(
        self,
        state: PackedState,
        style: Style,
        clock: BudgetClock,
        evaluators: list[list[Evaluator]],
        judges: list[Judge],
    ) -> None:
        """Each thread has a list of evaluators, and a judge if there is one for the game."""
        self.state = state
        self.style = style
        self.clock = clock
        self.player = state.actor() or 0
        self.planner = Planner(state, evaluators[0][0], max(style.firsts, style.turns))
        self.judges = judges
        self.scouts = [
            [self._scout(mine, *reply, judge) for reply in zip(others, style.replies, strict=True)]
            for (mine, *others), judge in zip_longest(evaluators, judges)
        ]

    def _scout(
        self, mine: Evaluator, theirs: Evaluator, reply: tuple[str, int], judge: Judge | None
    ) -> Scout:
        style = self.style
        replies = style.judged_replies[len(self.state.scores()) - 2]
        choices = (style.judged, replies) if judge else (1, 1)
        return Scout(self.state, mine, theirs, style.width, reply[1], judge, *choices)

    def best(self, rng: random.Random) -> Candidate:
        """Returns the turn to play."""
        found = self.candidates()
        best = found[0].value
        return rng.choice([one for one in found if one.value >= best - self.style.whim])

    def candidates(self) -> list[Candidate]:
        """Returns the turns that were looked at furthest, the best first."""
        self._plan()
        found = [
            Candidate(rank, self.planner.after(rank), self.planner.value(rank))
            for rank in range(min(self.planner.found(), self.style.turns))
        ]
        if self.judges:
            for one in found:
                one.value = self.judges[0].chances(one.after)[self.player] / SURE
            found.sort(key=_best_first)
        if self.style.rounds and len(found) > 1 and not self._wins(found[0]):
            found = self._look_ahead(found)
        return sorted(found, key=lambda one: -one.value)

    def ends(self, candidate: Candidate) -> list[tuple[int, int, bytes]]:
        """Returns the activations of a turn: docker, its last cell, the crates after it."""
        return self.planner.ends(candidate.rank)

    def _plan(self) -> None:
        self.planner.begin(self.state, self.style.firsts, self.style.turns)
        share = 0.35 if self.style.rounds else 1.0
        left = self.planner.widen(STEP)
        while left and self._used() < share:
            left = self.planner.widen(STEP)
        self.clock.nodes = self.planner.nodes

    def _used(self) -> float:
        scouted = sum(scout.nodes for scouts in self.scouts for scout in scouts)
        self.clock.nodes = int(self.planner.nodes + scouted)
        return self.clock.used

    def _look_ahead(self, found: list[Candidate]) -> list[Candidate]:
        """Looks ahead in rounds. Each round looks further, at the better part of the candidates.

        A round that runs out of time still counts, because it looks at the best candidates first.
        """
        players = len(self.state.scores())
        for number in range(self.style.rounds):
            plies = (players - 1, players, 2 * players - 1)[min(number, 2)]
            until = 1.0 if number + 1 == self.style.rounds else UNTIL[number]
            looked = self._look(found, plies, until)
            if not looked:
                break
            looked.sort(key=_best_first)
            found = looked[: max(4, len(looked) // 3)]
            if self._used() >= 1.0 or self._is_clear(found):
                break
        return found

    def _wins(self, best: Candidate) -> bool:
        """Tells whether the judge is sure of a turn: mostly because the game is over then."""
        return bool(self.judges) and best.value >= 1.0

    def _is_clear(self, found: list[Candidate]) -> bool:
        """Tells whether the best turn is so far ahead that the rest of the time would be wasted."""
        return bool(self.judges) and found[0].value - found[1].value >= CLEAR

    def _look(self, found: list[Candidate], plies: int, until: float) -> list[Candidate]:
        """Values as many candidates as the budget allows by what follows them.

        Each thread takes the next candidate when it has finished one. Where nodes are counted, the
        search checks the budget only between groups, which do not depend on the threads.
        """
        group = STEP if self.clock.budget.seconds is None else len(found)
        looked: list[Candidate] = []
        with thread_pool(len(self.scouts)) as pool:
            for start in range(0, len(found), group):
                if looked and self._used() >= until:
                    break
                waiting = iter(found[start : start + group])
                look = partial(self._look_at, waiting, plies, until)
                shares = map(look, self.scouts) if pool is None else pool.map(look, self.scouts)
                looked += [one for share in shares for one in share]
        return looked

    def _look_at(
        self, waiting: Iterator[Candidate], plies: int, until: float, scouts: list[Scout]
    ) -> list[Candidate]:
        """Does one thread's share. By the clock, it stops when another look would take too long."""
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
