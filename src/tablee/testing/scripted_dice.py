"""Dice that fall as a test says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablee.core.game import CHANCE, Move, State


class ScriptedDice:
    """Returns scripted chance outcomes, in the game's notation, one after the other."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        self._outcomes = iter(outcomes)

    def draw(self, state: State[Any]) -> Move:
        """Returns the next outcome of the script, which must be possible in this state."""
        if state.actor != CHANCE:
            raise ValueError("nothing is drawn in this state")
        text = next(self._outcomes, None)
        if text is None:
            raise ValueError("the script has no outcome left")
        move: Move = state.parse(text)
        return move
