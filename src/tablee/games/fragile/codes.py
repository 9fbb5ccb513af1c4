"""The numbers of the kernels: crates, moves, owners and ends, shared with all who talk to them.

The crates of a cell are one byte, a move is one number. Which bits mean what is known here only;
the build gives C the functions as well (``build_backend/make_pxd.py``).
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


def encode(kind: int, docker: int, source: int, target: int, cost: int) -> int:
    """A move as one number.

    Actions have cells as source and target. To place a depot or a docker has its cell as target,
    a draw the number of the order drawn; what a kind has no use for is 0.
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
    """Points that an action takes."""
    return move >> 22 & 7


def stack(lower: int, upper: int) -> int:
    """The byte of a cell with two crates; with one, the byte is that crate's number."""
    return lower | upper << 4


def is_stack(crates: int) -> bool:
    return crates >= 16


def lower(crates: int) -> int:
    return crates & 15


def upper(crates: int) -> int:
    """The crate on top of a stack, 0 where there is none."""
    return crates >> 4


def topmost(crates: int) -> int:
    """The crate that can be taken or flipped."""
    return upper(crates) if is_stack(crates) else crates


def decode(move: int) -> tuple[int, int, int, int, int]:
    """Kind, docker, source, target and cost of a move."""
    return kind_of(move), docker_of(move), source_of(move), target_of(move), cost_of(move)
