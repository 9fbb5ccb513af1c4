"""The bots of Shear Panic: two yardsticks and five levels."""

from collections.abc import Callable
from functools import partial

from tablee.bots.bot import Bot
from tablee.bots.shear_panic.levels import GREEDY, LEVELS, ShearPanicBot
from tablee.bots.uct import Uct
from tablee.games.shear_panic.simulate import simulate

BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": partial(ShearPanicBot, GREEDY),
    "uct": partial(Uct, simulate),
    **{style.name: partial(ShearPanicBot, style) for style in LEVELS},
}

__all__ = ["BOTS"]
