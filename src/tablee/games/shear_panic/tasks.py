"""Tasks, which a state waits for, and the stages of a turn."""

from __future__ import annotations

from enum import StrEnum


class Task(StrEnum):
    """What a state waits for: the first three come from chance, the others from a player."""

    DRAW = "draw first"
    PANIC_ROLL = "roll panic"
    REGROUP_ROLL = "roll regroup"
    COMMAND = "command"
    PUSH = "push"
    TURN = "turn"
    GROUP = "group"
    LINE = "line"
    EXTRA = "extra"
    NAME = "name first"


ROLLS = (Task.DRAW, Task.PANIC_ROLL, Task.REGROUP_ROLL)


class Stage(StrEnum):
    """What last moved the flock: S-2.3, then S-3 A, D and E. It decides what follows regrouping."""

    TRUCK = "truck"
    PLAY = "play"
    SHEARING = "shearing"
    PANIC = "panic"
