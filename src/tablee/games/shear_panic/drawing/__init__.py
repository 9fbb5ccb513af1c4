"""Shear Panic drawn for terminals and tests: ``text`` takes a state or a bare flock."""

from tablee.games.shear_panic.drawing.terminal import text

__all__ = ["text"]
