"""Numbers the kernels and their callers agree on. A move is one number, see ``encode``."""

from __future__ import annotations

# Kinds of move
COMMAND, PUSH, TURN, GROUP, LINE, PANIC_ROLL, REGROUP_ROLL, DRAW, EXTRA = range(9)

# Commands, in the order of ``moves.KINDS``
LAMB_PUSH, LINE_PUSH, DIAGONAL_PUSH, LINE_UP, LAMB_ROLL, LEAPFROG, EWE_TURN = range(7)

# Tasks, in the order of ``state.TASKS``: up to ASK_REGROUP it is chance that is asked
ASK_DRAW, ASK_PANIC, ASK_REGROUP, ASK_COMMAND, ASK_PUSH, ASK_TURN, ASK_GROUP, ASK_LINE = range(8)
ASK_EXTRA, ASK_NAME = 8, 9

# Stages, in the order of ``state.STAGES``
ON_TRUCK, IN_PLAY, AT_SHEARING, IN_PANIC = range(4)

# How it stands
GOING_ON, END_PEN, END_COMMANDS = range(3)
CHANCE = -1
NOBODY = -1
NONE = -1

# Places for sheep: two for each colour, the last for the black one
SHEEP = 9
BLACK = 8

# The face of the panic die that is no colour
WHITE = 5

# The flock: the widest there is room for, where its box has its corner on the grid, and the byte
# of a sheep that is gone
WIDEST = 10
CORNER = 11
GONE = 255

# How long the menu is, and what there is room for
MENU = 12
MOST_SPACES = 256
MOST_MOVES = 512


def encode(
    move: int, *, kind: int = 0, number: int = 0, column: int = 0, row: int = 0, way: int = 0
) -> int:
    """A move: its kind; for a command its kind and number; its sheep or shift; its way or face.

    The way of an extra step is its number, the way of who begins is the player.
    """
    return move << 18 | kind << 15 | number << 13 | row << 8 | column << 3 | way


def decode(code: int) -> tuple[int, int, int, int, int, int]:
    """Move, kind of command, number, column, row and way."""
    return code >> 18, code >> 15 & 7, code >> 13 & 3, code >> 3 & 31, code >> 8 & 31, code & 7
