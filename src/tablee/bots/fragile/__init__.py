"""The bots of Fragile: three yardsticks and five levels."""

from collections.abc import Callable
from functools import partial

from tablee.bots.bot import Bot
from tablee.bots.fragile.levels import CLASSIC, GREEDY, LEVELS, FragileBot
from tablee.bots.uct import Uct
from tablee.games.fragile.sandbox import sandbox_of

BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": partial(FragileBot, GREEDY),
    "uct": partial(Uct, sandbox_of),
    "classic": partial(FragileBot, CLASSIC),
    **{style.name: partial(FragileBot, style) for style in LEVELS},
}

__all__ = ["BOTS"]
