"""The numbers the kernel uses for crates, moves and ends, shared with all who talk to it."""

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
    """A move as one number. For setup ``target`` is a slot, for draws the order drawn."""
    return kind | docker << 4 | source << 8 | target << 15 | cost << 22


def decode(move: int) -> tuple[int, int, int, int, int]:
    """Kind, docker, source, target and cost of a move."""
    return move & 15, move >> 4 & 15, move >> 8 & 127, move >> 15 & 127, move >> 22 & 7
