"""The bots that a command line may name: those of the game, and a user's own.

``package.module:Class`` is a class in Python, ``command:PROGRAM`` a program in any language. The
server seats bots by ``registry.bot``, which knows neither: a guest cannot make it run code.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from tablee.bots.bot import Bot, bot_message
from tablee.bots.command_bot import PREFIX, CommandBot
from tablee.bots.registry import bot
from tablee.core.errors import Invalid
from tablee.core.game import Game


def any_bot(game: Game[Any], name: str) -> Bot:
    """Returns the bot of this name for this game. Raises ``Invalid``."""
    if name.startswith(PREFIX):
        return CommandBot(game, name.removeprefix(PREFIX).strip())
    if ":" in name:
        return _imported(name)
    return bot(game.name, name)


def _imported(name: str) -> Bot:
    """Makes a bot of a class, which is imported from the current folder, too."""
    module, _, made = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), made)()
    except Exception as error:  # whatever a user's own code does wrong
        problem = f"{type(error).__name__}: {error}"
        raise Invalid(bot_message("own-bot-fails", name=name, problem=problem)) from error
    if not isinstance(found, Bot):
        raise Invalid(bot_message("own-bot-no-bot", name=name))
    return found
