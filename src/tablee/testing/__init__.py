"""Tools for authors and users of a game: the conformance suite and scripted dice."""

from tablee.testing.conformance import Report, check_game
from tablee.testing.random_play import random_game
from tablee.testing.scripted_dice import ScriptedDice

__all__ = ["Report", "ScriptedDice", "check_game", "random_game"]
