"""The numbers of the kernels: commands, tasks, moves, cells, shared with all who talk to them.

A move is one number. Only this file knows where its parts are; the build gives C the functions, too
(``build_backend/make_pxd.py``).

bit 18 and on   what is played: a command, a push, a roll
bits 15 to 17   the kind of a command
bits 13 and 14  the number of a command
bits 3 to 12    row * 32 + column of a sheep in the box, or a shift
bits 0 to 2     the way, the face, the number of an extra step, or the player
"""

from __future__ import annotations

# Kinds of move
COMMAND, PUSH, TURN, GROUP, LINE, PANIC_ROLL, REGROUP_ROLL, DRAW, EXTRA = range(9)

# Commands, in the order of ``moves.Kind``
LAMB_PUSH, LINE_PUSH, DIAGONAL_PUSH, LINE_UP, LAMB_ROLL, LEAPFROG, EWE_TURN = range(7)

# Tasks, in the order of ``tasks.Task``: up to ASK_REGROUP it is chance that is asked
ASK_DRAW, ASK_PANIC, ASK_REGROUP, ASK_COMMAND, ASK_PUSH, ASK_TURN, ASK_GROUP, ASK_LINE = range(8)
ASK_EXTRA, ASK_NAME = 8, 9

# Stages, in the order of ``tasks.Stage``
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

# The grid on which packed flocks stand: the cells of a row; the row, which is the column too, where
# the flock's box has its corner; that corner's cell
ROW = 32
CORNER = 11
ORIGIN = CORNER * ROW + CORNER

# A flock's key: the bytes of a row, and the byte of a sheep that is gone
KEY_ROW = 16
GONE = 255

# What is added to either part of a shift, and to the shift itself, so that no code is negative
MIDDLE = 16
NO_SHIFT = MIDDLE * ROW + MIDDLE

# How wide a flock may be, how long the menu is, and what there is room for
WIDEST = 10
MENU = 12
MOST_SPACES = 256
MOST_SIDES = 127
MOST_MOVES = 512

# The learned judge: its inputs, how many are active at most, and the spaces that it tells apart
JUDGE_INPUTS = 1195
JUDGE_SLOTS = 32
JUDGE_SPACES = 80

# Actions of simulations, see ``layout``: where each block of ids begins. A flock that is together
# has its sheep in 45 cells, where column + row is at most 8.
TOGETHER = 45
COMMANDS, LINING_UP, TURNING, PUSHING, PANIC_TURNS, GROUPS = 0, 3780, 3792, 3798, 4158, 4160
LINES, EXTRAS, DRAWS, PANIC_FACES, REGROUP_FACES, ACTIONS = 4260, 4701, 4705, 4709, 4715, 4717
FARTHEST = 10


def encode(
    move: int, *, kind: int = 0, number: int = 0, column: int = 0, row: int = 0, way: int = 0
) -> int:
    """Makes a move of all its parts, for callers that are not kernels."""
    return move << 18 | kind << 15 | number << 13 | (row * ROW + column) << 3 | way


def decode(move: int) -> tuple[int, int, int, int, int, int]:
    """Returns what is played, kind of command, number, column, row and way."""
    spot = cell_of(move) - ORIGIN
    return played(move), kind_of(move), number_of(move), spot % ROW, spot // ROW, way_of(move)


def plain_move(move: int, way: int) -> int:
    """Makes a move that names no sheep."""
    return move << 18 | way


def group_move(cell: int) -> int:
    return GROUP << 18 | (cell - ORIGIN) << 3


def shift_move(shift: int) -> int:
    return LINE << 18 | (shift + NO_SHIFT) << 3


def target_move(kind: int, cell: int, way: int) -> int:
    """Makes a command without its number; one for the whole flock names the corner of the box."""
    return kind << 15 | (cell - ORIGIN) << 3 | way


def with_number(target: int, number: int) -> int:
    return target | number << 13


def in_panic(lamb_push: int) -> int:
    """S-7.1: makes a push in panic of the target of a lamb push."""
    return PUSH << 18 | lamb_push


def played(move: int) -> int:
    return move >> 18


def kind_of(move: int) -> int:
    return move >> 15 & 7


def number_of(move: int) -> int:
    return move >> 13 & 3


def cell_of(move: int) -> int:
    return (move >> 3 & 1023) + ORIGIN


def shift_of(move: int) -> int:
    return (move >> 3 & 1023) - NO_SHIFT


def way_of(move: int) -> int:
    return move & 7


def first_place(colour: int) -> int:
    """Returns the first of the two places of a colour; the second follows it."""
    return 2 * colour
