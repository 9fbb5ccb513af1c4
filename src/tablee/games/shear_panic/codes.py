"""Numbers the kernel and its callers agree on. A move is one number, see ``encode``."""

from __future__ import annotations

# Kinds of move
COMMAND, PUSH, TURN, GROUP, LINE, PANIC_ROLL, REGROUP_ROLL, DRAW = range(8)

# How it stands
GOING_ON, END_PEN, END_COMMANDS = range(3)
CHANCE = -1
NOBODY = -1


def encode(
    move: int, *, kind: int = 0, number: int = 0, column: int = 0, row: int = 0, way: int = 0
) -> int:
    """A move: its kind; for a command its kind and number; its sheep or shift; its way or face."""
    return move << 18 | kind << 15 | number << 13 | row << 8 | column << 3 | way


def decode(code: int) -> tuple[int, int, int, int, int, int]:
    """Move, kind of command, number, column, row and way."""
    return code >> 18, code >> 15 & 7, code >> 13 & 3, code >> 3 & 31, code >> 8 & 31, code & 7
