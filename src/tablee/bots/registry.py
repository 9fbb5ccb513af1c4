"""The bots by game and name. Levels are names too: ``1`` to ``5``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from tablee.bots.bot import Bot
from tablee.bots.random_bot import RandomBot
from tablee.core.errors import Invalid, core_message

Makers = Mapping[str, Callable[[], Bot]]

_GAMES = {"fragile": "tablee.bots.fragile", "shear-panic": "tablee.bots.shear_panic"}
"""By game, the package whose ``BOTS`` are made for it."""

_ANY_GAME: Makers = {"random": RandomBot}


def _makers(game: str) -> Makers:
    if game not in _GAMES:
        return _ANY_GAME
    made: Makers = import_module(_GAMES[game]).BOTS
    return {**_ANY_GAME, **made}


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can play this game."""
    return tuple(_makers(game))


def bot(game: str, name: str) -> Bot:
    """The bot of this name for this game. Raises ``Invalid`` for an unknown one."""
    makers = _makers(game)
    if name not in makers:
        known = ", ".join(makers)
        raise Invalid(core_message("unknown-bot", name=name, game=game, known=known))
    return makers[name]()
