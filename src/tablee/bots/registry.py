"""The bots by game and name. Levels are names too: ``1`` to ``5``.

A package offers bots for a game as an entry point in ``tablee.bots``. The entry point has the name
of the game. It is a mapping from the names of bots to functions that make them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points

from tablee.bots.bot import Bot
from tablee.bots.random_bot import RandomBot
from tablee.bots.sandbox import StateSandbox
from tablee.bots.uct import Uct
from tablee.core.errors import Invalid, core_message

Makers = Mapping[str, Callable[[], Bot]]

GROUP = "tablee.bots"
_ANY_GAME: Makers = {"random": RandomBot, "uct": lambda: Uct(StateSandbox)}


@cache
def _makers(game: str) -> Makers:
    makers = dict(_ANY_GAME)
    for point in entry_points(group=GROUP, name=game):
        makers.update(point.load())
    return makers


def bot_names(game: str) -> tuple[str, ...]:
    """Returns the names of the bots that play this game."""
    return tuple(_makers(game))


def bot(game: str, name: str) -> Bot:
    """Returns the bot of this name for this game. Raises ``Invalid`` on an unknown name."""
    makers = _makers(game)
    if name not in makers:
        known = ", ".join(makers)
        raise Invalid(core_message("unknown-bot", name=name, game=game, known=known))
    return makers[name]()
