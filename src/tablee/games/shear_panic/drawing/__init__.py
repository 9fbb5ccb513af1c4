"""Shear Panic drawn: ``text`` for terminals and tests, ``svg`` for documents and notebooks.

Both take a state or a bare flock; ``svg_change`` and ``svg_removal`` show what happens to one.
"""

from tablee.games.shear_panic.drawing.terminal import text
from tablee.games.shear_panic.drawing.vector import svg, svg_change, svg_removal

__all__ = ["svg", "svg_change", "svg_removal", "text"]
