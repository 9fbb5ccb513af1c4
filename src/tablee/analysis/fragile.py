"""Judges Fragile: games are played on for some turns, and the positions on the way are judged.

The learned judge tells the chances, and chooses the turns of those who play on. Where there is
none, the weights of the bots do. Fragile has no dice, so those who play on see things a little
differently in each game.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tablee.analysis.looks import (
    Looks,
    Vector,
    budget_of,
    finished,
    looks_for,
    mean,
    shared,
    weighted,
)
from tablee.analysis.report import Effort, FoundTurn, Method
from tablee.bots.fragile.levels import LEVELS, FragileBot
from tablee.core.game import CHANCE, State
from tablee.core.judge_file import JudgeFile
from tablee.core.sitting import Sitting
from tablee.games.fragile import kernel, packing
from tablee.games.fragile.evaluate import crates_around, evaluator, place_the_rest, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.judge import judge
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.setup import draws_first, places_depots, places_dockers
from tablee.games.fragile.state import FragileState

WIDTH = 2
"""How many ends of the first activation are continued in the turns that are played on."""
CHOICES = 8
"""Among how many turns a learned judge chooses in those turns."""
SHARE = 0.5
"""How much of a chance is the learned judge's; the rest comes from the weights.

The judge alone foretells better who wins (``bench/fit_fragile_chances.py``), but overlooks more
gross mistakes (``bench/planted_blunders.py --share 1``). Perhaps its own games have too few.
"""
VARIETY = 0.3
"""By how much the weights of the players who play on differ, as a standard deviation of logs."""
HEAT = {2: 18.0, 3: 7.0, 4: 8.0}
"""By how much more the weights must value a position for it to be e times as likely to win.

It depends on the number of players. ``bench/fit_fragile_chances.py`` finds it.
"""


class FragileJudge:
    plans_turns = True

    def __init__(self, game: Fragile, taught: JudgeFile | None) -> None:
        self.game = game
        self.method: Method = "weights" if taught is None else "judge"
        self.judge = None if taught is None else judge(game, taught)
        self.bot = FragileBot(LEVELS[-1], taught=taught)
        self.evaluator = evaluator(game.initial(), weights("search"))
        self.planners: list[Planner] = []

    def looks(self, state: State[Any], count: int) -> Looks:
        assert isinstance(state, FragileState)
        over, players = finished(state), self.game.players
        if over is not None:
            return Looks([over] * count)
        if draws_first(state):  # the board is the same for all
            return Looks([[1 / players] * players] * count)
        packed = packing.pack(state)
        if places_depots(state) or places_dockers(state):
            place_the_rest(packed, crates_around(state))
        elif state.active is not None:  # in mid-turn: judges know positions between turns
            packed = self._played(packed, self._planner(0))
        return self._lines(packed, count)

    def best(self, sitting: Sitting[Any], effort: Effort, seed: int) -> tuple[str, ...]:
        return self.bot.choose(sitting, budget_of(effort), seed).moves

    def best_turns(
        self, sitting: Sitting[Any], effort: Effort, most: int, seed: int
    ) -> list[FoundTurn]:
        state = sitting.state
        assert isinstance(state, FragileState)
        if places_depots(state) or places_dockers(state):
            turns = [self.best(sitting, effort, seed)]
        else:
            turns = self.bot.turns(sitting, budget_of(effort), 2 * most)
        found = [
            FoundTurn(moves, self.looks(sitting.after(moves).state, looks_for(effort)).mean())
            for moves in turns
        ]
        found.sort(key=lambda one: -one.chances[state.player])
        return found[:most]

    def _lines(self, packed: PackedState, count: int) -> Looks:
        if packed.actor() == CHANCE:
            outcomes = kernel.legal(packed)
            share = Fraction(1, len(outcomes))
            return weighted([(share, self._lines(_after(packed, one), count)) for one in outcomes])
        return Looks([self._line(packed, self._planner(seed)) for seed in range(count)])

    def _line(self, packed: PackedState, planner: Planner) -> Vector:
        """Plays on, and returns the mean of the chances now and after each turn.

        It goes as far as the bot looks: to the replies of the others to the player's next turn.
        """
        seen = [self._chances(packed)]
        for _ in range(2 * self.game.players - 1):
            if packed.actor() not in (None, CHANCE):
                packed = self._played(packed, planner)
            seen.append(self._chances(packed))
        return mean(seen)

    def _played(self, packed: PackedState, planner: Planner) -> PackedState:
        """Returns the position after the turn that somebody with this planner plays."""
        if self.judge is not None:
            return planner.played(packed, WIDTH, self.judge)
        planner.begin(packed, WIDTH, 1)
        planner.widen(WIDTH)
        return planner.after(0) if planner.found() else packed

    def _planner(self, seed: int) -> Planner:
        """Returns a planner whose weights are a little off, in its own way for each seed."""
        while len(self.planners) <= seed:
            rng = random.Random(len(self.planners))
            table = {
                name: weight * math.exp(rng.gauss(0.0, VARIETY))
                for name, weight in weights("search").items()
            }
            start = self.game.initial()
            self.planners.append(Planner(packing.pack(start), evaluator(start, table), CHOICES))
        return self.planners[seed]

    def _chances(self, packed: PackedState) -> Vector:
        players = self.game.players
        if packed.actor() is None:
            return shared(packed.winners(), players)
        values = [self.evaluator.value(packed, player) for player in range(players)]
        weighed = _shares([math.exp((value - max(values)) / HEAT[players]) for value in values])
        if self.judge is None:
            return weighed
        judged = _shares(self.judge.chances(packed))
        return [
            SHARE * one + (1 - SHARE) * other for one, other in zip(judged, weighed, strict=True)
        ]


def _shares(parts: Sequence[float]) -> Vector:
    return [part / sum(parts) for part in parts]


def _after(packed: PackedState, move: int) -> PackedState:
    after: PackedState = packed.copy()
    kernel.apply(after, move)
    return after
