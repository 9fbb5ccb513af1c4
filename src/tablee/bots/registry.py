"""The bots by game and name. Levels are names too: ``1`` to ``5``."""

from __future__ import annotations

from tablee.bots.bot import Bot
from tablee.bots.random_bot import RandomBot
from tablee.core.errors import Invalid, core_message


def bot_names(game: str) -> tuple[str, ...]:  # noqa: ARG001
    """The bots that can play this game."""
    return ("random",)


def bot(game: str, name: str) -> Bot:
    """The bot of this name for this game. Raises ``Invalid`` for an unknown one."""
    if name not in bot_names(game):
        known = ", ".join(bot_names(game))
        raise Invalid(core_message("unknown-bot", name=name, game=game, known=known))
    return RandomBot()
