"""The five levels of Fragile and two yardsticks. All think in the same way, more or less far.

A weak level lacks foresight, as a person may. No level plays badly on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from tablee._build import warn_if_pure
from tablee.bots.bot import Bot, Budget, Choice, bot_message
from tablee.bots.fragile.placing import place
from tablee.bots.fragile.reasons import reason
from tablee.bots.fragile.search import UNLIMITED, Search, Style
from tablee.core.judge_file import JudgeFile
from tablee.core.messages import Message
from tablee.core.sitting import Sitting
from tablee.games.fragile import packing
from tablee.games.fragile.evaluate import evaluator, moves_to, weights
from tablee.games.fragile.game import Fragile
from tablee.games.fragile.judge import judge, judge_of
from tablee.games.fragile.moves import EndTurn, Flip
from tablee.games.fragile.quay_kernel import PackedState
from tablee.games.fragile.setup import places_depots, places_dockers
from tablee.games.fragile.state import FragileState

GREEDY = Style("greedy", "greedy", firsts=1)
CLASSIC = Style(
    *("classic", "classic"),
    firsts=256,
    turns=192,
    rounds=3,
    whim=0.02,
    replies=(("greedy", 1), ("classic", 2)),
)
"""Level 5 of November 2026. It stays as it is, so that later levels can be measured against it."""

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

NICKNAMES = {
    "greedy": "Gregor",
    "classic": "Otto",
    "1": "Milo",
    "2": "Lena",
    "3": "Bruno",
    "4": "Irma",
    "5": "Odette",
}


class FragileBot(Bot):
    """Plays Fragile in a style. Tuning gives it other weights."""

    def __init__(
        self,
        style: Style,
        weighing: Mapping[str, float] | None = None,
        taught: JudgeFile | None = None,
    ) -> None:
        """``taught`` is a judge in place of the one that comes with the package."""
        self.name = style.name
        self.nickname = NICKNAMES.get(style.name, "")
        self.style = style
        self._taught = taught
        self._weighing = weights(style.weights) if weighing is None else weighing
        self._replies = [
            self._weighing if table == style.weights else weights(table)
            for table, _ in style.replies
        ]

    @property
    def title(self) -> Message:
        return bot_message(f"fragile-{self.style.name}")

    @property
    def line(self) -> Message:
        return bot_message(f"fragile-{self.style.name}-line")

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        state = sitting.state
        assert isinstance(state, FragileState)
        rng = random.Random(seed)
        if places_depots(state) or places_dockers(state):
            move = place(state, self._value(state), rng)
            return Choice((state.notation(move),), bot_message("fragile-reason-place"))
        moves: list[str] = []
        flips, now, acted = False, state, state
        for number in self._turn(state, budget, rng):
            move = packing.unpack_move(now, number)
            sitting = sitting.play(move)
            moves.append(sitting.text)
            assert isinstance(sitting.state, FragileState)
            now = sitting.state
            flips |= isinstance(move, Flip)
            acted = acted if isinstance(move, EndTurn) else now
        return Choice(tuple(moves), reason(state, acted, flips))

    def _judge_of(self, game: Fragile) -> JudgeFile | None:
        return (self._taught or judge_of(game)) if self.style.judged else None

    def _value(self, state: FragileState) -> Callable[[PackedState, int], float]:
        """Returns how the bot values a position for a player."""
        file = self._judge_of(state.game)
        if file is None:
            return evaluator(state, self._weighing).value
        judging = judge(state.game, file)
        return lambda position, player: judging.chances(position)[player]

    def _turn(self, state: FragileState, budget: Budget, rng: random.Random) -> list[int]:
        """Returns the moves of the turn, as the kernel numbers them."""
        warn_if_pure()
        clock = budget.start(UNLIMITED)
        packed = packing.pack(state)
        tables = [self._weighing, *self._replies]
        evaluators = [
            [evaluator(state, table) for table in tables] for _ in range(max(1, budget.threads))
        ]
        file = self._judge_of(state.game)
        judges = [judge(state.game, file) for _ in evaluators] if file else []
        search = Search(packed, self.style, clock, evaluators, judges)
        return moves_to(packed, search.ends(search.best(rng)))
