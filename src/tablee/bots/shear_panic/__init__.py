"""The bots of Shear Panic: three yardsticks and five levels."""

from collections.abc import Callable
from functools import partial

from tablee.bots.bot import Bot
from tablee.bots.shear_panic.levels import CLASSIC, GREEDY, LEVELS, ShearPanicBot
from tablee.bots.uct import Uct
from tablee.games.shear_panic.sandbox import sandbox_of

BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": partial(ShearPanicBot, GREEDY),
    "uct": partial(Uct, sandbox_of),
    "classic": partial(ShearPanicBot, CLASSIC),
    **{style.name: partial(ShearPanicBot, style) for style in LEVELS},
}

__all__ = ["BOTS"]
