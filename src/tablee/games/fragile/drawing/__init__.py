"""Fragile drawn: ``text`` for terminals and tests, ``svg`` for documents and notebooks.

Both take a state, of a game or a problem, or a bare position.
"""

from tablee.games.fragile.drawing.terminal import legend, text
from tablee.games.fragile.drawing.vector import svg

__all__ = ["legend", "svg", "text"]
