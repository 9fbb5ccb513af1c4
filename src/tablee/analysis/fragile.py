"""Judges Fragile: plays games on for some turns, and weighs the positions on the way.

Fragile has no dice. So that games differ, the weights of the players differ a little in each.
"""

from __future__ import annotations

import math
import random
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
from tablee.bots.fragile.levels import CLASSIC, FragileBot
from tablee.core.game import CHANCE, State
from tablee.core.sitting import Sitting
from tablee.games.fragile import kernel, packing
from tablee.games.fragile.evaluate import crates_around, evaluator, place_the_rest, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.setup import draws_first, places_depots, places_dockers
from tablee.games.fragile.state import FragileState

WIDTH = 2
"""How many ends of the first activation are continued in the turns that are played on."""
TURNS = 6
"""How many turns are played on."""
VARIETY = 0.3
"""By how much the weights of the players who play on differ, as a standard deviation of logs."""
HEAT = {2: 13.0, 3: 7.0, 4: 8.0}
"""By how much more a position must be worth to be e times as likely to win, by players.

``bench/fit_fragile_chances.py`` finds it.
"""


class FragileJudge:
    plans_turns = True

    def __init__(self, game: Fragile) -> None:
        self.game = game
        self.method: Method = "weights"
        # It weighs as the looks do. A bot that judges by other means would call them mistaken.
        self.bot = FragileBot(CLASSIC)
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
        """Plays on, and returns the mean of the chances after each turn."""
        seen: list[Vector] = []
        for _ in range(TURNS):
            if packed.actor() not in (None, CHANCE):
                planner.begin(packed, WIDTH, 1)
                planner.widen(WIDTH)
                if planner.found():
                    packed = planner.after(0)
            seen.append(self._chances(packed))
        return mean(seen)

    def _planner(self, seed: int) -> Planner:
        """Returns a planner whose weights are a little off, in its own way for each seed."""
        while len(self.planners) <= seed:
            rng = random.Random(len(self.planners))
            table = {
                name: weight * math.exp(rng.gauss(0.0, VARIETY))
                for name, weight in weights("search").items()
            }
            start = self.game.initial()
            self.planners.append(Planner(packing.pack(start), evaluator(start, table), WIDTH))
        return self.planners[seed]

    def _chances(self, packed: PackedState) -> Vector:
        players = range(self.game.players)
        if packed.actor() is None:
            return shared(packed.winners(), self.game.players)
        values = [self.evaluator.value(packed, player) for player in players]
        parts = [math.exp((value - max(values)) / HEAT[len(values)]) for value in values]
        return [part / sum(parts) for part in parts]


def _after(packed: PackedState, move: int) -> PackedState:
    after: PackedState = packed.copy()
    kernel.apply(after, move)
    return after
