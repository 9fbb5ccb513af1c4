"""After the game: judges every turn, and splits each player's result into its causes.

``analyse`` does all of it. A server asks for one turn at a time with ``judge_piece`` and puts the
pieces together with ``assembled``.
"""

from tablee.analysis.analysing import analyse, assembled, judge_piece, pieces
from tablee.analysis.judges import best_turns, chances_of
from tablee.analysis.report import (
    SURE,
    Account,
    Analysis,
    Chances,
    Effort,
    FoundTurn,
    JudgedTurn,
    Piece,
    Swing,
)

__all__ = [
    "SURE",
    "Account",
    "Analysis",
    "Chances",
    "Effort",
    "FoundTurn",
    "JudgedTurn",
    "Piece",
    "Swing",
    "analyse",
    "assembled",
    "best_turns",
    "chances_of",
    "judge_piece",
    "pieces",
]
