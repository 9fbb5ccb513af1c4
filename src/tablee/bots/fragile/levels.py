"""The five levels of Fragile, and the greedy yardstick: one way of thinking, more or less of it.

What a level lacks is foresight of a kind a person may lack, too; none plays badly on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tablee.bots.bot import Bot, Budget, Choice, bot_message
from tablee.bots.fragile.placing import place
from tablee.bots.fragile.reasons import reason
from tablee.bots.fragile.search import Search, Style
from tablee.core.game import State
from tablee.core.messages import Message
from tablee.games.fragile import packing
from tablee.games.fragile.evaluate import evaluator, moves_to, weights
from tablee.games.fragile.moves import FragileMove
from tablee.games.fragile.setup import places_depots, places_dockers
from tablee.games.fragile.state import FragileState

GREEDY = Style("greedy", "greedy", firsts=1)

LEVELS = (
    Style("1", "stroller", firsts=1, whim=1.0),
    Style("2", "hurrier", firsts=1),
    Style("3", "search", firsts=6),
    Style("4", "search", firsts=24, turns=8, rounds=1, width=2, replies=(("search", 2),)),
    Style(
        *("5", "search"),
        firsts=256,
        turns=192,
        rounds=3,
        whim=0.02,
        replies=(("greedy", 1), ("search", 2)),
    ),
)


class FragileBot(Bot):
    """Plays Fragile in a style; with weights of its own where these are being tuned."""

    def __init__(self, style: Style, weighing: Mapping[str, float] | None = None) -> None:
        self.name = style.name
        self.style = style
        self._weighing = weights(style.weights) if weighing is None else weighing
        self._replies = [
            self._weighing if table == style.weights else weights(table)
            for table, _ in style.replies
        ]

    @property
    def title(self) -> Message:
        return bot_message(f"fragile-{self.style.name}")

    def choose(self, state: State[Any], budget: Budget, seed: int) -> Choice:
        assert isinstance(state, FragileState)
        rng = random.Random(seed)
        if places_depots(state) or places_dockers(state):
            weigher = evaluator(state, self._weighing)
            return Choice((place(state, weigher, rng),), bot_message("fragile-reason-place"))
        moves = self._turn(state, budget, rng)
        return Choice(moves, reason(state, moves))

    def _turn(self, state: FragileState, budget: Budget, rng: random.Random) -> tuple[Any, ...]:
        clock = budget.start()
        packed = packing.pack(state)
        tables = [self._weighing, *self._replies]
        evaluators = [
            [evaluator(state, table) for table in tables] for _ in range(max(1, budget.threads))
        ]
        search = Search(packed, self.style, clock, evaluators)
        best = search.best(rng)
        moves: list[FragileMove] = []
        for move in moves_to(packed, search.ends(best)):
            named = packing.unpack_move(state, move)
            state = state.play(named)
            moves.append(named)
        return tuple(moves)
