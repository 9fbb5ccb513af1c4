"""Judges Fragile: everybody plays the best turn planned, and positions on the way are weighed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tablee.analysis.looks import Looks, Vector, finished, shared, weighted
from tablee.analysis.report import Effort, FoundTurn, Method
from tablee.bots.bot import Budget
from tablee.bots.fragile.levels import LEVELS, FragileBot
from tablee.bots.fragile.placing import place_the_rest
from tablee.core.game import CHANCE, State
from tablee.core.sitting import Sitting
from tablee.games.fragile import kernel, packing
from tablee.games.fragile.evaluate import crates_around, evaluator, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.plan_kernel import Planner
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.setup import draws_first, places_depots, places_dockers
from tablee.games.fragile.state import FragileState

WIDTH = 2
"""How many ends of the first activation are continued in the turns that are played on."""
HEAT = {2: 8.0, 3: 8.0, 4: 8.0}
"""By how much a position must be worth more to be e times as likely to win."""


class FragileJudge:
    plans_turns = True

    def __init__(self, game: Fragile) -> None:
        self.game = game
        self.method: Method = "weights"
        self.bot = FragileBot(LEVELS[-1])
        self.evaluator = evaluator(game.initial(), weights("search"))

    def looks(self, state: State[Any], count: int) -> Looks:  # noqa: ARG002
        """Looks once at each turn of the second round to come. Nothing here is random."""
        assert isinstance(state, FragileState)
        over = finished(state)
        if over is not None:
            return Looks([over] * self.game.players)
        if draws_first(state):  # the board is the same for all
            return Looks([[1 / self.game.players] * self.game.players] * self.game.players)
        packed = packing.pack(state)
        if places_depots(state) or places_dockers(state):
            place_the_rest(packed, crates_around(state))
        return self._look(packed)

    def best(self, sitting: Sitting[Any], effort: Effort, seed: int) -> tuple[str, ...]:
        return self.bot.choose(sitting, _budget(effort), seed).moves

    def best_turns(
        self, sitting: Sitting[Any], effort: Effort, most: int, seed: int
    ) -> list[FoundTurn]:
        state = sitting.state
        assert isinstance(state, FragileState)
        if places_depots(state) or places_dockers(state):
            turns = [self.best(sitting, effort, seed)]
        else:
            turns = self.bot.turns(sitting, _budget(effort), 2 * most)
        found = [
            FoundTurn(moves, self.looks(_after_all(sitting, moves), 1).mean()) for moves in turns
        ]
        found.sort(key=lambda one: -one.chances[state.player])
        return found[:most]

    def _look(self, packed: PackedState) -> Looks:
        if packed.actor() == CHANCE:
            outcomes = kernel.legal(packed)
            share = Fraction(1, len(outcomes))
            return weighted([(share, self._look(_after(packed, one))) for one in outcomes])
        players = self.game.players
        planner = Planner(packed, self.evaluator, WIDTH)
        seen: list[Vector] = []
        for turn in range(2 * players - 1):
            if turn >= players - 1:
                seen.append(self._chances(packed))
            if packed.actor() in (None, CHANCE):
                continue
            planner.begin(packed, WIDTH, 1)
            planner.widen(WIDTH)
            if planner.found():
                packed = planner.after(0)
        return Looks([*seen, self._chances(packed)])

    def _chances(self, packed: PackedState) -> Vector:
        players = range(self.game.players)
        if packed.actor() is None:
            return shared(packed.winners(), self.game.players)
        values = [self.evaluator.value(packed, player) for player in players]
        parts = [math.exp((value - max(values)) / HEAT[len(values)]) for value in values]
        return [part / sum(parts) for part in parts]


def _budget(effort: Effort) -> Budget:
    return Budget(seconds=effort.seconds, nodes=effort.nodes)


def _after_all(sitting: Sitting[Any], moves: Sequence[str]) -> State[Any]:
    for text in moves:
        sitting = sitting.play(sitting.parse(text))
    return sitting.state


def _after(packed: PackedState, move: int) -> PackedState:
    after: PackedState = packed.copy()
    kernel.apply(after, move)
    return after
