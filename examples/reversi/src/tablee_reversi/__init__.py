"""Reversi: two players turn each other's discs on a board of 4 × 4, 6 × 6 or 8 × 8."""

from tablee_reversi.game import Reversi
from tablee_reversi.state import Pass, Place, ReversiState

__all__ = ["Pass", "Place", "Reversi", "ReversiState"]
