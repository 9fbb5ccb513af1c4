"""What a game waits for, and where in a turn it stands."""

from __future__ import annotations

from enum import StrEnum


class Task(StrEnum):
    """What is asked: first what is asked of chance, then of the active player."""

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
    """What last moved the flock, and so what follows once it is one: S-2.3, then S-3 A, D and E."""

    TRUCK = "truck"
    PLAY = "play"
    SHEARING = "shearing"
    PANIC = "panic"
