"""The numbers of the kernels: crates, moves, owners, ends, shared with all who talk to them.

The crates of a cell are one byte, a move is one number. Only this file knows where their parts are;
the build gives C the functions, too (``build_backend/make_pxd.py``).
"""

from __future__ import annotations

# Crates, as half a byte. A goal crate is GOAL + its place in the problem's list of goals.
PLAIN, FRAGILE, JUST_FLIPPED, GOAL = range(1, 5)

# Kinds of move; all up to HAND_OVER are actions of a docker.
GO, PUSH, STACK, UNSTACK, FLIP, HAND_OVER, END_TURN, PLACE_DEPOT, PLACE_DOCKER, DRAW = range(10)

# Why a game ended.
GOING_ON, END_FULL, END_NO_CRATE, END_IDLE, END_STUCK, END_SOLVED, END_OUT_OF_TURNS = range(7)

# Owners of depots other than a player.
NEUTRAL, UNPLACED = -1, -2

NOBODY = -1
CHANCE = -1

MOST_DOCKERS = 16
MOST_CRATES = 12

# The learned judge: its inputs, how many are active at most, and the numbers of loose crates that
# it tells apart
JUDGE_INPUTS = 3473
JUDGE_SLOTS = 84
JUDGE_SPACES = 13

# Actions of simulations, see ``layout``: where blocks begin, and then those of a docker.
ENDING, DEPOTS, DOCKERS, DRAWS, OWN_DOCKERS = 0, 1, 101, 201, 225
GOING, PUSHING, STACKING, UNSTACKING, FLIPPING, HANDING, OF_A_DOCKER = (
    0,
    100,
    120,
    124,
    128,
    132,
    532,
)
LONGEST_PUSH = 5


def encode(kind: int, docker: int, source: int, target: int, cost: int) -> int:
    """Makes a move of its parts.

    The source and target of an action are cells. The target of placing a depot or a docker is its
    cell, that of a draw the number of the order drawn. A part that a kind does not need is 0.
    """
    return kind | docker << 4 | source << 8 | target << 15 | cost << 22


def kind_of(move: int) -> int:
    return move & 15


def docker_of(move: int) -> int:
    return move >> 4 & 15


def source_of(move: int) -> int:
    return move >> 8 & 127


def target_of(move: int) -> int:
    return move >> 15 & 127


def cost_of(move: int) -> int:
    """Returns the points that an action takes."""
    return move >> 22 & 7


def stack(lower: int, upper: int) -> int:
    """Returns the byte of a cell with two crates. The byte of one crate is its number."""
    return lower | upper << 4


def is_stack(crates: int) -> bool:
    return crates >= 16


def lower(crates: int) -> int:
    return crates & 15


def upper(crates: int) -> int:
    """Returns the crate on top of a stack, or 0."""
    return crates >> 4


def topmost(crates: int) -> int:
    """Returns the crate that can be taken or flipped."""
    return upper(crates) if is_stack(crates) else crates


def crates_at(layout: int, cell: int) -> int:
    """Returns where the crates of a cell are in an array of layouts, each of 100 cells."""
    return 100 * layout + cell


def set_word(number: int, half: int) -> int:
    """Returns where the half of a set of cells is in an array of sets, each of two words."""
    return 2 * number + half


def on_top(cell: int) -> int:
    """Returns the state of a goal crate on top of a stack. By itself, its state is its cell."""
    return 100 + cell


def at_bottom(cell: int) -> int:
    """Returns the state of a goal crate at the bottom of a stack."""
    return 200 + cell


def decode(move: int) -> tuple[int, int, int, int, int]:
    """Returns kind, docker, source, target and cost of a move."""
    return kind_of(move), docker_of(move), source_of(move), target_of(move), cost_of(move)
