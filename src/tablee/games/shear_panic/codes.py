"""Numbers the kernels and their callers agree on."""

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
MOST_MOVES = 512
