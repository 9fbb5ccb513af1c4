"""Draws Fragile: ``text`` for terminals and tests, ``svg`` for documents and notebooks.

Both take a state of a game or problem, or only a position.
"""

from tablee.games.fragile.drawing.terminal import legend, text
from tablee.games.fragile.drawing.vector import svg

__all__ = ["legend", "svg", "text"]
