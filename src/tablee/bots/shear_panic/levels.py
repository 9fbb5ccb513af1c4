"""The five levels of Shear Panic and two yardsticks. All think in the same way.

A weak level lacks foresight, as a person may. No level plays badly on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tablee._build import warn_if_pure
from tablee.bots.bot import Budget, Choice
from tablee.bots.level_bot import LevelBot
from tablee.bots.shear_panic.reasons import reason
from tablee.bots.shear_panic.search import UNLIMITED, Search, Style
from tablee.core.judge_file import JudgeFile
from tablee.core.sitting import Sitting
from tablee.games.shear_panic import packing
from tablee.games.shear_panic.edition import VERSIONS
from tablee.games.shear_panic.evaluate import scout, weights
from tablee.games.shear_panic.game import ShearPanic
from tablee.games.shear_panic.judge import judge_of
from tablee.games.shear_panic.state import ShearPanicState

GREEDY = Style("greedy", "greedy")
CLASSIC = Style("classic", "classic", through_panic=True, moves=12, turns=4)
"""Level 5 of November 2026. It stays as it is, so that later levels can be measured against it."""

LEVELS = (
    Style("1", "dreamer", whim=0.8),
    Style("2", "grazer", whim=0.3),
    Style("3", "shepherdess", through_panic=True, whim=0.3),
    Style("4", "search", through_panic=True, moves=6, turns=1, glances=12),
    Style("5", "search", through_panic=True, moves=12, turns=4, judged=True),
)

NICKNAMES = {
    "greedy": "Gilda",
    "classic": "Rufus",
    "1": "Dolly",
    "2": "Fergus",
    "3": "Maud",
    "4": "Angus",
    "5": "Ramsey",
}


class ShearPanicBot(LevelBot):
    """Plays Shear Panic in a style. Tuning gives it other weights, and training another judge."""

    def __init__(
        self,
        style: Style,
        weighing: Mapping[str, float] | None = None,
        taught: JudgeFile | None = None,
    ) -> None:
        super().__init__(ShearPanic.name, style.name, NICKNAMES.get(style.name, ""))
        self.style = style
        self._weighing = weights(style.weights) if weighing is None else weighing
        self._taught = taught

    def choose(self, sitting: Sitting[Any], budget: Budget, seed: int) -> Choice:
        state = sitting.state
        assert isinstance(state, ShearPanicState)
        warn_if_pure()
        clock = budget.start(UNLIMITED)
        packed = packing.pack(state)
        threads = max(1, budget.threads) if self.style.turns else 1
        taught = self._taught
        if taught is None and self.style.judged:
            taught = judge_of(state.game)
        scouts = [scout(packed, self._weighing, self.style.glances, taught) for _ in range(threads)]
        latest = state.game.rules_version == VERSIONS[-1]
        listed = None if latest else packing.legal_by_law(state)
        best = Search(packed, self.style, clock, scouts, listed).best(random.Random(seed))
        move = packing.unpack_move(best)
        played = sitting.play(move)
        assert isinstance(played.state, ShearPanicState)
        return Choice((played.text,), reason(state, move, played.state))
