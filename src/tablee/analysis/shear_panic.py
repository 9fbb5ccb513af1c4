"""Judges Shear Panic: plays games on for a round, and lets the learned judge weigh their ends."""

from __future__ import annotations

from typing import Any

from tablee.analysis.looks import Looks, budget_of, finished, looks_for
from tablee.analysis.report import Effort, FoundTurn, Method
from tablee.bots.registry import bot
from tablee.core.game import State
from tablee.core.sitting import Sitting
from tablee.games.shear_panic import packing
from tablee.games.shear_panic.evaluate import scout, weights
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.judge import judge_of
from tablee.games.shear_panic.state import ShearPanicState

CANDIDATES = 12
"""How many moves are looked at for a list of the best."""


class ShearPanicJudge:
    plans_turns = False

    def __init__(self, game: ShearPanic) -> None:
        self.game = game
        taught = judge_of(game)
        self.method: Method = "weights" if taught is None else "judge"
        self.bot = bot(game.name, "5")
        start = packing.pack(game.initial())
        self.scout = scout(start, weights("search"), taught=taught)

    def looks(self, state: State[Any], count: int) -> Looks:
        assert isinstance(state, ShearPanicState)
        over = finished(state)
        if over is not None:
            points = [float(one) for one in state.points]
            return Looks([over] * count, [points] * count if self.method == "judge" else [])
        packed, players = packing.pack(state), self.game.players
        seen = [self.scout.prospects(packed, seed, players) for seed in range(count)]
        return Looks([one for one, _ in seen], [points for _, points in seen if points])

    def best(self, sitting: Sitting[Any], effort: Effort, seed: int) -> tuple[str, ...]:
        return self.bot.choose(sitting, budget_of(effort), seed).moves

    def best_turns(
        self,
        sitting: Sitting[Any],
        effort: Effort,
        most: int,
        seed: int,  # noqa: ARG002
    ) -> list[FoundTurn]:
        state = sitting.state
        assert isinstance(state, ShearPanicState)
        ranked = self.scout.ranked(packing.pack(state), True, packing.legal_by_law(state))
        found = []
        for _, number in ranked[:CANDIDATES]:
            played = sitting.play(packing.unpack_move(number))
            found.append(
                FoundTurn((played.text,), self.looks(played.state, looks_for(effort)).mean())
            )
        found.sort(key=lambda one: -one.chances[state.player])
        return found[:most]
