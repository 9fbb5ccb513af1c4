"""Players that use only the contract, and the arena that measures them."""

from tablee.bots.bot import Bot, Budget, BudgetClock, Choice
from tablee.bots.registry import bot, bot_names

__all__ = ["Bot", "Budget", "BudgetClock", "Choice", "bot", "bot_names"]
