"""Bots, and the arena that measures them.

``random`` and ``uct`` use only the contract and play any game. A game's own levels, 1 to 5, are in
a folder of its name and search on its kernel.
"""

from tablee.bots.bot import Bot, Budget, BudgetClock, Choice, plain
from tablee.bots.registry import bot, bot_names

__all__ = ["Bot", "Budget", "BudgetClock", "Choice", "bot", "bot_names", "plain"]
