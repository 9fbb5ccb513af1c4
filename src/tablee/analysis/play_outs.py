"""A judge for any game: it plays random games to their end, and asks the game's strongest bot."""

from __future__ import annotations

from typing import Any

from tablee.analysis.looks import Looks, budget_of, finished, looks_for, shared
from tablee.analysis.report import Effort, FoundTurn, Method
from tablee.bots.registry import bot, bot_names
from tablee.bots.sandbox import StateSandbox
from tablee.core.game import Game, State
from tablee.core.sitting import Sitting

STRONGEST = ("5", "uct")
"""The first of these that the game has is asked. Every game has ``uct``."""


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
        return self.bot.choose(sitting, budget_of(effort), seed).moves[:1]

    def best_turns(
        self,
        sitting: Sitting[Any],
        effort: Effort,
        most: int,  # noqa: ARG002
        seed: int,
    ) -> list[FoundTurn]:
        """The bot names one turn."""
        moves = self.best(sitting, effort, seed)
        after = sitting.after(moves).state
        return [FoundTurn(moves, self.looks(after, looks_for(effort)).mean())]


def _played_out(state: State[Any], seed: int) -> list[float]:
    sandbox = StateSandbox(state)
    sandbox.play_out(seed)
    return shared(sandbox.winners(), len(state.scores))
