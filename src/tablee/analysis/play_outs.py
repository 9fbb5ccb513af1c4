"""A judge for any game: it plays random games to their end, and asks the bot ``uct``."""

from __future__ import annotations

from typing import Any

from tablee.analysis.looks import Looks, finished, looks_for, shared
from tablee.analysis.report import Effort, FoundTurn, Method
from tablee.bots.bot import Budget
from tablee.bots.registry import bot, bot_names
from tablee.bots.simulation import StateSimulation
from tablee.core.game import Game, State
from tablee.core.sitting import Sitting

STRONGEST = ("5", "uct")
"""The bots to ask, if the game has them."""


class PlayOutJudge:
    method: Method = "play-outs"
    plans_turns = False

    def __init__(self, game: Game[Any]) -> None:
        self.bot = bot(game.name, next(one for one in STRONGEST if one in bot_names(game.name)))

    def looks(self, state: State[Any], count: int) -> Looks:
        over = finished(state)
        if over is not None:
            return Looks([over] * count)
        return Looks([_played_out(state, seed) for seed in range(count)])

    def best(self, sitting: Sitting[Any], effort: Effort, seed: int) -> tuple[str, ...]:
        budget = Budget(seconds=effort.seconds, nodes=effort.nodes)
        return self.bot.choose(sitting, budget, seed).moves[:1]

    def best_turns(
        self,
        sitting: Sitting[Any],
        effort: Effort,
        most: int,  # noqa: ARG002
        seed: int,
    ) -> list[FoundTurn]:
        """The bot names one turn."""
        moves = self.best(sitting, effort, seed)
        after = sitting.play(sitting.parse(moves[0])).state
        return [FoundTurn(moves, self.looks(after, looks_for(effort)).mean())]


def _played_out(state: State[Any], seed: int) -> list[float]:
    simulation = StateSimulation(state)
    simulation.play_out(seed)
    return shared(simulation.winners(), len(state.scores))
