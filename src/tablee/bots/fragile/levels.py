"""The five levels of Fragile and two yardsticks. All think in the same way, more or less far.

A weak level lacks foresight, as a person may. No level plays badly on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablee._build import warn_if_pure
from tablee.bots.bot import Budget, Choice, bot_message
from tablee.bots.fragile.placing import place
from tablee.bots.fragile.reasons import reason
from tablee.bots.fragile.search import UNLIMITED, Search, Style
from tablee.bots.level_bot import LevelBot
from tablee.core.judge_file import JudgeFile
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
        whim=0.002,
        replies=(("greedy", 1), ("search", 2)),
        judged=8,
        judged_replies=(8, 1, 1),
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


class FragileBot(LevelBot):
    """Plays Fragile in a style. Tuning gives it other weights."""

    def __init__(
        self,
        style: Style,
        weighing: Mapping[str, float] | None = None,
        taught: JudgeFile | None = None,
    ) -> None:
        """``taught`` is a judge in place of the one that comes with the package."""
        super().__init__(Fragile.name, style.name, NICKNAMES.get(style.name, ""))
        self.style = style
        self._taught = taught
        self._weighing = weights(style.weights) if weighing is None else weighing
        self._replies = [
            self._weighing if table == style.weights else weights(table)
            for table, _ in style.replies
        ]

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        state = sitting.state
        assert isinstance(state, FragileState)
        rng = random.Random(seed)
        if places_depots(state) or places_dockers(state):
            move = place(state, self._value(state), rng)
            return Choice((state.notation(move),), bot_message("fragile-reason-place"))
        search = self._search(state, budget)
        turn = moves_to(search.state, search.ends(search.best(rng)))
        flips, acted = False, state
        moves: list[str] = []
        for after in _played(sitting, turn):
            moves.append(after.text)
            flips |= isinstance(after.move, Flip)
            if not isinstance(after.move, EndTurn):
                assert isinstance(after.state, FragileState)
                acted = after.state
        return Choice(tuple(moves), reason(state, acted, flips))

    def turns(self, sitting: Sitting[Any], budget: Budget, most: int) -> list[tuple[str, ...]]:
        """Returns the moves of the best turns found, the best first."""
        assert isinstance(sitting.state, FragileState)
        search = self._search(sitting.state, budget)
        found = [moves_to(search.state, search.ends(one)) for one in search.candidates()[:most]]
        return [tuple(after.text for after in _played(sitting, turn)) for turn in found]

    def _judge_of(self, game: Fragile) -> JudgeFile | None:
        return (self._taught or judge_of(game)) if self.style.judged else None

    def _value(self, state: FragileState) -> Callable[[PackedState, int], float]:
        """Returns how the bot values a position for a player."""
        file = self._judge_of(state.game)
        if file is None:
            return evaluator(state, self._weighing).value
        judging = judge(state.game, file)
        return lambda position, player: judging.chances(position)[player]

    def _search(self, state: FragileState, budget: Budget) -> Search:
        warn_if_pure()
        clock = budget.start(UNLIMITED)
        tables = [self._weighing, *self._replies]
        evaluators = [
            [evaluator(state, table) for table in tables] for _ in range(max(1, budget.threads))
        ]
        file = self._judge_of(state.game)
        judges = [judge(state.game, file) for _ in evaluators] if file else []
        return Search(packing.pack(state), self.style, clock, evaluators, judges)


def _played(sitting: Sitting[Any], turn: list[int]) -> Iterator[Sitting[Any]]:
    """Yields the sitting after each move of a turn, given as the kernel numbers them."""
    for number in turn:
        assert isinstance(sitting.state, FragileState)
        sitting = sitting.play(packing.unpack_move(sitting.state, number))
        yield sitting
