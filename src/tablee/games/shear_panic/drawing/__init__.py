"""Draws Shear Panic: ``text`` for terminals and tests, ``svg`` for documents and notebooks.

Both take a state or only a flock. ``svg_change`` and ``svg_removal`` show changes of a flock.
"""

from tablee.games.shear_panic.drawing.terminal import text
from tablee.games.shear_panic.drawing.vector import svg, svg_change, svg_removal

__all__ = ["svg", "svg_change", "svg_removal", "text"]
